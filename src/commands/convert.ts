/** `trajudge convert`: any format to native trajectories, a folder a run. */
import { join } from "node:path";
import { Command } from "commander";
import { runFolder, writeNative } from "../formats/index.ts";
import { counted } from "../terminal/index.ts";
import type { Console } from "./console.ts";
import { openInputs, type ReadingFlags, trajectoriesOf, withReadingFlags } from "./reading.ts";

interface Flags extends ReadingFlags {
  out: string;
}

async function convert(paths: string[], flags: Flags, console: Console): Promise<number> {
  const reading = openInputs(paths, flags, console);
  let written = 0;
  for await (const trajectory of trajectoriesOf(reading)) {
    await writeNative(trajectory, join(flags.out, ...runFolder(trajectory.id)));
    written += 1;
    console.status(`${counted(written, "run")} written`);
  }
  console.out(`${counted(written, "run")} written to ${flags.out}`);
  return reading.unreadable.length > 0 ? 1 : 0;
}

export function convertCommand(console: Console, exit: (code: number) => void): Command {
  const command = new Command("convert")
    .description("write recorded runs of any format as native trajectories")
    .argument("<input...>", "folders or files with recorded runs")
    .requiredOption("--out <dir>", "the folder that gets a folder for each run");
  return withReadingFlags(command).action(async (inputs: string[], flags: Flags) =>
    exit(await convert(inputs, flags, console)),
  );
}
