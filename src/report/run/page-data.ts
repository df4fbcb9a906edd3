/** The data that the report's script reads: a light row for every run, and heavier details in chunks opened on demand. */
import { gzipSync } from "node:zlib";
import { redactTrajectory } from "../../evidence/index.ts";
import { oneLine, type Trajectory, trajectoryDigest } from "../../trajectory/index.ts";
import type { ReportRow, ReportRows } from "../rows.ts";
import { type Detail, type RunDetail, runDetail, saidOf } from "./details.ts";
import type { Reread } from "./inputs.ts";
import type { Thumbnails } from "./thumbnails.ts";

const instructionLimit = 400;

/** Details of so many runs are parsed together when one of them is opened. */
export const chunkSize = 25;

export interface PageData {
  index: {
    judges: string[];
    agents: string[];
    benchmarks: string[];
    labelled: boolean;
    chunkSize: number;
    /** The folder of screenshots beside the page, "" when they are inside it or left out. */
    frames: string;
    rows: {
      id: string;
      task: string;
      /** Places in `agents` and `benchmarks`; −1 for none. */
      agent: number;
      benchmark: number;
      steps: number;
      label: string | null;
      divided: boolean;
      /** By judge: outcome and score; null where the judge gave no verdict. */
      said: ([string | null, number | null] | null)[];
    }[];
  };
  chunks: PageChunk[];
}

export interface PageChunk {
  /** The details as JSON, compressed with gzip, in base64. */
  details: string;
  /** Screenshots inside the page by name, as data: URLs. */
  frames: Record<string, string>;
}

function namesOf(rows: readonly ReportRow[], field: "agent" | "benchmark"): string[] {
  return [...new Set(rows.flatMap(({ item }) => item[field] ?? []))].sort();
}

/** The part of the data that the table is made of. */
export function indexOf({ judges, rows }: ReportRows, frames: string): PageData["index"] {
  const agents = namesOf(rows, "agent");
  const benchmarks = namesOf(rows, "benchmark");
  const short = (names: readonly string[]): string[] => names.map((name) => oneLine(name, 200));
  return {
    judges: short(judges),
    agents: short(agents),
    benchmarks: short(benchmarks),
    labelled: rows.some(({ labels }) => labels.length > 0),
    chunkSize,
    frames,
    rows: rows.map(({ item, verdicts, reference, divided }) => ({
      id: oneLine(item.id, 400),
      task: oneLine(item.instruction, instructionLimit),
      agent: agents.indexOf(item.agent ?? ""),
      benchmark: benchmarks.indexOf(item.benchmark ?? ""),
      steps: item.steps,
      label: reference,
      divided,
      said: verdicts.map((verdict) => (verdict === undefined ? null : [verdict.outcome, verdict.score])),
    })),
  };
}

export interface DetailOptions {
  thumbnails: Thumbnails;
  redact: boolean;
  onRun?: (done: number) => void;
}

async function runDetails(
  rows: readonly ReportRow[],
  { trajectories }: Reread,
  { thumbnails, redact, onRun }: DetailOptions,
): Promise<Map<string, RunDetail>> {
  const digests = new Map(rows.map(({ item }) => [item.id, item.digest]));
  const details = new Map<string, RunDetail>();
  const visible = (trajectory: Trajectory): Trajectory =>
    redact ? redactTrajectory(trajectory).trajectory : trajectory;
  for await (const trajectory of trajectories) {
    const changed = (await trajectoryDigest(trajectory)) !== digests.get(trajectory.id);
    details.set(trajectory.id, await runDetail(visible(trajectory), thumbnails, changed));
    onRun?.(details.size);
  }
  return details;
}

function framesOf(details: readonly Detail[], { inside }: Thumbnails): Record<string, string> {
  const names = details.flatMap(({ run }) =>
    [...(run?.steps ?? []), run?.final].flatMap((state) => state?.frame?.name ?? []),
  );
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const picture = inside.get(name);
      return picture === undefined ? [] : [[name, picture]];
    }),
  );
}

/** The details of all rows in their order, in chunks, and how many runs were found. */
export async function chunksOf(
  rows: readonly ReportRow[],
  reread: Reread,
  options: DetailOptions,
): Promise<{ chunks: PageChunk[]; found: number }> {
  const runs = await runDetails(rows, reread, options);
  const details = rows.map((row): Detail => ({ run: runs.get(row.item.id) ?? null, ...saidOf(row) }));
  const chunks = Array.from({ length: Math.ceil(details.length / chunkSize) }, (_, at): PageChunk => {
    const members = details.slice(at * chunkSize, (at + 1) * chunkSize);
    return {
      details: gzipSync(JSON.stringify(members)).toString("base64"),
      frames: framesOf(members, options.thumbnails),
    };
  });
  return { chunks, found: runs.size };
}
