/** Reading what a browser sends, forms and JSON alike, checked by a schema. */
import type { Context } from "hono";
import type { z } from "zod";
import { issueLines } from "../../trajectory/index.ts";
import type { SiteEnvironment } from "./environment.ts";

/** The checked body, or what is wrong with it in one line. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<SiteEnvironment>,
  schema: Schema,
): Promise<{ value: z.output<Schema> } | { problem: string }> {
  const isJson = (c.req.header("content-type") ?? "").includes("json");
  let body: unknown;
  try {
    body = isJson ? await c.req.json() : await c.req.parseBody({ all: true });
  } catch {
    return { problem: "the body is not readable" };
  }
  const result = schema.safeParse(body);
  return result.success
    ? { value: result.data }
    : { problem: issueLines(result.error, body)[0] ?? "wrong input" };
}
