/**
 * OCR engines side by side: words read, CPU time, wall time and memory a screenshot, on 40 screens of the Bazaar and,
 * with TRAJUDGE_REALDATA, on three transcribed pages. Native tesseract (Debian's tesseract-ocr), when it is installed,
 * reads the same enlarged grey pictures on one thread; times are also given as ratios to it.
 *
 * npx tsx bench/ocr.ts [ENGINE …]
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { z } from "zod";
import { launchChromium } from "../src/bazaar/agents/chromium.ts";
import { startBazaar } from "../src/bazaar/site/server.ts";
import { ppocr } from "../src/evidence/ocr/ppocr.ts";
import { tesseract } from "../src/evidence/ocr/tesseract.ts";
import { bazaarScreens } from "../test/bazaar/screens.ts";
import { transcribedPages } from "../test/fixtures/transcribed-pages.ts";
import { wordRecall } from "../test/word-recall.ts";

const screenCount = 40;
const [mode, ...rest] = process.argv.slice(2);
const native = "tesseract (native)";

const measured = z.object({
  wallMs: z.number(),
  cpuMs: z.number().nullable(),
  peakMb: z.number(),
  recalls: z.array(z.number()),
});
type Measured = z.infer<typeof measured>;

async function images(folder: string): Promise<{ path: string; words: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".txt")).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: join(folder, name.replace(/\.txt$/, "")),
      words: await readFile(join(folder, name), "utf8"),
    })),
  );
}

/** In a process of its own, so that memory is the engine's. */
async function measureHere(engineName: string, folder: string): Promise<Measured> {
  const engine = engineName === "ppocr" ? ppocr() : tesseract({ workers: 1 });
  const all = await images(folder);
  const first = all[0];
  // The first read starts the engine.
  if (first !== undefined) await engine.read(await readFile(first.path));
  const cpu = process.cpuUsage();
  const start = performance.now();
  const recalls: number[] = [];
  for (const { path, words } of all)
    recalls.push(wordRecall(words, (await engine.read(await readFile(path))).text));
  const wallMs = (performance.now() - start) / all.length;
  const used = process.cpuUsage(cpu);
  await engine.close();
  return {
    wallMs,
    cpuMs: (used.user + used.system) / 1000 / all.length,
    peakMb: process.resourceUsage().maxRSS / 1024,
    recalls,
  };
}

async function measureApart(engineName: string, folder: string): Promise<Measured> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(import.meta.url), "--measure", engineName, folder],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let out = "";
  child.stdout.on("data", (data: Buffer) => {
    out += data.toString();
  });
  await once(child, "close");
  return measured.parse(JSON.parse(out));
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function measureNative(folder: string): Promise<Measured> {
  const recalls: number[] = [];
  let [wallMs, peakMb] = [0, 0];
  const all = await images(folder);
  for (const { path, words } of all) {
    const { width } = await sharp(path).metadata();
    const prepared = `${path}.grey.png`;
    await sharp(path)
      .flatten({ background: "#ffffff" })
      .greyscale()
      .resize(width * 3)
      .png({ compressionLevel: 1 })
      .toFile(prepared);
    const start = performance.now();
    const child = spawn("tesseract", [prepared, "stdout", "--psm", "11"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, OMP_THREAD_LIMIT: "1" },
    });
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
    });
    const closed = once(child, "close");
    const watch = setInterval(async () => {
      if (child.pid !== undefined) peakMb = Math.max(peakMb, await peakOf(child.pid));
    }, 20);
    await closed;
    clearInterval(watch);
    wallMs += (performance.now() - start) / all.length;
    recalls.push(wordRecall(words, text));
  }
  return { wallMs, cpuMs: null, peakMb, recalls };
}

async function main(): Promise<void> {
  const names = mode === undefined ? ["tesseract", "ppocr"] : [mode, ...rest];
  const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-ocr-"));
  const sets: { name: string; folder: string }[] = [
    { name: `Bazaar, ${screenCount} screens`, folder: join(folder, "bazaar") },
  ];
  try {
    await mkdir(join(folder, "bazaar"));
    const bazaar = await startBazaar();
    const browser = await launchChromium();
    for (const [index, { image, words }] of (await bazaarScreens(bazaar, browser, screenCount)).entries()) {
      const path = join(folder, "bazaar", `${String(index).padStart(2, "0")}.jpg`);
      await writeFile(path, image);
      await writeFile(`${path}.txt`, words);
    }
    await browser.close();
    await bazaar.close();
    const realData = process.env["TRAJUDGE_REALDATA"];
    if (realData !== undefined) {
      for (const [index, { image, page }] of transcribedPages.entries()) {
        const own = join(folder, `page-${index}`);
        await mkdir(own);
        await writeFile(join(own, "page.png"), await readFile(join(realData, "runs", image)));
        await writeFile(join(own, "page.png.txt"), page);
        sets.push({ name: image, folder: own });
      }
    }
    for (const set of sets) {
      console.log(`\n${set.name}`);
      const hasNative = spawnSync("tesseract", ["--version"]).status === 0;
      const base = hasNative ? await measureNative(set.folder) : undefined;
      const rows: [string, Measured][] = base === undefined ? [] : [[native, base]];
      for (const name of names) rows.push([name, await measureApart(name, set.folder)]);
      for (const [name, { wallMs, cpuMs, peakMb, recalls }] of rows) {
        const mean = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
        const ratio = base === undefined ? "" : `  ${(wallMs / base.wallMs).toFixed(2)}× native`;
        const cpu = cpuMs === null ? "" : `  cpu ${cpuMs.toFixed(0)} ms`;
        console.log(
          `${name.padEnd(20)} words ${(mean * 100).toFixed(1)} % (worst ${(Math.min(...recalls) * 100).toFixed(1)})  wall ${wallMs.toFixed(0)} ms${cpu}${ratio}  peak ${peakMb.toFixed(0)} MB`,
        );
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (mode === "--measure") console.log(JSON.stringify(await measureHere(rest[0] ?? "", rest[1] ?? "")));
else await main();
