/** What every route gets of a request: the visitor it comes from. */
import { Hono } from "hono";
import type { Visitor } from "./visitors.ts";

export type SiteEnvironment = { Variables: { visitor: Visitor } };

/** A group of routes. */
export function routes(): Hono<SiteEnvironment> {
  return new Hono<SiteEnvironment>();
}
