/** A bare hono server that sends back what it gets: what bench/serve.ts compares with. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono()
  .post("/text", async (c) => c.body(await c.req.text(), 200, { "content-type": "application/json" }))
  .post("/json", async (c) => c.json(await c.req.json()));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stderr.write(`http://127.0.0.1:${port}\n`);
});
