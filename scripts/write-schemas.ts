/** Writes the JSON Schemas of the records into schemas/, from the zod schemas that are their source of truth. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { packageRoot } from "../src/package-root.ts";
import { reflexionRecordSchema, trialRecordSchema } from "../src/refine/reflexion/trial-record.ts";
import {
  labelSchema,
  runItemSchema,
  runSchema,
  trajectorySchema,
  verdictSchema,
} from "../src/trajectory/index.ts";

const records: Record<string, { title: string; schema: z.ZodType }> = {
  trajectory: { title: "One recorded run of an agent", schema: trajectorySchema },
  verdict: { title: "What a judge said about a trajectory: a line of verdicts.jsonl", schema: verdictSchema },
  label: {
    title: "What a person or an oracle said about a trajectory: a line of a labels file",
    schema: labelSchema,
  },
  run: { title: "One execution of judges over trajectories: run.json", schema: runSchema },
  "run-item": { title: "One trajectory of a run: a line of items.jsonl", schema: runItemSchema },
  reflexion: { title: "A Reflexion loop: reflexion.json", schema: reflexionRecordSchema },
  trial: { title: "One trial of a Reflexion loop: a line of trials.jsonl", schema: trialRecordSchema },
};

/** File name and content of every schema, as they stand in schemas/. */
export function schemaFiles(): [name: string, text: string][] {
  return Object.entries(records).map(([name, { title, schema }]) => {
    const { $schema, ...body } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
    return [`${name}.schema.json`, `${JSON.stringify({ $schema, title, ...body }, null, 2)}\n`];
  });
}

export const schemasFolder: string = join(packageRoot, "schemas");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  mkdirSync(schemasFolder, { recursive: true });
  for (const [name, text] of schemaFiles()) writeFileSync(join(schemasFolder, name), text);
}
