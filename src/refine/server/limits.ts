/** The bounds of the reward server: what it takes in, how long it waits, how much it holds at once. */
import { z } from "zod";
import { check } from "../../trajectory/index.ts";

const count = z.number().int().min(1);
const seconds = z.number().positive().max(86_400);

export const serverLimitsSchema = z.strictObject({
  bodyBytes: count.default(32 * 1024 * 1024).describe("bytes of one request's body"),
  bodySeconds: seconds.default(30).describe("seconds in which a request's head and body must have come"),
  requestSeconds: seconds.default(300).describe("seconds that judging the items of one request may take"),
  trajectories: count.default(256).describe("trajectories of one batch or job"),
  steps: count.default(1000).describe("steps of one trajectory"),
  images: count.default(200).describe("screenshots of one trajectory"),
  imagePixels: count.default(32_000_000).describe("pixels that one screenshot may announce"),
  values: count.default(200_000).describe("fields and list entries of one trajectory"),
  textLength: count.default(4_000_000).describe("characters of one trajectory, screenshots not counted"),
  queue: count.default(2048).describe("items of requests that wait for a verdict at the same time"),
  bufferedBytes: count
    .default(512 * 1024 * 1024)
    .describe("bytes of all bodies that are held at the same time"),
  jobs: count.default(64).describe("jobs that are not finished"),
  jobsKept: count.default(1000).describe("finished jobs whose results are kept"),
  connections: count.default(4096).describe("open connections"),
  stopSeconds: seconds.default(10).describe("seconds that running requests have when the server is stopped"),
});

/** Limits as a caller gives them; all have defaults. */
export type ServerLimits = z.input<typeof serverLimitsSchema>;
export type Limits = z.output<typeof serverLimitsSchema>;

/** @throws InputError that names the limit and the value seen */
export function limitsOf(limits: ServerLimits = {}): Limits {
  return check(serverLimitsSchema, limits, "server limits");
}
