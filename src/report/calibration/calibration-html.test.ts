import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { beforeAll, describe, expect, test } from "vitest";
import { trajudge } from "../../../test/command-line.ts";
import { plainText } from "../../trajectory/index.ts";

const hostile = `<script>alert(1)</script>`;

/** Verdicts and labels of 90 runs, a third unlike each other, some undecided, scored, by two agents. */
const lines = Array.from({ length: 90 }, (_, at) => {
  const human = at % 3 === 0 ? "yes" : "no";
  const judge = at % 7 === 0 ? "maybe" : at % 4 === 0 ? "yes" : human;
  const score = ((human === "yes" ? 5 : 2) + (at % 5)) / 10;
  return JSON.stringify({
    human,
    [hostile]: judge,
    score,
    task: at % 40,
    agent: at % 2 === 0 ? "a&b" : hostile,
  });
});

let text = "";
let terminal = "";
const shown = (): string => plainText(parseHTML(text).document.body.textContent ?? "").replace(/\s+/g, " ");

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "trajudge-page-"));
  const pairs = join(folder, "pairs.jsonl");
  await writeFile(pairs, lines.join("\n"));
  const out = join(folder, "page.html");
  const words = `calibrate --pairs ${pairs} --human human --judge ${hostile} --positive yes --negative no --unsure maybe --score score --cluster task --by agent --correct --margin 5 --gate kappa>=0.1 --threshold f1 --html ${out}`;
  const ran = await trajudge(...words.split(" "));
  expect(ran.code).toBe(0);
  terminal = ran.out;
  text = await readFile(out, "utf8");
});

describe("the page of a calibration", () => {
  test("states every figure that the terminal states", () => {
    const figures = terminal.match(/\d+\.\d+(?: %)?/g) ?? [];
    expect(figures.length).toBeGreaterThan(80);
    const page = shown();
    expect(figures.filter((figure) => !page.includes(figure))).toEqual([]);
  });

  test("says in words what the terminal says", () => {
    const sentence = terminal.replace(/\s+/g, " ").match(/It passes .*? of what it keeps\./);
    expect(sentence).not.toBeNull();
    expect(shown()).toContain(sentence?.[0]);
  });

  test("needs no script, and its policy lets nothing in", () => {
    expect(text).not.toContain("<script");
    expect(text).toMatch(/default-src &#39;none&#39;; style-src &#39;sha256-[^;]+&#39;; base-uri/);
    expect(text).not.toMatch(/\s(?:src|href)="(?!#)/);
    expect(text).not.toMatch(/\sstyle=/);
  });

  test("shows foreign names as text", () => {
    expect(shown()).toContain(hostile);
    expect(text).not.toContain(hostile);
  });

  test("has every chart's numbers in a table, with their n", () => {
    const { document } = parseHTML(text);
    expect(document.querySelectorAll("svg.chart").length).toBeGreaterThanOrEqual(6);
    for (const figure of document.querySelectorAll("figure")) {
      const section = figure.closest("section");
      expect(section?.querySelectorAll("table").length).toBeGreaterThan(0);
    }
  });

  test("uses every id once", () => {
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
