/** `trajudge serve`: verdicts and rewards over HTTP. */
import { readFile } from "node:fs/promises";
import { BlockList, isIP } from "node:net";
import { Command, InvalidArgumentError, Option } from "commander";
import { resolveJudge } from "../../judges/index.ts";
import { makeFolder, runSecret } from "../batch/index.ts";
import { createOcr, type OcrName } from "../evidence/index.ts";
import { prepareJudge } from "../judging/index.ts";
import { readEnvironment } from "../models/index.ts";
import { drawToken, type ServerLimits, serverLimitsSchema, startRewardServer } from "../refine/index.ts";
import { plain } from "../terminal/index.ts";
import { InputError, type Level, levels } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { onInterrupt } from "./interrupt.ts";
import { judgeOptions, ocrOption } from "./judge-options.ts";
import { type ModelFlags, modelsOf, withModelFlags } from "./model-flags.ts";
import { assignments, collect, positiveInteger } from "./options.ts";
import { jsonAssignments, rewardFlag, rewardOptions } from "./reward-flags.ts";

interface Flags extends ModelFlags {
  judge: string;
  level: Level;
  option?: string[];
  prompt?: string[];
  reward?: string[];
  max?: string[];
  concurrency: number;
  port: number;
  host: string;
  tokenFile?: string;
  data: string;
  ocr: OcrName;
}

const tokenVariable = "TRAJUDGE_TOKEN";
const longestName = Math.max(...Object.keys(serverLimitsSchema.shape).map((name) => name.length));

const help = `
Routes: POST /v1/verdicts, /v1/rewards, /v1/jobs; GET and DELETE /v1/jobs/ID; GET
  /v1/jobs/ID/events, /health, /metrics, /openapi.json (docs/serve.md)
The token comes from --token-file, from ${tokenVariable}, or is drawn and printed once.
Limits (--max name=value):
${Object.entries(serverLimitsSchema.shape)
  .map(
    ([name, schema]) => `  ${name.padEnd(longestName)}  ${schema.description} (${schema.parse(undefined)})`,
  )
  .join("\n")}
Examples:
  trajudge serve                                   the offline judge on this machine
  trajudge serve --judge end-to-end --model openai:gpt-5 --reward unsure=0`;

function portNumber(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError("Give a port from 0 to 65535.");
  return port;
}

/** Where the token comes from: the flag, the environment, or chance. */
async function tokenOf({ tokenFile }: Flags): Promise<{ token: string; drawn: boolean }> {
  if (tokenFile !== undefined) {
    const text = await readFile(tokenFile, "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new InputError(`--token-file ${tokenFile}: cannot be read: ${error.code ?? error.message}`);
    });
    return { token: text.trim(), drawn: false };
  }
  const given = readEnvironment()[tokenVariable];
  return given === undefined ? { token: drawToken(), drawn: true } : { token: given, drawn: false };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(host: string): boolean {
  const kind = isIP(host);
  return kind === 0 ? host === "localhost" : loopback.check(host, kind === 6 ? "ipv6" : "ipv4");
}

/** Resolves at the first wish to stop. */
function asked(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function serve(flags: Flags, console: Console): Promise<void> {
  const judge = await resolveJudge(flags.judge);
  const { token, drawn } = await tokenOf(flags);
  await makeFolder(flags.data);
  const ocr = createOcr(flags.ocr);
  const interrupt = onInterrupt(
    console,
    "Stopping: finishing the requests under way (again: gives them up).",
  );
  try {
    const prepared = prepareJudge(judge, {
      level: flags.level,
      models: modelsOf(flags),
      judgeOptions: judgeOptions(judge.id, flags.option ?? []),
      promptOverrides: assignments("--prompt", flags.prompt),
      ocr,
      secret: await runSecret(flags.data),
    });
    if (!isLoopback(flags.host)) {
      console.err(
        `Warning: --host ${plain(flags.host)}: other machines can reach this server; the token and all runs travel unencrypted. Put a proxy with TLS before it.`,
      );
    }
    const limits: ServerLimits = jsonAssignments("--max", flags.max);
    const server = await startRewardServer({
      judge: prepared,
      token,
      data: flags.data,
      rewards: rewardOptions(flags.reward),
      limits,
      concurrency: flags.concurrency,
      host: flags.host,
      port: flags.port,
      log: (line) => console.err(`trajudge: ${plain(line)}`),
    });
    console.err(`Listening on ${server.url}, judge ${judge.id}, jobs in ${plain(flags.data)}`);
    if (drawn) console.err(`Token (shown once): ${token}`);
    await asked(interrupt.stop);
    interrupt.abort.addEventListener("abort", () => server.abort(), { once: true });
    await server.stop();
  } finally {
    interrupt.dispose();
    await ocr?.close();
  }
}

export function serveCommand(console: Console): Command {
  const command = new Command("serve")
    .description("answer verdicts and rewards over HTTP, for training loops")
    .option("--judge <id>", "the judge: an id (trajudge judges), or ./my-judge.ts", "offline")
    .addOption(new Option("--level <level>", "what is judged").choices([...levels]).default("trajectory"))
    .option("--option <name=value>", "an option of the judge, repeatable", collect)
    .addOption(ocrOption())
    .option("--prompt <id=file>", "use this file instead of a prompt, repeatable", collect)
    .option(...rewardFlag)
    .option("--concurrency <n>", "verdicts made at the same time", positiveInteger, 8)
    .option("--port <n>", "the port; 0 takes a free one", portNumber, 8642)
    .option(
      "--host <address>",
      "where to listen; another than this machine's own is warned about",
      "127.0.0.1",
    )
    .option("--token-file <file>", "the file that holds the bearer token")
    .option("--data <dir>", "the folder of the jobs", "runs/serve")
    .option("--max <name=value>", "a limit, repeatable (below)", collect)
    .addHelpText("after", help);
  return withModelFlags(command).action((flags: Flags) => serve(flags, console));
}
