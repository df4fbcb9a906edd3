/** Whether a recorded run is still what was judged. */
import { type Trajectory, trajectoryDigest } from "../trajectory/index.ts";

/** The digest of a run when it was judged, as items.jsonl has it; undefined where nobody knows. */
export type DigestOf = (trajectoryId: string) => string | undefined;

/** True when its digest is known and is another one now: nobody judged what it holds. Reads every image. */
export async function isChanged(trajectory: Trajectory, digestOf: DigestOf | undefined): Promise<boolean> {
  const judged = digestOf?.(trajectory.id);
  return judged !== undefined && judged !== (await trajectoryDigest(trajectory));
}
