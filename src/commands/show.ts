/** `trajudge show`: recorded runs as they were read, with what could not be read. */
import { Command } from "commander";
import { actionText } from "../evidence/index.ts";
import { counted, jsonText, plain, wrap } from "../terminal/index.ts";
import type { Trajectory } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { openInputs, type ReadingFlags, trajectoriesOf, withReadingFlags } from "./reading.ts";

interface Flags extends ReadingFlags {
  json?: boolean;
}

const indent = (lines: readonly string[], by: string): string[] => lines.map((line) => by + line);

/** One run as people read it, at most `columns` wide. */
function trajectoryPage(
  trajectory: Trajectory,
  { colors, columns }: Pick<Console, "colors" | "columns">,
): string[] {
  const { id, task, agent, source, steps, final, answer, stop, problems } = trajectory;
  const origin = [agent?.name, source?.benchmark, source?.format]
    .filter((part) => part !== undefined)
    .map((part) => plain(part));
  const frames = [...steps.map((step) => step.observation), final].filter(
    (state) => state?.screenshot !== undefined,
  );
  const field = (name: string, text: string): string[] =>
    wrap(plain(text), columns - 10).map(
      (line, i) => `${i === 0 ? colors.dim(name.padEnd(8)) : " ".repeat(8)}  ${line}`,
    );
  const lines = [
    colors.bold(plain(id)),
    colors.dim(
      [
        ...origin,
        counted(steps.length, "step"),
        counted(frames.length, "frame"),
        `stop: ${stop ?? "unknown"}`,
      ].join(" · "),
    ),
    ...field("task", task.instruction),
  ];
  const numberWidth = Math.max(3, String(steps.length).length);
  for (const step of steps) {
    const number = `${String(step.index).padStart(numberWidth)}  `;
    lines.push(
      ...wrap(plain(actionText(step.action)), columns - number.length).map(
        (line, i) => (i === 0 ? number : " ".repeat(number.length)) + line,
      ),
    );
    if (step.action.error !== undefined)
      lines.push(
        ...wrap(`✗ ${plain(step.action.error)}`, columns - number.length).map(
          (line) => " ".repeat(number.length) + colors.red(line),
        ),
      );
  }
  if (answer !== undefined) lines.push(...field("answer", answer));
  if (final === undefined) lines.push(...field("final", "no state after the last action was recorded"));
  for (const { where, what } of problems ?? []) {
    lines.push(
      ...indent(wrap(plain(`${where}: ${what}`), columns - 4), "    ").map((line, i) =>
        i === 0 ? `${colors.yellow("  ! ")}${line.trimStart()}` : line,
      ),
    );
  }
  return lines;
}

async function show(paths: string[], flags: Flags, console: Console): Promise<number> {
  const reading = openInputs(paths, flags, console);
  let shown = 0;
  try {
    for await (const trajectory of trajectoriesOf(reading)) {
      if (flags.json === true) console.out(`${shown === 0 ? "[" : ","}${jsonText(trajectory)}`);
      else console.out([...(shown === 0 ? [] : [""]), ...trajectoryPage(trajectory, console)].join("\n"));
      shown += 1;
    }
  } finally {
    // Also after an error in the middle: what was printed until then is still one JSON document.
    if (flags.json === true) console.out(shown === 0 ? "[]" : "]");
  }
  return reading.unreadable.length > 0 ? 1 : 0;
}

export function showCommand(console: Console, exit: (code: number) => void): Command {
  const command = new Command("show")
    .description("show recorded runs as they were read, and what could not be read")
    .argument("<input...>", "folders or files with recorded runs")
    .option("--json", "print a JSON array of trajectories");
  return withReadingFlags(command).action(async (inputs: string[], flags: Flags) =>
    exit(await show(inputs, flags, console)),
  );
}
