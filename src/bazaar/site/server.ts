/** The Bazaar as a server on loopback: one state a visitor, and a log of what each asked for. */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { accountRoutes } from "./account-routes.ts";
import { assetRoutes } from "./asset-routes.ts";
import type { SiteEnvironment } from "./environment.ts";
import { helpRoutes } from "./help-routes.ts";
import { homeRoutes } from "./home-routes.ts";
import { shopRoutes } from "./shop-routes.ts";
import { staysRoutes } from "./stays-routes.ts";
import { trackerRoutes } from "./tracker-routes.ts";
import { notFound, troubleRoutes } from "./trouble-routes.ts";
import { type LoggedRequest, type Visitor, Visitors } from "./visitors.ts";

const cookieName = "visitor";
const loopback = "127.0.0.1";
const largestBody = 64 * 1024;

/** A running site. */
export interface Bazaar {
  /** Where it is, such as `http://127.0.0.1:4711`. */
  url: string;
  /** A new visitor, and the cookie that makes a browser be that visitor. */
  newVisitor(): { visitor: Visitor; cookie: { name: string; value: string; url: string } };
  close(): Promise<void>;
}

function kindOf(path: string): LoggedRequest["kind"] {
  if (/^\/(?:assets|pictures)\//.test(path)) return "asset";
  return /^\/(?:api|graphql)(?:\/|$|\?)/.test(path) ? "data" : "page";
}

/** Forms and JSON as the log keeps them: a password is never kept. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === "GET" || request.method === "HEAD") return null;
  const text = await request.clone().text();
  try {
    return JSON.parse(text);
  } catch {
    const form = new URLSearchParams(text);
    if (form.has("password")) form.set("password", "(not kept)");
    return form.size === 0 ? null : form.toString();
  }
}

function site(visitors: Visitors): Hono<SiteEnvironment> {
  return new Hono<SiteEnvironment>()
    .use(bodyLimit({ maxSize: largestBody }))
    .use(async (c, next) => {
      const known = getCookie(c, cookieName);
      const visitor = known === undefined ? visitors.fresh() : visitors.get(known);
      if (known === undefined)
        setCookie(c, cookieName, visitor.id, { path: "/", httpOnly: true, sameSite: "Lax" });
      c.set("visitor", visitor);
      const { pathname, search } = new URL(c.req.url);
      const entry: LoggedRequest = {
        method: c.req.method,
        path: pathname + search,
        kind: kindOf(pathname),
        body: await bodyOf(c.req.raw),
        status: 0,
      };
      visitor.log.push(entry);
      await next();
      entry.status = c.res.status;
      c.header("cache-control", "no-store");
    })
    .route("/", homeRoutes)
    .route("/", shopRoutes)
    .route("/", staysRoutes)
    .route("/", trackerRoutes)
    .route("/", helpRoutes)
    .route("/", accountRoutes)
    .route("/", troubleRoutes)
    .route("/", assetRoutes)
    .notFound((c) => notFound(c));
}

/**
 * Starts the site on loopback.
 *
 * @param port 0, the default, takes a free one
 */
export function startBazaar({ port = 0 }: { port?: number } = {}): Promise<Bazaar> {
  const visitors = new Visitors();
  const app = site(visitors);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: loopback }, (info: AddressInfo) => {
      const url = `http://${loopback}:${info.port}`;
      resolve({
        url,
        newVisitor: () => {
          const visitor = visitors.fresh();
          return { visitor, cookie: { name: cookieName, value: visitor.id, url } };
        },
        close: () =>
          new Promise((done, failed) => {
            server.close((error) => (error === undefined ? done() : failed(error)));
            if ("closeAllConnections" in server) server.closeAllConnections();
          }),
      });
    });
    server.on("error", reject);
  });
}
