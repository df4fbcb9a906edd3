/** The trajectory record: one recorded run of an agent, as every reader yields it and every judge sees it. */
import { z } from "zod";

/** Coordinates are CSS pixels of the viewport, origin top left; readers convert other scales. */
const pixel = z.number();
const point = z.tuple([pixel, pixel]);
const box = z.tuple([pixel, pixel, pixel, pixel]);

export const actionTypes = [
  "click",
  "type",
  "select",
  "scroll",
  "hover",
  "press",
  "drag",
  "navigate",
  "back",
  "forward",
  "tab",
  "wait",
  "say",
  "answer",
  "infeasible",
  "tap",
  "swipe",
  "script",
  "other",
] as const;

export const actionTypeSchema = z.enum(actionTypes);
export type ActionType = z.infer<typeof actionTypeSchema>;

export const actionTargetSchema = z.object({
  text: z.string().optional().describe("what a person reads on the element"),
  selector: z.string().optional(),
  id: z.string().optional().describe("the id the agent used, such as a BrowserGym bid or a numbered mark"),
  point: point.optional().describe("[x, y] in CSS pixels of the viewport"),
  box: box.optional().describe("[x, y, width, height] in CSS pixels of the viewport"),
});

export const actionSchema = z.object({
  raw: z.string().optional().describe("the action exactly as the source states it"),
  type: actionTypeSchema.optional(),
  target: actionTargetSchema.optional(),
  value: z.string().optional().describe("typed text, chosen option, pressed key, address or answer"),
  error: z.string().optional().describe("what went wrong when the action was carried out"),
});
export type Action = z.infer<typeof actionSchema>;

export const requestSchema = z.object({
  method: z.string(),
  url: z.string(),
  resourceType: z.string().optional(),
  status: z.number().int().optional(),
  contentType: z.string().optional(),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe("only Accept, X-Requested-With, Sec-Fetch-* and Referer"),
  body: z.string().optional(),
  response: z.string().optional().describe("bounded text of the response body"),
  startedAt: z.string().optional(),
});
export type NetworkRequest = z.infer<typeof requestSchema>;

export const viewportSchema = z.object({
  width: z.number().positive(),
  height: z.number().positive(),
  scale: z.number().positive().optional().describe("device pixels per CSS pixel"),
  scrollX: z.number().optional(),
  scrollY: z.number().optional(),
});

export const elementSchema = z.object({
  id: z.string().optional(),
  role: z.string().optional(),
  text: z.string().optional(),
  selector: z.string().optional(),
  box: box.optional(),
});

export const observationSchema = z.object({
  url: z.string().optional(),
  title: z.string().optional(),
  screenshot: z
    .string()
    .optional()
    .describe("a path inside the trajectory's folder or its data set's root, or a data: URL"),
  text: z.string().optional().describe("the page's visible text"),
  caption: z.string().optional().describe("a model's description of the screenshot"),
  ocr: z.string().optional().describe("text read from the screenshot"),
  accessibilityTree: z.string().optional(),
  html: z.string().optional(),
  elements: z.array(elementSchema).optional(),
  viewport: viewportSchema.optional(),
});
export type Observation = z.infer<typeof observationSchema>;

export const stepSchema = z.object({
  index: z.number().int().nonnegative(),
  observation: observationSchema.describe("what the agent saw before it acted"),
  thought: z.string().optional().describe("the agent's own words: a claim, not evidence"),
  action: actionSchema,
  requests: z.array(requestSchema).optional().describe("the requests that this action caused"),
  startedAt: z.string().optional(),
});
export type Step = z.infer<typeof stepSchema>;

export const referenceSchema = z.object({
  answer: z.string().optional(),
  url: z.string().optional(),
  path: z.array(z.string()).optional(),
  actions: z.array(z.unknown()).optional(),
});

export const taskSchema = z.object({
  id: z.string().optional(),
  instruction: z.string(),
  description: z.string().optional(),
  startUrl: z.string().optional(),
  maxSteps: z.number().int().positive().optional(),
  requirements: z.array(z.string()).optional(),
  document: z.string().optional().describe("operating instructions that the agent was given"),
  reference: referenceSchema.optional().describe("the data set's truth: never shown to a judge"),
});
export type Task = z.infer<typeof taskSchema>;

export const messageSchema = z.object({
  role: z.enum(["user", "agent"]),
  text: z.string(),
  beforeStep: z.number().int().nonnegative().optional(),
});

export const stopReasons = ["answered", "infeasible", "step-limit", "error", "timeout", "unknown"] as const;
export const stopSchema = z.enum(stopReasons);
export type StopReason = z.infer<typeof stopSchema>;

export const problemSchema = z.object({
  where: z.string().describe("the file and field"),
  what: z.string().describe("what could not be read, with the value seen"),
});
export type Problem = z.infer<typeof problemSchema>;

export const trajectorySchemaId = "trajudge/trajectory@1";

export const trajectorySchema = z.object({
  schema: z.literal(trajectorySchemaId),
  id: z.string().min(1),
  task: taskSchema,
  agent: z.object({ name: z.string().optional(), model: z.string().optional() }).optional(),
  source: z
    .object({ format: z.string().optional(), benchmark: z.string().optional(), path: z.string().optional() })
    .optional(),
  messages: z.array(messageSchema).optional(),
  steps: z.array(stepSchema),
  final: observationSchema.optional().describe("what stands on the screen after the last action"),
  requests: z.array(requestSchema).optional().describe("requests that no step can be named for"),
  answer: z.string().optional().describe("what the agent told the user"),
  stop: stopSchema.optional(),
  problems: z.array(problemSchema).optional().describe("what the reader could not read"),
  extra: z.record(z.string(), z.unknown()).optional().describe("whatever else the source held"),
});
/** One recorded run: states s0 … s(n+1) and actions a0 … an; step i holds the state before action i. */
export type Trajectory = z.infer<typeof trajectorySchema>;
