/** docs/serve.md says what the server does: its limits, its statuses, its routes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { packageRoot } from "../../src/package-root.ts";
import { serverLimitsSchema } from "../../src/refine/index.ts";
import { limitsOf } from "../../src/refine/server/limits.ts";
import { openApiDocument } from "../../src/refine/server/openapi.ts";
import { problemKinds } from "../../src/refine/server/problem.ts";

const text = await readFile(join(packageRoot, "docs/serve.md"), "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("every limit is listed with its default and its meaning", () => {
  const listed = rows.filter(([, name]) => /^`[a-zA-Z]+`$/.test(name ?? ""));
  const stated = listed.map(([, name = "", value = "", what]) => [
    name.slice(1, -1),
    Number(value.replaceAll(",", "")),
    what,
  ]);
  const defaults = limitsOf();
  expect(stated).toEqual(
    Object.entries(serverLimitsSchema.shape).map(([name, schema]) => [
      name,
      Reflect.get(defaults, name),
      schema.description,
    ]),
  );
});

test("every status of a refusal is listed", () => {
  const statuses = [...new Set(Object.values(problemKinds).map(([status]) => status))].filter(
    (status) => status !== 500,
  );
  expect(rows.flatMap(([, cell]) => (/^\d{3}$/.test(cell ?? "") ? [Number(cell)] : []))).toEqual(
    statuses.sort(),
  );
});

test("every route is listed", () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(openApiDocument({ version: "0", limits: limitsOf() }));
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace("{id}", "ID")}`),
  );
  const listed = rows.flatMap(([, cell]) => /^`((?:GET|POST|DELETE) [^`]+)`/.exec(cell ?? "")?.[1] ?? []);
  expect(listed.sort()).toEqual(routes.sort());
});
