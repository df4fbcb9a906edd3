/** The OpenAPI document is valid, and the server keeps to it whatever it is sent. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { plainRun, rewardServers, token } from "./serving.ts";

const start = rewardServers();

const documentShape = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(
          z.string(),
          z.looseObject({
            content: z.record(z.string(), z.object({ schema: z.looseObject({}) })).optional(),
          }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

async function documentOf(get: (path: string) => Promise<Response>) {
  return documentShape.parse(await (await get("/openapi.json")).json());
}

/** Checks that an answer is one of those that the document gives for this operation. */
function conformity(document: z.infer<typeof documentShape>) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc:/", components: document.components });
  const withBase = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc:/#/components'));
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  return async (path: string, method: string, response: Response): Promise<void> => {
    const name = `${method} ${path} ${response.status}`;
    const answer = document.paths[path]?.[method]?.responses[String(response.status)];
    if (answer === undefined) throw new Error(`${name} is not documented: ${await response.text()}`);
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const schema = answer.content?.[type]?.schema;
    if (schema === undefined) throw new Error(`${name} ${type} is not documented`);
    const text = await response.text();
    if (!type.endsWith("json")) return;
    let validate = validators.get(name);
    if (validate === undefined) {
      validate = ajv.compile(withBase(schema) as object);
      validators.set(name, validate);
    }
    if (!validate(JSON.parse(text)))
      throw new Error(`${name}: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`);
  };
}

test("is a valid OpenAPI 3.1 document", async () => {
  const { get } = await start();
  const response = await get("/openapi.json");
  const result = await new Validator().validate(
    z.record(z.string(), z.unknown()).parse(await response.json()),
  );
  expect(result).toMatchObject({ valid: true });
});

test("names every route that the server has", async () => {
  const { get, url } = await start();
  const { paths } = await documentOf(get);
  for (const [path, operations] of Object.entries(paths)) {
    const response = await fetch(`${url}${path.replace("{id}", "x")}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}` },
    });
    const allowed = Object.keys(operations).flatMap((method) =>
      method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
    );
    expect([path, response.status, response.headers.get("allow")]).toEqual([path, 405, allowed.join(", ")]);
  }
});

/** Values of all kinds, odd ones among them. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    "",
    "\0",
    "../../etc/passwd",
    "data:image/png;base64,",
    -1,
    1e308,
    [],
    {},
    null,
    "__proto__",
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);

type Place = { holder: object; key: string | number };

/** Every place in a value that can hold another. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    { holder: value, key: Array.isArray(value) ? Number(key) : key },
    ...placesIn(member),
  ]);
}

/** Changes, removes or adds at some places. */
const changes = fc.array(
  fc.record({
    where: fc.nat(),
    how: fc.constantFrom<Change["how"]>("set", "remove", "add"),
    value: anything,
    name: fc.string({ maxLength: 8 }),
  }),
  { maxLength: 4 },
);

interface Change {
  where: number;
  how: "set" | "remove" | "add";
  value: unknown;
  name: string;
}

function changed(value: object, list: readonly Change[]): object {
  const copy: object = structuredClone(value);
  for (const { where, how, value: other, name } of list) {
    const places = placesIn(copy);
    const place = places[where % Math.max(1, places.length)];
    if (place === undefined) continue;
    if (how === "set") Reflect.set(place.holder, place.key, other);
    else if (how === "remove") Reflect.deleteProperty(place.holder, place.key);
    else Reflect.set(place.holder, name, other);
  }
  return copy;
}

const fullRun = plainRun("full", {
  messages: [{ role: "user", text: "hello", beforeStep: 0 }],
  requests: [{ method: "GET", url: "https://shop.test/api?q=1", status: 200, headers: { Accept: "*/*" } }],
  task: {
    instruction: "Buy 2 kettles.",
    requirements: ["two"],
    maxSteps: 3,
    reference: { actions: [1], path: ["a"] },
  },
  extra: { any: [1, { thing: null }] },
});

const options = {
  reward: { success: 2, failure: -1, unsure: "skip", clip: [-1, 1], threshold: 0.4 },
  verdict: true,
};

/** Bodies around the schemas: whole ones, changed ones, and text that was cut. */
const body = fc
  .record({
    base: fc.constantFrom<object>(
      fullRun,
      { trajectories: [fullRun] },
      { trajectories: [fullRun, plainRun("b"), { bad: 1 }], options },
    ),
    changes,
    cut: fc.option(fc.nat({ max: 2000 }), { freq: 8, nil: null }),
  })
  .map(({ base, changes: list, cut }) => {
    const text = JSON.stringify(changed(base, list));
    return cut === null ? text : text.slice(0, cut);
  });

const headers = fc.record(
  {
    "content-type": fc.oneof(
      { weight: 6, arbitrary: fc.constant("application/json") },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "",
          "text/plain",
          "multipart/form-data",
          "multipart/form-data; boundary=x",
          "application/json; charset=utf-8",
        ),
      },
    ),
    "idempotency-key": fc.constantFrom("a", "b", "c", "with blank", "x".repeat(300)),
    "content-encoding": fc.constantFrom("identity", "br"),
    "last-event-id": fc.constantFrom("0", "1", "-1", "x"),
  },
  { requiredKeys: ["content-type"] },
);

test("every answer is documented in status and shape, and none is a fault of the server", {
  timeout: 120_000,
}, async () => {
  const { get, url } = await start({
    limits: { bodyBytes: 200_000, jobs: 20, textLength: 20_000, steps: 5 },
  });
  const conforms = conformity(await documentOf(get));
  const ids = ["x", "%00", "a%2Fb"];
  const seen = new Set<string>();
  const send = async (
    method: string,
    path: string,
    id: string,
    given: Record<string, string>,
    text?: string,
  ) => {
    const response = await fetch(`${url}${path.replace("{id}", id)}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, ...given },
      ...(text === undefined ? {} : { body: text }),
    });
    seen.add(`${method} ${path} ${response.status}`);
    if (response.status >= 500) throw new Error(`${response.status}: ${await response.text()}`);
    const location = response.headers.get("location");
    if (location !== null) ids.push(location.slice(location.lastIndexOf("/") + 1));
    await conforms(path, method, response);
  };
  const post = fc.record({ path: fc.constantFrom("/v1/verdicts", "/v1/rewards", "/v1/jobs"), body, headers });
  const others = fc.record({
    route: fc.constantFrom(
      ["get", "/health"],
      ["get", "/metrics"],
      ["get", "/openapi.json"],
      ["get", "/v1/jobs/{id}"],
      ["get", "/v1/jobs/{id}/events"],
      ["delete", "/v1/jobs/{id}"],
    ),
    which: fc.nat(),
    headers,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: post.map((request) => ({ post: request })) }, others),
      async (request) => {
        if ("post" in request)
          return send("post", request.post.path, "", request.post.headers, request.post.body);
        const [method = "", path = ""] = request.route;
        return send(method, path, ids[request.which % ids.length] ?? "", request.headers);
      },
    ),
    { numRuns: 800 },
  );
  // The bodies did reach the judge, and every kind of refusal.
  for (const expected of [
    "post /v1/verdicts 200",
    "post /v1/verdicts 422",
    "post /v1/rewards 200",
    "post /v1/rewards 400",
    "post /v1/rewards 415",
    "post /v1/rewards 422",
    "post /v1/jobs 202",
    "get /v1/jobs/{id} 200",
    "get /v1/jobs/{id} 404",
    "get /v1/jobs/{id}/events 200",
    "delete /v1/jobs/{id} 200",
  ])
    expect(seen).toContain(expected);
});
