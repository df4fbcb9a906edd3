/** The verdicts of one judge of a run folder, for commands that turn verdicts into something else. */
import { readItems, readRun, readVerdicts } from "../batch/index.ts";
import { InputError, type RunItem, type Verdict } from "../trajectory/index.ts";

/**
 * The judge's verdicts, the newest of each run, and the run's items.
 *
 * @param judge its id; needed when the folder holds several
 * @throws InputError when there are several judges and none is named, or the named one is not there
 */
export async function verdictsOfRun(
  folder: string,
  judge: string | undefined,
): Promise<{ verdicts: Verdict[]; items: RunItem[] }> {
  const { judges } = await readRun(folder);
  const ids = judges.map(({ id }) => id);
  if (judge === undefined && ids.length > 1) {
    throw new InputError(`${folder}: holds verdicts of ${ids.join(", ")}; choose one with --judge`);
  }
  const chosen = judge ?? ids[0];
  if (chosen === undefined || !ids.includes(chosen)) {
    throw new InputError(`${folder}: --judge: there is no ${JSON.stringify(judge)}, but ${ids.join(", ")}`);
  }
  const newest = new Map<string, Verdict>();
  for await (const verdict of readVerdicts(folder))
    if (verdict.judge === chosen) newest.set(verdict.trajectoryId, verdict);
  const items = new Map<string, RunItem>();
  for await (const item of readItems(folder)) items.set(item.id, item);
  return { verdicts: [...newest.values()], items: [...items.values()] };
}
