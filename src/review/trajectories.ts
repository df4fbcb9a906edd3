/** The recorded runs behind the rows: opened when one is looked at, if the input is still there. */
import { readTrajectories } from "../formats/index.ts";
import { imagesOf, type Observation, type RunItem, type Trajectory } from "../trajectory/index.ts";

/** Runs kept open, so that stepping back and forth does not read again. */
const kept = 8;

export class Trajectories {
  readonly #inputs: readonly string[];
  readonly #open = new Map<string, Promise<Trajectory | undefined>>();

  /** @param inputs where the runs are, when items do not say it or have moved */
  constructor(inputs: readonly string[]) {
    this.#inputs = inputs;
  }

  /** The run of an item; undefined when its input is not there any more. */
  get(item: RunItem): Promise<Trajectory | undefined> {
    const known = this.#open.get(item.id);
    if (known !== undefined) return known;
    const opened = this.#find(item);
    this.#open.set(item.id, opened);
    const [oldest] = this.#open.keys();
    if (this.#open.size > kept && oldest !== undefined) this.#open.delete(oldest);
    return opened;
  }

  async #find(item: RunItem): Promise<Trajectory | undefined> {
    for (const path of [...(item.path === undefined ? [] : [item.path]), ...this.#inputs]) {
      try {
        for await (const trajectory of readTrajectories(path, { onUnreadable: () => undefined })) {
          if (trajectory.id === item.id) return trajectory;
        }
      } catch {
        // This place does not hold it any more; another may.
      }
    }
    return undefined;
  }
}

/** The states of a run in order: before each action, and the final one. */
export function statesOf(trajectory: Trajectory): Observation[] {
  return [
    ...trajectory.steps.map((step) => step.observation),
    ...(trajectory.final === undefined ? [] : [trajectory.final]),
  ];
}

/** The bytes of a state's screenshot; undefined without one. @throws InputError when it cannot be opened */
export async function screenshotOf(
  trajectory: Trajectory,
  state: Observation | undefined,
): Promise<Uint8Array | undefined> {
  const path = state?.screenshot;
  if (path === undefined) return undefined;
  if (path.startsWith("data:")) return Buffer.from(path.slice(path.indexOf(",") + 1), "base64");
  return imagesOf(trajectory)?.read(path);
}
