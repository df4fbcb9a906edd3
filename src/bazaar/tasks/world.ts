/** What the oracle knows at a moment: the server's state, what was asked of it, and the page that stands there. */
import { queryOf, type ShopQuery } from "../data/shop-query.ts";
import type { LoggedRequest, VisitorState } from "../site/visitors.ts";

/** The page as it stands: its path, and the values of its fields by name. */
export interface PageState {
  /** Path and query. */
  path: string;
  fields: Record<string, string[]>;
}

/** A moment of an episode. */
export interface World {
  state: VisitorState;
  log: readonly LoggedRequest[];
  page: PageState;
  /** Given to the user, when the episode has ended so. */
  answer: string | null;
  /** The agent called the task impossible. */
  gaveUp: boolean;
}

export function pathOf({ page }: World): string {
  return page.path.split("?")[0] ?? "";
}

/** The path, without its query, was opened at some time, and the server answered. */
export function visited({ log }: World, path: string): boolean {
  return log.some(
    (entry) => entry.kind === "page" && entry.status < 400 && entry.path.split("?")[0] === path,
  );
}

/** What the shop's list shows now; null when another page stands there. */
export function shopListNow(world: World): ShopQuery | null {
  if (pathOf(world) !== "/shop") return null;
  const last = world.log.findLast((entry) => entry.path.startsWith("/api/products"));
  return last === undefined ? null : queryOf(new URL(last.path, "http://site").searchParams);
}

/** Every list of the shop that was shown so far. */
export function shopListsSeen({ log }: World): ShopQuery[] {
  return log
    .filter((entry) => entry.path.startsWith("/api/products"))
    .map((entry) => queryOf(new URL(entry.path, "http://site").searchParams));
}

/** The variables of the last search for rooms; null without one. */
export function lastRoomSearch({ log }: World): Record<string, unknown> | null {
  const last = log.findLast((entry) => graphqlOf(entry)?.operationName === "SearchRooms");
  return last === undefined ? null : (graphqlOf(last)?.variables ?? null);
}

interface GraphqlBody {
  operationName: unknown;
  variables: Record<string, unknown>;
}

function graphqlOf({ path, body }: LoggedRequest): GraphqlBody | null {
  if (path !== "/graphql" || typeof body !== "object" || body === null) return null;
  if (!("variables" in body) || typeof body.variables !== "object" || body.variables === null) return null;
  return {
    operationName: "operationName" in body ? body.operationName : null,
    variables: Object.fromEntries(Object.entries(body.variables)),
  };
}

/** What the first field of this name holds on the page that stands there. */
export function fieldOf({ page }: World, name: string): string {
  return page.fields[name]?.[0] ?? "";
}

/** A field of the page that stands there holds this value. */
export function fieldIs({ page }: World, name: string, value: string): boolean {
  return page.fields[name]?.includes(value) ?? false;
}

/**
 * The answer holds the reference: every number of it as a whole number, every other word in any case. Only what was
 * delivered counts; whether the agent could know it is asked of the pages seen.
 */
export function answerHolds({ answer }: World, ...references: readonly string[]): boolean {
  if (answer === null) return false;
  const text = answer.toLowerCase();
  return references.every((reference) => {
    const plain = reference.toLowerCase();
    if (!/^[\d.:]+$/.test(plain)) return text.includes(plain);
    return [...text.matchAll(/\d+(?:[.:]\d+)*/g)].some(([number]) => number === plain);
  });
}
