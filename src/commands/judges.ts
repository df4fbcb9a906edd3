/** `trajudge judges`: the judges there are, and what each needs. */
import { join } from "node:path";
import { Command, Option } from "commander";
import { z } from "zod";
import { judges, resolveJudge } from "../../judges/index.ts";
import { createOcr, type OcrName } from "../evidence/index.ts";
import { readTrajectories } from "../formats/index.ts";
import { type Judge, type PreviewedRequest, previewJudge } from "../judging/index.ts";
import { packageRoot } from "../package-root.ts";
import { jsonText, plain, table, wrap } from "../terminal/index.ts";
import { InputError, type Level, levels, type Trajectory } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { judgeOptions, ocrOption } from "./judge-options.ts";
import { optionWords } from "./option-words.ts";
import { assignments, collect } from "./options.ts";

function description(judge: Judge): object {
  const { id, summary, levels, requires, uses, roles, prompts, options } = judge;
  return {
    id,
    summary,
    levels,
    requires,
    uses,
    roles,
    prompts,
    options: z.toJSONSchema(options, { io: "input" }),
  };
}

function listPage({ colors, columns }: Console): string[] {
  const head = [{ head: "judge" }, { head: "levels" }, { head: "needs" }];
  const all = Object.values(judges);
  const rows = all.map((judge) => [
    judge.id,
    judge.levels.join(", "),
    judge.roles.length === 0 ? "no model" : judge.roles.join(" + "),
  ]);
  const [first = "", ...lines] = table(head, rows, colors.dim);
  const summaries = all.map(({ summary }) =>
    wrap(summary, columns - 4).map((line) => colors.dim(`    ${line}`)),
  );
  const also =
    "Also: recorded:FILE[#judge] takes verdicts that are in a JSONL file already; ./my-judge.ts is a judge of your own.";
  return [first, ...lines.flatMap((line, i) => [line, ...(summaries[i] ?? [])]), "", ...wrap(also, columns)];
}

function judgeDetails(judge: Judge, { colors, columns }: Console): string[] {
  const field = (name: string, text: string): string =>
    `${colors.dim(name.padEnd(10))}${wrap(text, columns - 10).join(`\n${" ".repeat(10)}`)}`;
  const options = z.toJSONSchema(judge.options, { io: "input" }).properties ?? {};
  return [
    colors.bold(judge.id),
    judge.summary,
    "",
    field("levels", judge.levels.join(", ")),
    field("requires", judge.requires.join(", ") || "nothing"),
    field("uses", judge.uses.join(", ") || "nothing more"),
    field("models", judge.roles.join(", ") || "none"),
    field("prompts", judge.prompts.map((id) => `prompts/${id}.md`).join(", ") || "none"),
    ...Object.entries(options).map(([name, schema], i) =>
      field(i === 0 ? "options" : "", `${name} = ${optionWords(schema)}`),
    ),
  ];
}

/** A bundled run with pictures, on which a judge's requests are shown. */
const exampleRun = join(packageRoot, "examples/bazaar");

interface ShowFlags {
  json?: boolean;
  prompt?: string[];
  option?: string[];
  level: Level;
  input?: string;
  ocr: OcrName;
}

async function firstOf(path: string): Promise<Trajectory> {
  for await (const trajectory of readTrajectories(path, { limit: 1 })) return trajectory;
  throw new InputError(`${path}: holds no run`);
}

/** The requests as text: who is asked, and what stands in each message; a picture by its size. */
function requestLines({ role, messages }: PreviewedRequest, number: number, { colors }: Console): string[] {
  const parts = messages.flatMap((message) => [
    colors.cyan(`[${message.role}]`),
    ...message.content.map((part) =>
      part.type === "text"
        ? plain(part.text, { lines: true })
        : colors.yellow(`[picture: ${part.mediaType}, ${Math.ceil(part.bytes.byteLength / 1024)} kB]`),
    ),
  ]);
  return ["", colors.bold(`Request ${number}, to the ${role} model`), ...parts];
}

async function requestsOf(
  judge: Judge,
  trajectory: Trajectory,
  { level, option = [], prompt, ocr }: ShowFlags,
): Promise<PreviewedRequest[]> {
  const engine = createOcr(ocr);
  try {
    return await previewJudge(judge, trajectory, {
      level,
      judgeOptions: judgeOptions(judge.id, option),
      promptOverrides: assignments("--prompt", prompt),
      ocr: engine,
    });
  } finally {
    await engine?.close();
  }
}

async function show(id: string, flags: ShowFlags, console: Console): Promise<void> {
  const judge = await resolveJudge(id);
  const trajectory = await firstOf(flags.input ?? exampleRun);
  const requests = judge.roles.length === 0 ? [] : await requestsOf(judge, trajectory, flags);
  if (flags.json === true) {
    const bare = requests.map(({ role, messages, schema }) => ({
      role,
      schema,
      messages: messages.map((message) => ({
        role: message.role,
        content: message.content.map((part) =>
          part.type === "text" ? part : { type: part.type, mediaType: part.mediaType },
        ),
      })),
    }));
    console.out(jsonText({ ...description(judge), example: trajectory.id, requests: bare }));
    return;
  }
  console.out(judgeDetails(judge, console).join("\n"));
  if (requests.length === 0) return;
  console.out(`\nWhat it would send for ${plain(trajectory.id)} (nothing is sent):`);
  console.out(requests.flatMap((request, i) => requestLines(request, i + 1, console)).join("\n"));
}

export function judgesCommand(console: Console): Command {
  const command = new Command("judges")
    .description("list the judges; `judges show ID` describes one")
    .option("--json", "print a JSON array")
    .action((flags: { json?: boolean }) => {
      if (flags.json === true) console.out(jsonText(Object.values(judges).map(description)));
      else console.out(listPage(console).join("\n"));
    });
  command
    .command("show")
    .description("describe one judge and print what it would send for a run; no call is made")
    .argument("<id>", "a judge's id, or ./my-judge.ts")
    .option("--input <path>", "the run to show it on (default: a bundled example)")
    .addOption(new Option("--level <level>", "what is judged").choices([...levels]).default("trajectory"))
    .option("--option <name=value>", "an option of the judge, repeatable", collect)
    .addOption(ocrOption())
    .option("--prompt <id=file>", "use this file instead of a prompt, repeatable", collect)
    .option("--json", "print a JSON object")
    // With the parent's flags: commander takes --json for one of `judges`, which has it too.
    .action((id: string, _flags: ShowFlags, own: Command) =>
      show(id, own.optsWithGlobals<ShowFlags>(), console),
    );
  return command;
}
