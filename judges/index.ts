/** The registry of judges, and how a judge's name is understood. */
import { resolve } from "node:path";
import type { Judge } from "../src/judging/index.ts";
import { InputError } from "../src/trajectory/index.ts";
import { agentRewardBench } from "./agent-reward-bench.ts";
import { agenttrek } from "./agenttrek.ts";
import { captionThenReason } from "./caption-then-reason.ts";
import { endToEnd } from "./end-to-end.ts";
import { isFileSpec, isInstalled, loadJudge } from "./load.ts";
import { naveval } from "./naveval.ts";
import { offline } from "./offline.ts";
import { recorded } from "./recorded.ts";
import { webjudge } from "./webjudge.ts";
import { webvoyager } from "./webvoyager.ts";

export { endToEnd } from "./end-to-end.ts";
export { offline } from "./offline.ts";
export { recorded } from "./recorded.ts";

/** The judges that come with the package, by id. */
export const judges: Readonly<Record<string, Judge>> = {
  [endToEnd.id]: endToEnd,
  [captionThenReason.id]: captionThenReason,
  [naveval.id]: naveval,
  [webjudge.id]: webjudge,
  [webvoyager.id]: webvoyager,
  [agenttrek.id]: agenttrek,
  [agentRewardBench.id]: agentRewardBench,
  [offline.id]: offline,
};

const recordedSpec = /^recorded:(.+?)(?:#([^#]+))?$/;
const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\/[\w.-]+)*$/i;

/**
 * The judge that a name means: an id of {@link judges}, `recorded:FILE[#judge]`, a file (`./my-judge.ts`) or a package
 * with a judge as its default export.
 *
 * @param folder what relative paths start from
 * @throws InputError when there is no such judge
 */
export async function resolveJudge(spec: string, folder: string = process.cwd()): Promise<Judge> {
  const own = Object.hasOwn(judges, spec) ? judges[spec] : undefined;
  if (own !== undefined) return own;
  const match = recordedSpec.exec(spec);
  if (match?.[1] !== undefined) return recorded(resolve(folder, match[1]), match[2]);
  if (isFileSpec(spec) || (packageName.test(spec) && isInstalled(spec, folder)))
    return loadJudge(spec, folder);
  throw new InputError(
    `judge ${JSON.stringify(spec)}: no such judge; there are ${Object.keys(judges).join(", ")}, recorded:FILE[#judge], a file such as ./my-judge.ts, and packages`,
  );
}
