/** The server's routes as a whole: who may come in, what is counted, and how everything else is refused. */
import { Hono, type MiddlewareHandler } from "hono";
import type { Routes, ServerEnvironment, Shared } from "./environment.ts";
import { jobsRoutes } from "./jobs-routes.ts";
import { judgingRoutes } from "./judging-routes.ts";
import { openApiDocument } from "./openapi.ts";
import { Refusal, refusalResponse } from "./problem.ts";
import { json } from "./request.ts";
import { faultLine, systemCode } from "./server-fault.ts";

/** Every path with its methods: what is in no line is not found, and another method is not allowed. */
const routes: Readonly<Record<string, readonly string[]>> = {
  "/health": ["GET"],
  "/metrics": ["GET"],
  "/openapi.json": ["GET"],
  "/v1/verdicts": ["POST"],
  "/v1/rewards": ["POST"],
  "/v1/jobs": ["POST"],
  "/v1/jobs/:id": ["GET", "DELETE"],
  "/v1/jobs/:id/events": ["GET"],
};

const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The route of a path, for counting: paths hold ids, and strangers ask for anything. */
function routeOf(path: string): string {
  if (Object.hasOwn(routes, path)) return path;
  const match = /^\/v1\/jobs\/[^/]+(\/events)?$/.exec(path);
  return match === null ? "other" : `/v1/jobs/:id${match[1] ?? ""}`;
}

/** Anything that was thrown, as a refusal; what is none is an error of the server, and is logged. */
export function toRefusal(error: unknown, { log }: Pick<Shared, "log">): Refusal {
  if (error instanceof Refusal) return error;
  log(`internal error: ${faultLine(error)}`);
  const what = systemCode(error) ?? "an error of its own";
  return new Refusal("internal", `the server met ${what}, which its log names`);
}

const counting =
  ({ metrics }: Shared): MiddlewareHandler<ServerEnvironment> =>
  async (c, next) => {
    const began = performance.now();
    await next();
    const method = known.has(c.req.method) ? c.req.method : "other";
    metrics.answered(method, routeOf(c.req.path), c.res.status, performance.now() - began);
  };

const guarding =
  ({ checkToken, stop }: Shared): MiddlewareHandler<ServerEnvironment> =>
  async (c, next) => {
    if (c.req.path !== "/health") checkToken(c.req.header("authorization"));
    if (stop.aborted && c.req.path !== "/health")
      throw new Refusal("stopping", "the server is stopping; try again later", {
        headers: { "retry-after": "5", connection: "close" },
      });
    return next();
  };

/** The server's routes. */
export function serverApp(shared: Shared): Routes {
  const { metrics, version, stop } = shared;
  const document = JSON.stringify(openApiDocument(shared));
  const app = new Hono<ServerEnvironment>()
    .use(counting(shared))
    .use(guarding(shared))
    .get("/health", () => json(JSON.stringify({ status: stop.aborted ? "stopping" : "ok", version })))
    .get(
      "/metrics",
      async () => new Response(await metrics.text(), { headers: { "content-type": metrics.contentType } }),
    )
    .get("/openapi.json", () => json(document))
    .route("/v1", judgingRoutes(shared))
    .route("/v1", jobsRoutes(shared));
  for (const [path, methods] of Object.entries(routes)) {
    const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    app.all(path, () => {
      throw new Refusal("method-not-allowed", `allowed here: ${allow}`, { headers: { allow } });
    });
  }
  app.notFound(() => refusalResponse(new Refusal("not-found", "there is no such path")));
  app.onError((error) => refusalResponse(toRefusal(error, shared)));
  return app;
}
