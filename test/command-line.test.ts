/** The command line as its users meet it: what it prints where, and how it exits. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packageRoot } from "../src/package-root.ts";
import { trajudge } from "./command-line.ts";
import { reply } from "./stubs/model-stub.ts";
import { serving } from "./stubs/serving.ts";

const first = join(packageRoot, "examples/first/trajectories.jsonl");
const labels = join(packageRoot, "examples/first/labels.jsonl");
const serve = serving();

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trajudge-cli-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

describe("judge", () => {
  test("without a model takes the offline judge and says so in one line on stderr", async () => {
    const { code, out, err } = await trajudge("judge", first, "--out", at("run"));
    expect(code).toBe(0);
    expect(err.split("\n")).toHaveLength(1);
    expect(err).toContain("No model (--model) is given");
    expect(out).toContain("offline · 8 trajectories · 0 unscored");
  });

  test("--json prints run.json and nothing else on stdout", async () => {
    const { out } = await trajudge("judge", first, "--judge", "offline", "--out", at("run"), "--json");
    expect(JSON.parse(out)).toEqual(JSON.parse(await readFile(at("run/run.json"), "utf8")));
  });

  test("an input that is not there is one clear line and exit code 2", async () => {
    const { code, err } = await trajudge("judge", at("nothing"), "--judge", "offline", "--out", at("run"));
    expect(code).toBe(2);
    expect(err).toContain("nothing");
    expect(err.split("\n")).toHaveLength(1);
  });

  test("a broken run among others is named, the others are judged, and the exit code is 1", async () => {
    await cp(first, at("runs.jsonl"));
    const good = await readFile(first, "utf8");
    await writeFile(at("runs.jsonl"), `${good}{"schema": "trajudge/trajectory@1", "id": "x", "steps": 3}\n`);
    const { code, out, err } = await trajudge(
      "judge",
      at("runs.jsonl"),
      "--judge",
      "offline",
      "--out",
      at("run"),
    );
    expect(code).toBe(1);
    expect(err).toMatch(/runs\.jsonl:9/);
    expect(out).toContain("8 trajectories");
  });

  test("judges from OCR text alone with a text model, and records which engine read", async () => {
    const stub = await serve("openai", reply.object({ reasoning: "as read", outcome: "success" }));
    const args = [
      "judge",
      join(packageRoot, "examples/bazaar"),
      "--limit",
      "1",
      "--judge",
      "caption-then-reason",
    ];
    const model = ["--model", stub.ref("some-text-model"), "--option", "captioner=ocr"];
    expect((await trajudge(...args, ...model, "--out", at("read"))).code).toBe(0);
    expect(stub.requests).toHaveLength(1);
    expect(stub.texts(0)).toContain("The Bazaar   Shop   Stays");
    expect(JSON.parse(await readFile(at("read/run.json"), "utf8")).judges[0].ocr).toMatch(/^tesseract/);
    const unread = await trajudge(...args, ...model, "--ocr", "none", "--out", at("unread"));
    expect(unread.code).toBe(1);
    expect(unread.out).toContain("missing-evidence");
    expect(stub.requests).toHaveLength(1);
  }, 60_000);

  test("an OCR engine that is not known is wrong use, and the known ones are named", async () => {
    const { code, err } = await trajudge("judge", first, "--ocr", "eyes", "--out", at("run"));
    expect(code).toBe(2);
    expect(err).toMatch(/tesseract, ppocr, none/);
  });

  test("a judge that needs a model says which flag is missing", async () => {
    const { code, err } = await trajudge("judge", first, "--judge", "end-to-end", "--out", at("run"));
    expect(code).toBe(2);
    expect(err).toContain("needs a model");
  });

  test("runs without frames are unscored with their reason, and the exit code is 1", async () => {
    const stub = await serve("openai", reply.object({ reasoning: "r", outcome: "success" }));
    const words = ["judge", first, "--judge", "end-to-end", "--model", stub.ref(), "--out", at("run")];
    const { code, out } = await trajudge(...words);
    expect(code).toBe(1);
    expect(out).toContain("8 × end-to-end: missing-evidence");
    expect(stub.requests).toHaveLength(0);
  });

  test("judges several at once, and a recorded one among them", async () => {
    const lines = (await readFile(labels, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const texts = lines.map(({ trajectoryId, outcome }) =>
      JSON.stringify({ trajectoryId, text: `Thoughts: … Status: ${outcome}` }),
    );
    await writeFile(at("answers.jsonl"), texts.join("\n"));
    const recorded = `recorded:${at("answers.jsonl")}`;
    const judged = await trajudge(
      "judge",
      first,
      "--judge",
      "offline",
      "--judge",
      recorded,
      "--out",
      at("run"),
    );
    expect(judged.code).toBe(0);
    const { out } = await trajudge("calibrate", at("run"), "--labels", labels, "--json");
    const { judges } = JSON.parse(out);
    expect(judges.map(({ judge }: { judge: string }) => judge)).toEqual(["offline", "recorded:answers"]);
    expect(judges[1].kappa.value).toBe(1);
  });

  test("--limit and --where choose runs", async () => {
    const { out } = await trajudge(
      "judge",
      first,
      "--judge",
      "offline",
      "--where",
      "agent.name=hasty",
      "--out",
      at("run"),
      "--json",
    );
    expect(JSON.parse(out).counts.trajectories).toBe(4);
    const limited = await trajudge(
      "judge",
      first,
      "--judge",
      "offline",
      "--limit",
      "3",
      "--out",
      at("other"),
      "--json",
    );
    expect(JSON.parse(limited.out).counts.trajectories).toBe(3);
  });
});

describe("calibrate", () => {
  test("prints a page of at most 80 columns that says what the numbers mean", async () => {
    await trajudge("judge", first, "--judge", "offline", "--out", at("run"));
    const { code, out } = await trajudge("calibrate", at("run"), "--labels", labels, "--by", "agent");
    expect(code).toBe(0);
    expect(
      Math.max(
        ...out
          .split("\n")
          .slice(2)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
    expect(out).toContain("Cohen's κ");
    expect(out).toContain("agent careful");
  });

  test("reads both answers from a CSV with quoted newlines", async () => {
    await writeFile(
      at("pairs.csv"),
      '\ufeffid,human,judge\r\n1,yes,"PASS"\r\n2,no,"PASS"\r\n3,no,"FAIL"\r\n4,yes,"PASS"\r\n',
    );
    const words = ["--human", "human", "--judge", "judge", "--positive", "yes,PASS", "--negative", "no,FAIL"];
    const { out } = await trajudge("calibrate", "--pairs", at("pairs.csv"), ...words, "--json");
    expect(JSON.parse(out)).toMatchObject({ n: 4, confusion: { tp: 2, fp: 1, fn: 0, tn: 1 } });
  });

  test("a value in none of the lists is an error that lists the values seen", async () => {
    await writeFile(at("pairs.csv"), "human,judge\nyes,yes\nmaybe,no\n");
    const words = ["--human", "human", "--judge", "judge", "--positive", "yes", "--negative", "no"];
    const { code, err } = await trajudge("calibrate", "--pairs", at("pairs.csv"), ...words);
    expect(code).toBe(2);
    expect(err).toContain("maybe");
  });

  test("labels of other runs are an error that shows one of each", async () => {
    await trajudge("judge", first, "--judge", "offline", "--out", at("run"));
    await writeFile(at("labels.jsonl"), '{"trajectoryId":"elsewhere/1","rater":"r","outcome":"success"}\n');
    const { code, err } = await trajudge("calibrate", at("run"), "--labels", at("labels.jsonl"));
    expect(code).toBe(2);
    expect(err).toContain("elsewhere/1");
  });

  test("names what is missing", async () => {
    expect((await trajudge("calibrate", at("run"))).err).toContain("--labels");
    expect((await trajudge("calibrate", at("none"), "--labels", labels)).err).toContain("is no run folder");
    expect((await trajudge("calibrate", "--pairs", first, "--human", "h")).err).toContain(
      "--judge, --positive, --negative",
    );
  });
});

describe("training data", () => {
  test("export writes cloning sets, rewards and preference pairs; select chooses attempts", async () => {
    await trajudge("judge", first, "--judge", "offline", "--out", at("run"));
    const words = ["--input", first, "--out", at("bc"), "--min-reward", "1", "--to", "trl"];
    const bc = await trajudge("export", "bc", at("run"), ...words);
    expect(bc.code).toBe(0);
    const card = JSON.parse(await readFile(at("bc/card.json"), "utf8"));
    const lines = (await readFile(at("bc/train.jsonl"), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(card.kept);
    expect(card.kept + card.belowReward + card.duplicates).toBe(card.steps);

    const rewards = (await trajudge("export", "rewards", at("run"))).out
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(rewards.map(({ trajectoryId }: { trajectoryId: string }) => trajectoryId)).size).toBe(8);
    const scaled = (await trajudge("export", "rewards", at("run"), "--reward", "scale=5")).out;
    expect(scaled).toContain('"reward":5');
    expect((await trajudge("export", "rewards", at("run"), "--reward", "progres=1")).code).toBe(2);

    const pairs = (await trajudge("export", "preferences", at("run"))).out
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(pairs.every(({ chosen }: { chosen: string }) => chosen.includes("careful"))).toBe(true);
    const selected = JSON.parse((await trajudge("select", at("run"), "--json")).out);
    expect(selected).toHaveLength(4);
  });
});

describe("looking around", () => {
  test("show prints runs as they were read; --json is an array of them", async () => {
    const { out } = await trajudge("show", first, "--limit", "1");
    expect(out).toContain("Show green lamps that cost at most $50.");
    const json = await trajudge("show", first, "--json");
    expect(JSON.parse(json.out)).toHaveLength(8);
  });

  test("convert writes native runs that read back the same", async () => {
    const { code, out } = await trajudge("convert", first, "--out", at("native"));
    expect(code).toBe(0);
    expect(out).toContain("8 runs written");
    const before = JSON.parse((await trajudge("show", first, "--json")).out);
    const after = JSON.parse((await trajudge("show", at("native"), "--json")).out);
    const bare = (runs: { id: string; steps: unknown; answer: unknown }[]) =>
      runs.map(({ id, steps, answer }) => ({ id, steps, answer })).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(bare(after)).toEqual(bare(before));
  });

  test("formats, judges and judges show print tables and JSON", async () => {
    expect((await trajudge("formats")).out).toContain("webvoyager");
    expect(
      JSON.parse((await trajudge("judges", "--json")).out).map(({ id }: { id: string }) => id),
    ).toContain("end-to-end");
    expect((await trajudge("judges", "show", "end-to-end")).out).toContain(
      "prompts/end-to-end/trajectory.md",
    );
    expect((await trajudge("judges", "show", "nobody")).code).toBe(2);
  });

  test("doctor says which keys are there and never their values", async () => {
    const before = process.env["OPENAI_API_KEY"];
    process.env["OPENAI_API_KEY"] = "sk-never-shown-0000";
    try {
      const { out } = await trajudge("doctor");
      expect(out).toMatch(/OPENAI_API_KEY +set/);
      expect(out).not.toContain("never-shown");
      expect((await trajudge("doctor", "--json")).out).not.toContain("never-shown");
    } finally {
      if (before === undefined) delete process.env["OPENAI_API_KEY"];
      else process.env["OPENAI_API_KEY"] = before;
    }
  });

  test("demo --json prints the calibration document", async () => {
    const { code, out } = await trajudge("demo", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).n).toBeGreaterThan(0);
  });

  test("wrong use exits with 2", async () => {
    expect((await trajudge("judge")).code).toBe(2);
    expect((await trajudge("nonsense")).code).toBe(2);
    expect((await trajudge("judge", first, "--concurrency", "0")).code).toBe(2);
  });
});
