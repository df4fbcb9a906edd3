/** Stylesheet and client scripts, from the package's own folder and no other. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../package-root.ts";
import { routes } from "./environment.ts";
import { notFound } from "./trouble-routes.ts";

const folder = join(packageRoot, "src/bazaar/assets");
const types = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" } as const;
const fileName = /^[a-z-]+\.(css|js|svg)$/;

export const assetRoutes = routes().get("/assets/:file", async (c) => {
  const file = c.req.param("file");
  const kind = fileName.exec(file)?.[1];
  if (kind !== "css" && kind !== "js" && kind !== "svg") return notFound(c);
  try {
    return c.body(await readFile(join(folder, file), "utf8"), 200, {
      "content-type": `${types[kind]}; charset=utf-8`,
    });
  } catch {
    return notFound(c);
  }
});
