import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaFiles, schemasFolder } from "./write-schemas.ts";

test.each(schemaFiles())("schemas/%s is what the records say (else: npm run schemas)", (name, text) => {
  expect(readFileSync(join(schemasFolder, name), "utf8")).toBe(text);
});

test("there are no schemas of records that are gone", () => {
  expect(readdirSync(schemasFolder).sort()).toEqual(
    schemaFiles()
      .map(([name]) => name)
      .sort(),
  );
});
