/** Filtered behaviour cloning: the state-action pairs whose step earned enough, once each, with a count of the rest. */
import { createHash } from "node:crypto";
import { actionText, recordedName, redactTrajectory } from "../evidence/index.ts";
import { digest, imagesOf, type Trajectory, type Verdict, withImages } from "../trajectory/index.ts";
import { type DigestOf, isChanged } from "./judged-as.ts";
import { type RewardOptions, rewardOf, rewardRules } from "./reward.ts";

/** Kept of a page's text or tree in a training example, in characters. */
const pageLength = 8000;
const historyLength = 20;

/** What an agent saw, and what it did: one example to learn from. */
export interface Example {
  trajectoryId: string;
  step: number;
  reward: number;
  task: string;
  url: string | null;
  /** The accessibility tree, or else the visible text; null when neither was recorded. */
  page: string | null;
  /** What was done before, oldest first. */
  history: string[];
  thought: string | null;
  /** The action in the agent's own notation where it was recorded, else in words. */
  action: string;
  /** The screenshot's path in the record; null without one. */
  screenshot: string | null;
}

/** Why steps are not among the examples. */
export interface CloningCounts {
  trajectories: number;
  withoutVerdict: number;
  /** Runs that are not what they were when they were judged: nobody judged what they hold now. */
  changed: number;
  steps: number;
  kept: number;
  belowReward: number;
  withoutReward: number;
  duplicates: number;
  /** Secrets replaced in what was kept or looked at. */
  redacted: number;
}

export interface CloningOptions {
  /** A step is kept when its reward is at least this. */
  minReward: number;
  rewards?: RewardOptions;
  /** Whether the agent's thoughts are part of what is learned. Default true. */
  thoughts?: boolean;
  /** A run that is not what was judged is left out. */
  digestOf?: DigestOf;
}

/** At trajectory level every step of a run has the run's own reward; at step level each its own. */
function stepRewards(verdict: Verdict, options: RewardOptions | undefined): (number | null)[] {
  const { reward, steps } = rewardOf(verdict, options);
  return verdict.steps === undefined ? steps.map(() => reward) : steps;
}

function exampleOf(
  trajectory: Trajectory,
  index: number,
  reward: number,
  thoughts: boolean,
): Example | undefined {
  const step = trajectory.steps[index];
  if (step === undefined) return undefined;
  const { observation, action } = step;
  const page = observation.accessibilityTree ?? observation.text ?? observation.caption;
  const earlier = trajectory.steps.slice(Math.max(0, index - historyLength), index);
  return {
    trajectoryId: trajectory.id,
    step: index,
    reward,
    task: trajectory.task.instruction,
    url: observation.url ?? null,
    page: page?.slice(0, pageLength) ?? null,
    history: earlier.map((each) => actionText(each.action, recordedName(each))),
    thought: thoughts ? (step.thought ?? null) : null,
    action: action.raw ?? actionText(action, recordedName(step)),
    screenshot: observation.screenshot ?? null,
  };
}

/** The redacted run, still able to open its images. */
function redacted(trajectory: Trajectory): { trajectory: Trajectory; count: number } {
  const { trajectory: clean, count } = redactTrajectory(trajectory);
  const images = imagesOf(trajectory);
  return { trajectory: images === undefined ? clean : withImages(clean, images), count };
}

/**
 * The examples of filtered behaviour cloning (Pan et al. 2024, section 5.2), streamed; `counts` grows while they are.
 *
 * A pair that says the same as an earlier one (task, page, picture and action) is left out. Everything is redacted.
 *
 * @param verdictOf the verdict of a trajectory, by its id
 * @throws InputError for reward options out of range
 */
export async function* clonedSteps(
  trajectories: AsyncIterable<Trajectory>,
  verdictOf: (trajectoryId: string) => Verdict | undefined,
  { minReward, rewards, thoughts = true, digestOf }: CloningOptions,
  counts: CloningCounts,
): AsyncGenerator<{ example: Example; picture: Uint8Array | undefined }> {
  const rules = rewardRules(rewards);
  const seen = new Set<string>();
  for await (const read of trajectories) {
    counts.trajectories += 1;
    counts.steps += read.steps.length;
    const verdict = verdictOf(read.id);
    if (verdict === undefined) {
      counts.withoutVerdict += 1;
      continue;
    }
    if (verdict.stepCount !== read.steps.length || (await isChanged(read, digestOf))) {
      counts.changed += 1;
      continue;
    }
    const { trajectory, count } = redacted(read);
    counts.redacted += count;
    for (const [index, reward] of stepRewards(verdict, rules).entries()) {
      if (reward === null) counts.withoutReward += 1;
      else if (reward < minReward) counts.belowReward += 1;
      else {
        const example = exampleOf(trajectory, index, reward, thoughts);
        if (example === undefined) continue;
        const picture = await pictureOf(trajectory, example.screenshot);
        const { task, url, page, action, history } = example;
        const seenAs = picture === undefined ? null : createHash("sha256").update(picture).digest("hex");
        const key = digest({ task, url, page, action, history, seenAs });
        if (seen.has(key)) counts.duplicates += 1;
        else {
          seen.add(key);
          counts.kept += 1;
          yield { example, picture };
        }
      }
    }
  }
}

async function pictureOf(trajectory: Trajectory, path: string | null): Promise<Uint8Array | undefined> {
  if (path === null) return undefined;
  try {
    if (path.startsWith("data:")) return Buffer.from(path.slice(path.indexOf(",") + 1), "base64");
    return await imagesOf(trajectory)?.read(path);
  } catch {
    return undefined;
  }
}

/** Counts of nothing yet. */
export function noCloningCounts(): CloningCounts {
  return {
    trajectories: 0,
    withoutVerdict: 0,
    changed: 0,
    steps: 0,
    kept: 0,
    belowReward: 0,
    withoutReward: 0,
    duplicates: 0,
    redacted: 0,
  };
}
