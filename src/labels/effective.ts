/** Which labels count: the newest of each rater, what was taken back, and one reference for each trajectory. */
import type { Label, Outcome, StepClass } from "../trajectory/index.ts";

export interface EffectiveLabels {
  /** At most one label for each trajectory and rater, in the order of the file. */
  labels: Label[];
  /** Labels that a newer one of the same trajectory, rater and phase replaced. */
  superseded: number;
  /** Labels that were taken back: trajectories, raters and phases whose newest line says so. */
  retracted: number;
  /** Labels given after the verdicts were seen, left out because the rater had also given a blind one. */
  outranked: number;
  /** Labels given after the verdicts were seen that count, because there is no blind one. */
  revealed: number;
}

/**
 * Reads an append-only list of labels. For each (trajectory, rater, phase) the newest line counts, and
 * `retracted: true` takes it back; a label without a phase is a blind one. Of a rater's blind and revealed label of one
 * trajectory the blind one counts.
 */
export function effectiveLabels(labels: readonly Label[]): EffectiveLabels {
  const newest = new Map<string, Label>();
  let superseded = 0;
  for (const label of labels) {
    const key = JSON.stringify([label.trajectoryId, label.rater, label.phase ?? "blind"]);
    const old = newest.get(key);
    if (old !== undefined && old.retracted !== true && label.retracted !== true) superseded += 1;
    newest.delete(key); // so that the newest line also has the newest place
    newest.set(key, label);
  }
  const standing = [...newest.values()].filter((label) => label.retracted !== true);
  const blind = new Set(standing.filter((label) => label.phase !== "revealed").map(personKey));
  const counted = standing.filter((label) => label.phase !== "revealed" || !blind.has(personKey(label)));
  return {
    labels: counted,
    superseded,
    retracted: newest.size - standing.length,
    outranked: standing.length - counted.length,
    revealed: counted.filter((label) => label.phase === "revealed").length,
  };
}

const personKey = (label: Label): string => JSON.stringify([label.trajectoryId, label.rater]);

/** What the raters of one trajectory say together. */
export interface Reference {
  /** Null when the raters are divided. */
  outcome: Outcome | null;
  /** True when the raters whose labels count do not all say the same. */
  conflict: boolean;
  /** Step classes on which the raters agree by majority. */
  steps: Map<number, StepClass>;
  probability?: number;
}

/**
 * One reference out of a trajectory's labels. An adjudicated label decides alone (the newest of several); otherwise
 * people decide, and programs only where no person did. Among several the outcome with the most votes counts; two with
 * the most votes are a tie, and a tie is no reference.
 *
 * @param labels the effective labels of one trajectory, at least one
 */
export function referenceOf(labels: readonly Label[]): Reference {
  const adjudicated = labels.findLast((label) => label.kind === "adjudicated");
  const people = labels.filter((label) => label.kind === "human");
  const deciding = adjudicated !== undefined ? [adjudicated] : people.length > 0 ? people : labels;
  const outcomes = deciding.map((label) => label.outcome);
  const probability = labels.find((label) => label.probability !== undefined)?.probability;
  return {
    outcome: mostVoted(outcomes),
    conflict: new Set(outcomes).size > 1,
    steps: stepsOf(deciding),
    ...(probability === undefined ? {} : { probability }),
  };
}

function stepsOf(labels: readonly Label[]): Map<number, StepClass> {
  const votes = new Map<number, StepClass[]>();
  for (const step of labels.flatMap((label) => label.steps ?? [])) {
    votes.set(step.index, [...(votes.get(step.index) ?? []), step.class]);
  }
  const agreed = new Map<number, StepClass>();
  for (const [index, classes] of votes) {
    const winner = mostVoted(classes);
    if (winner !== null) agreed.set(index, winner);
  }
  return agreed;
}

/** The value that occurs most often; null when two do. */
function mostVoted<Value>(votes: readonly Value[]): Value | null {
  const counts = new Map<Value, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const winners = [...counts].filter(([, count]) => count === most).map(([value]) => value);
  const [winner] = winners;
  return winners.length === 1 && winner !== undefined ? winner : null;
}
