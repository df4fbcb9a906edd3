/** The review in a real terminal: keys, sizes, what is on the disk after a kill, and the terminal as it was before. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { packageRoot } from "../src/package-root.ts";
import { trajudge } from "./command-line.ts";

const socket = `trajudge-test-${process.pid}`;

function tmux(...words: string[]): string {
  return execFileSync("tmux", ["-L", socket, ...words], { encoding: "utf8" });
}

function hasTmux(): boolean {
  try {
    execFileSync("tmux", ["-V"]);
    return true;
  } catch {
    return false;
  }
}

const first = join(packageRoot, "examples/first/trajectories.jsonl");
let folder = "";
let run = "";
let session = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trajudge-tmux-"));
  run = join(folder, "run");
  const answers = join(folder, "answers.jsonl");
  await writeFile(
    answers,
    '{"trajectoryId":"first/hasty/reviews","text":"The answer is the price. Status: failure"}\n',
  );
  await trajudge("judge", first, "--judge", "offline", "--judge", `recorded:${answers}`, "--out", run);
});
afterAll(async () => {
  if (hasTmux()) {
    try {
      tmux("kill-server");
    } catch {
      // The last session has ended, and the server with it.
    }
  }
  await rm(folder, { recursive: true, force: true });
});

interface Terminal {
  screen(): string;
  keys(...names: string[]): void;
  resize(columns: number, rows: number): void;
  /** The process of the review itself. */
  pid(): number;
  labels(): Promise<Record<string, unknown>[]>;
  name: string;
}

/** Starts a review in a terminal of its own; the state of the terminal is noted before and after. */
async function start(columns = 80, rows = 24, more = ""): Promise<Terminal> {
  session += 1;
  const name = `s${session}`;
  const labels = join(folder, `${name}.jsonl`);
  const command = `${process.execPath} --import tsx ${join(packageRoot, "cli.ts")} review ${run} --rater ann --labels ${labels} ${more}`;
  const line = `cd ${packageRoot}; export NO_COLOR=1; stty -g > ${folder}/${name}.before; ${command}; echo "ended with $?"; stty -g > ${folder}/${name}.after; exec sleep 600`;
  tmux("new-session", "-d", "-s", name, "-x", String(columns), "-y", String(rows), `sh -c '${line}'`);
  const screen = (): string => tmux("capture-pane", "-t", name, "-p");
  await vi.waitFor(() => expect(screen()).toMatch(/\d+ of 8 runs/), { timeout: 30_000, interval: 50 });
  return {
    name,
    screen,
    keys: (...names) => {
      for (const each of names) tmux("send-keys", "-t", name, each);
    },
    resize: (wide, high) => tmux("resize-window", "-t", name, "-x", String(wide), "-y", String(high)),
    pid: () =>
      Number(
        execFileSync("pgrep", ["-f", `review .*--labels ${labels}`], { encoding: "utf8" })
          .trim()
          .split("\n")
          .at(-1),
      ),
    labels: async () =>
      (await readFile(labels, "utf8").catch(() => ""))
        .split("\n")
        .filter(Boolean)
        .map((text) => JSON.parse(text)),
  };
}

const shows = (terminal: Terminal, text: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(terminal.screen()).toMatch(text), { timeout: 10_000, interval: 30 });

const trimmed = (screen: string): string => `${screen.replace(/[ \t]+$/gm, "").trimEnd()}\n`;

async function terminalStates({ name }: Terminal): Promise<string[]> {
  return Promise.all(["before", "after"].map((when) => readFile(join(folder, `${name}.${when}`), "utf8")));
}

describe.skipIf(!hasTmux())("in a terminal (needs tmux)", { timeout: 90_000 }, () => {
  test("the main screens at 80 by 24 and at 200 by 60", async () => {
    const terminal = await start();
    await expect(trimmed(terminal.screen())).toMatchFileSnapshot("fixtures/review/list-80.txt");
    terminal.keys("Enter");
    await shows(terminal, /2 judges have a verdict|1 judge has a verdict/);
    await shows(terminal, "(no screenshot)");
    await expect(trimmed(terminal.screen())).toMatchFileSnapshot("fixtures/review/run-blind-80.txt");
    terminal.keys("s");
    await shows(terminal, "Labelled success.");
    await shows(terminal, "score 0.76");
    await expect(trimmed(terminal.screen())).toMatchFileSnapshot("fixtures/review/run-revealed-80.txt");
    terminal.keys("?");
    await shows(terminal, "any key goes back");
    await expect(trimmed(terminal.screen())).toMatchFileSnapshot("fixtures/review/help-80.txt");
    terminal.keys("x", "Escape");
    await shows(terminal, /8 of 8 runs/);
    terminal.resize(200, 60);
    await vi.waitFor(
      () =>
        expect(
          Math.max(
            ...terminal
              .screen()
              .split("\n")
              .map((line) => line.length),
          ),
        ).toBeGreaterThan(80),
      { timeout: 10_000 },
    );
    await expect(trimmed(terminal.screen())).toMatchFileSnapshot("fixtures/review/list-200.txt");
    terminal.resize(60, 20);
    await vi.waitFor(
      () =>
        expect(
          Math.max(
            ...terminal
              .screen()
              .split("\n")
              .map((line) => line.length),
          ),
        ).toBeLessThanOrEqual(60),
      { timeout: 10_000 },
    );
    terminal.keys("q");
    await shows(terminal, "ended with 0");
  });

  test("leaving, and Ctrl-C, give the terminal back as it was", async () => {
    for (const last of ["q", "C-c"]) {
      const terminal = await start();
      terminal.keys("Down", last);
      await shows(terminal, /ended with \d/);
      const [before, after] = await vi.waitFor(async () => {
        const states = await terminalStates(terminal);
        expect(states[1]).not.toBe("");
        return states;
      });
      expect(after).toBe(before);
      expect(terminal.screen()).not.toContain("of 8 runs");
    }
  });

  test("kill -9 in the middle of labelling loses no label that the screen has confirmed", async () => {
    const terminal = await start();
    for (const [i, key] of ["s", "f", "u", "b", "s"].entries()) {
      terminal.keys(key);
      await shows(terminal, new RegExp(`${i + 1}/8 labelled`));
      if (i < 4) terminal.keys("n");
    }
    process.kill(terminal.pid(), "SIGKILL");
    await shows(terminal, "ended with 137");
    const outcomes = (await terminal.labels()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["success", "failure", "unsure", "blocked", "success"]);
  });

  test("hostile text cannot move the cursor, recolour or hide anything", async () => {
    const hostile = join(folder, "hostile.jsonl");
    const instruction = "Buy \u001b[2J\u001b[H\u001b]0;owned\u0007milk \u202egnp.exe 日本語 👩‍💻";
    await writeFile(
      hostile,
      `${JSON.stringify({ schema: "trajudge/trajectory@1", id: "x/1", task: { instruction }, steps: [], answer: instruction })}\n`,
    );
    await trajudge("judge", hostile, "--judge", "offline", "--out", join(folder, "hostile"));
    const name = "hostile";
    tmux(
      "new-session",
      "-d",
      "-s",
      name,
      "-x",
      "80",
      "-y",
      "24",
      `cd ${packageRoot} && ${process.execPath} --import tsx cli.ts review ${join(folder, "hostile")} --rater ann`,
    );
    const screen = (): string => tmux("capture-pane", "-t", name, "-p");
    await vi.waitFor(() => expect(screen()).toContain("Buy milk"), { timeout: 30_000 });
    expect(screen().split("\n")[0]).toContain("1 of 1 runs");
    expect(tmux("display-message", "-p", "-t", name, "#{pane_title}")).not.toContain("owned");
    tmux("send-keys", "-t", name, "q");
  });

  test("outside of a terminal it says what to use instead", async () => {
    const { code, err } = await trajudge("review", run);
    expect(code).toBe(2);
    expect(err).toContain("needs a terminal");
  });
});
