/**
 * What each judge's evidence costs before any model is asked: CPU time, text and pictures a trajectory. Ratios are to
 * the trajectory as it was recorded (bytes) and to end-to-end, which shows the least (CPU).
 *
 * npx tsx bench/evidence.ts [INPUT] [--runs N] [--ocr ENGINE]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judges } from "../judges/index.ts";
import { createOcr, type OcrEngine } from "../src/evidence/index.ts";
import { readTrajectories } from "../src/formats/index.ts";
import { type Judge, previewJudge } from "../src/judging/index.ts";
import { packageRoot } from "../src/package-root.ts";
import { framePaths, imagesOf, type Level, type Trajectory } from "../src/trajectory/index.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "40" }, ocr: { type: "string", default: "none" } },
});
const input = positionals[0] ?? join(packageRoot, "examples/bazaar");

interface Cost {
  cpuMs: number;
  textBytes: number;
  imageBytes: number;
  images: number;
  requests: number;
}

async function costOf(
  judge: Judge,
  level: Level,
  runs: readonly Trajectory[],
  ocr: OcrEngine | undefined,
): Promise<Cost> {
  const cost: Cost = { cpuMs: 0, textBytes: 0, imageBytes: 0, images: 0, requests: 0 };
  const before = process.cpuUsage();
  for (const run of runs) {
    for (const { messages } of await previewJudge(judge, run, { level, ocr })) {
      cost.requests += 1;
      for (const part of messages.flatMap(({ content }) => content)) {
        if (part.type === "text") cost.textBytes += Buffer.byteLength(part.text);
        else {
          cost.images += 1;
          cost.imageBytes += part.bytes.byteLength;
        }
      }
    }
  }
  const { user, system } = process.cpuUsage(before);
  cost.cpuMs = (user + system) / 1000;
  return cost;
}

/** The bytes of a run as it was recorded: its JSON and its pictures. */
async function recordedBytes(run: Trajectory): Promise<number> {
  const images = imagesOf(run);
  let bytes = Buffer.byteLength(JSON.stringify(run));
  for (const path of new Set(framePaths(run))) bytes += (await images?.read(path))?.byteLength ?? 0;
  return bytes;
}

const runs: Trajectory[] = [];
for await (const run of readTrajectories(input, { limit: Number(values.runs) })) runs.push(run);
let recorded = 0;
for (const run of runs) recorded += await recordedBytes(run);
const engine = createOcr(values.ocr === "tesseract" || values.ocr === "ppocr" ? values.ocr : "none");
const cases = Object.values(judges)
  .filter(({ roles }) => roles.length > 0)
  .flatMap((judge) => judge.levels.map((level): [Judge, Level] => [judge, level]));
const endToEnd = judges["end-to-end"];
// The first use of each module and of the image library is not a run's cost.
for (const [judge, level] of cases) await costOf(judge, level, runs.slice(0, 1), engine);
const base = endToEnd === undefined ? undefined : await costOf(endToEnd, "trajectory", runs, engine);

const perRun = (value: number, digits = 0): string => (value / runs.length).toFixed(digits);
console.log(`${runs.length} runs, ${perRun(recorded / 1024)} kB each as recorded; OCR: ${values.ocr}\n`);
console.log(
  "judge                            CPU ms   × end-to-end   text kB   pictures   picture kB   requests   sent : recorded",
);
for (const [judge, level] of cases) {
  const cost = await costOf(judge, level, runs, engine);
  console.log(
    [
      `${judge.id} (${level})`.padEnd(30),
      perRun(cost.cpuMs, 1).padStart(9),
      (base === undefined ? "" : (cost.cpuMs / base.cpuMs).toFixed(1)).padStart(15),
      perRun(cost.textBytes / 1024, 1).padStart(10),
      perRun(cost.images, 1).padStart(11),
      perRun(cost.imageBytes / 1024).padStart(13),
      perRun(cost.requests, 1).padStart(11),
      ((cost.textBytes + cost.imageBytes) / recorded).toFixed(2).padStart(18),
    ].join(""),
  );
}
await engine?.close();
