/** The server's OpenAPI 3.1 document: its schemas are those that it checks and answers with. */
import { z } from "zod";
import { trajectorySchema, verdictSchema } from "../../trajectory/index.ts";
import { rewardOptionsSchema } from "../reward.ts";
import type { Shared } from "./environment.ts";
import { type ProblemKind, problemKinds, problemMediaType, problemSchema } from "./problem.ts";
import {
  batchOptionsSchema,
  errorItemSchema,
  healthSchema,
  itemSchema,
  jobSchema,
  rewardItemSchema,
  rewardsAnswerSchema,
  verdictAnswerSchema,
} from "./schemas.ts";

type Json = Record<string, unknown>;

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Answers, by their names in the document. Schemas within others become references. */
function answerSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  const named: Record<string, z.ZodType> = {
    Verdict: verdictSchema,
    RewardItem: rewardItemSchema,
    ErrorItem: errorItemSchema,
    Item: itemSchema,
    RewardsAnswer: rewardsAnswerSchema,
    VerdictAnswer: verdictAnswerSchema,
    Job: jobSchema,
    Health: healthSchema,
    Problem: problemSchema,
  };
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "output", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...body }]) => [id, body]),
  );
}

function inputSchema(
  schema: z.ZodType,
  override?: (path: readonly (string | number)[], json: Json) => void,
): Json {
  const { $schema: _schema, ...body } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ path, jsonSchema }) => override?.(path, jsonSchema),
  });
  return body;
}

/** A trajectory as it may be sent: a step's index is its place, and images come with the request. */
function trajectoryInput(limits: Shared["limits"]): Json {
  return inputSchema(trajectorySchema, (path, schema) => {
    const last = path.at(-1);
    if (path.join("/") === "properties/steps") schema["maxItems"] = limits.steps;
    if (path.join("/") === "properties/steps/items") schema["required"] = ["observation", "action"];
    if (last === "screenshot")
      schema["description"] = "a data: URL, or the name of an image part of the same multipart request";
  });
}

const problem = (kinds: readonly ProblemKind[]): Json =>
  Object.fromEntries(
    [...new Set(kinds.map((kind) => problemKinds[kind][0]))].map((status) => {
      const titles = kinds
        .filter((kind) => problemKinds[kind][0] === status)
        .map((kind) => problemKinds[kind][1]);
      return [
        status,
        { description: titles.join("; "), content: { [problemMediaType]: { schema: ref("Problem") } } },
      ];
    }),
  );

const answer = (description: string, schema: string): Json => ({
  description,
  content: { "application/json": { schema: ref(schema) } },
});

/** Any route may say so. */
const always = ["unauthorized", "internal", "stopping"] as const;
const posts = [
  ...always,
  "bad-request",
  "too-slow",
  "too-large",
  "unsupported-media-type",
  "invalid",
  "key-reused",
  "busy",
] as const;

const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  description: "the same key with the same body is carried out once, and answered alike",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};
const idParameter = { name: "id", in: "path", required: true, schema: { type: "string" } };

const jsonBody = (schema: string): Json => ({
  required: true,
  content: { "application/json": { schema: ref(schema) } },
});

function paths(): Json {
  const job = answer("The job", "Job");
  return {
    "/health": {
      get: {
        operationId: "getHealth",
        summary: "Whether the server runs; needs no token",
        security: [],
        responses: { 200: answer("It runs", "Health"), ...problem(["internal"]) },
      },
    },
    "/metrics": {
      get: {
        operationId: "getMetrics",
        summary: "Counts in the text format of Prometheus",
        responses: {
          200: { description: "The counts", content: { "text/plain": { schema: { type: "string" } } } },
          ...problem(always),
        },
      },
    },
    "/openapi.json": {
      get: {
        operationId: "getOpenApi",
        summary: "This document",
        responses: {
          200: {
            description: "The document",
            content: { "application/json": { schema: { type: "object" } } },
          },
          ...problem(always),
        },
      },
    },
    "/v1/verdicts": {
      post: {
        operationId: "postVerdict",
        summary: "Judge one trajectory",
        parameters: [keyParameter],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: ref("Trajectory") },
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { trajectory: ref("Trajectory") },
                required: ["trajectory"],
                additionalProperties: { type: "string", contentMediaType: "application/octet-stream" },
                description:
                  "trajectory as JSON; every other part is an image, named as the trajectory names it",
              },
            },
          },
        },
        responses: {
          200: answer("The verdict and its reward", "VerdictAnswer"),
          ...problem([...posts, "judge-unavailable", "judge-too-slow"]),
        },
      },
    },
    "/v1/rewards": {
      post: {
        operationId: "postRewards",
        summary: "Judge a batch; one item each, in its order",
        parameters: [keyParameter],
        requestBody: jsonBody("Batch"),
        responses: { 200: answer("One item for each trajectory", "RewardsAnswer"), ...problem(posts) },
      },
    },
    "/v1/jobs": {
      post: {
        operationId: "postJob",
        summary: "Take in a batch that is judged later",
        parameters: [keyParameter],
        requestBody: jsonBody("Batch"),
        responses: {
          202: { ...job, headers: { Location: { schema: { type: "string" }, description: "where to ask" } } },
          ...problem(posts),
        },
      },
    },
    "/v1/jobs/{id}": {
      get: {
        operationId: "getJob",
        summary: "How far a job is, and its results",
        parameters: [idParameter],
        responses: { 200: job, ...problem([...always, "not-found"]) },
      },
      delete: {
        operationId: "cancelJob",
        summary: "Cancel a job; what is finished stays",
        parameters: [idParameter],
        responses: { 200: job, ...problem([...always, "not-found"]) },
      },
    },
    "/v1/jobs/{id}/events": {
      get: {
        operationId: "getJobEvents",
        summary: "A job's results as they are finished (server-sent events `item`, then `end`)",
        parameters: [
          idParameter,
          {
            name: "Last-Event-ID",
            in: "header",
            description: "go on after this event",
            schema: { type: "string", pattern: "^[0-9]{1,15}$" },
          },
        ],
        responses: {
          200: {
            description: "The events",
            // OpenAPI 3.1 has no word for the events of a stream.
            content: { "text/event-stream": { schema: {} } },
          },
          ...problem([...always, "bad-request", "not-found"]),
        },
      },
    },
  };
}

/** The document for a server with these limits. */
export function openApiDocument({ version, limits }: Pick<Shared, "version" | "limits">): Json {
  const options = inputSchema(batchOptionsSchema, (path, schema) => {
    if (path.join("/") !== "properties/reward") return;
    for (const name of Object.keys(schema)) delete schema[name];
    Object.assign(schema, ref("RewardOptions"));
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "trajudge reward server",
      version,
      description: "Recorded runs of agents in, verdicts and rewards out.",
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths: paths(),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: {
        Trajectory: trajectoryInput(limits),
        RewardOptions: inputSchema(rewardOptionsSchema),
        Batch: {
          type: "object",
          properties: {
            trajectories: {
              type: "array",
              minItems: 1,
              maxItems: limits.trajectories,
              items: {},
              description:
                "Trajectory records; one that is none has an error item, and the others their rewards",
            },
            options,
          },
          required: ["trajectories"],
          additionalProperties: false,
        },
        ...answerSchemas(),
      },
    },
  };
}
