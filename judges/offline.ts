/** The offline judge: no model, no key; a transparent sum of what the trajectory itself shows. */
import { z } from "zod";
import { type Signals, signalsOf } from "../src/evidence/index.ts";
import { defineJudge } from "../src/judging/index.ts";
import { type StopReason, shown, type TrajectoryView } from "../src/trajectory/index.ts";

/** One reason and its weight in log-odds: positive speaks for success. */
interface Contribution {
  points: number;
  reason: string;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** How the run ended: the strongest single sign in recorded runs. */
function howItStopped(stop: StopReason | undefined, hasAnswer: boolean, signals: Signals): Contribution[] {
  switch (stop) {
    case "step-limit":
      return [{ points: -3.5, reason: `ran into the step limit after ${signals.steps} steps` }];
    case "error":
      return [{ points: -3, reason: "ended with an error" }];
    case "timeout":
      return [{ points: -3, reason: "ran out of time" }];
    case "infeasible":
      return signals.claimsDone && signals.inability === null
        ? [{ points: 0.4, reason: "reported the task as impossible, yet says that it is done" }]
        : [{ points: -1.2, reason: "gave the task up as impossible" }];
    default:
      if (hasAnswer) return [{ points: 0.4, reason: "ended by itself, with an answer" }];
      if (signals.asksForAnswer)
        return [{ points: -0.8, reason: "the task asks for an answer and none was given" }];
      return [{ points: 0.8, reason: "ended by itself; the task asks for no answer" }];
  }
}

/** Signs of an agent that is stuck: repeated, failing or missing actions. */
function howItWent(signals: Signals): Contribution[] {
  const found: Contribution[] = [];
  const { mostRepeated, distinctActions, failedActions, steps } = signals;
  if (mostRepeated !== null && mostRepeated.times >= 3) {
    found.push({
      points: -Math.min(1.5, 0.3 * (mostRepeated.times - 1)),
      reason: `did ${shown(mostRepeated.action)} ${mostRepeated.times} times`,
    });
  }
  if (distinctActions !== null && distinctActions < 0.85) {
    found.push({
      points: -1.2 * (1 - distinctActions),
      reason: `only ${percent(distinctActions)} of its actions differ from each other`,
    });
  }
  if (failedActions.length > 0) {
    const last = failedActions.includes(steps - 1);
    found.push({
      points: -Math.min(1.2, 2 * (failedActions.length / steps)) - (last ? 0.5 : 0),
      reason: `${failedActions.length} of ${steps} actions reported an error${last ? ", the last one too" : ""}`,
    });
  }
  if (distinctActions === null) found.push({ points: -0.6, reason: "did nothing on any page" });
  if (steps > 15) found.push({ points: -0.5, reason: `took ${steps} steps` });
  if (signals.typedAddresses > 0) {
    found.push({ points: -0.5, reason: "typed an address in mid-run instead of following the site" });
  }
  if (signals.refusedRequests !== null && signals.refusedRequests >= 0.5) {
    found.push({
      points: -0.8,
      reason: `the server refused ${percent(signals.refusedRequests)} of the last requests`,
    });
  }
  return found;
}

/** Whether actions, addresses, requests and answer take up the task, and the pages bear the answer out. */
function whatItShows(signals: Signals, stop: StopReason | undefined): Contribution[] {
  const found: Contribution[] = [];
  if (signals.inability !== null && stop !== "infeasible") {
    found.push({ points: -2.4, reason: `the answer says ${shown(signals.inability)}` });
  }
  const { numbersCovered, answerNumbersSeen, answerWordsSeen } = signals;
  if (numbersCovered !== null) {
    found.push({
      points: 0.8 * (numbersCovered - 0.75),
      reason: `${percent(numbersCovered)} of the task's numbers occur in its actions, addresses, requests or answer`,
    });
  }
  if (answerNumbersSeen !== null) {
    found.push({
      points: 0.8 * (answerNumbersSeen - 0.6),
      reason: `${percent(answerNumbersSeen)} of the answer's numbers were seen on a page`,
    });
  }
  if (answerWordsSeen !== null) {
    found.push({
      points: answerWordsSeen - 0.6,
      reason: `${percent(answerWordsSeen)} of the answer's words were seen on a page`,
    });
  }
  return found;
}

/** Every reason for and against success, in the order in which a person would look. */
function contributions(trajectory: TrajectoryView): Contribution[] {
  const signals = signalsOf(trajectory);
  const hasAnswer = (trajectory.answer ?? "").trim() !== "";
  return [
    ...howItStopped(trajectory.stop, hasAnswer, signals),
    ...howItWent(signals),
    ...whatItShows(signals, trajectory.stop),
  ];
}

/** Log-odds to a share in (0, 1). */
const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

const reasonLine = ({ points, reason }: Contribution): string =>
  `${points >= 0 ? "+" : "−"}${Math.abs(points).toFixed(1)} ${reason}`;

/**
 * Adds the contributions up as log-odds and decides at a half; it always decides. The weights were set by hand on one
 * half of the tasks of a public set of labelled runs, and the score is no probability before it is calibrated.
 */
export const offline = defineJudge({
  id: "offline",
  summary: "no model: a transparent score from what the run itself shows",
  levels: ["trajectory"],
  uses: ["actions", "answer", "text", "captions", "requests", "urls"],
  options: z.strictObject({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe("the score from which a run counts as a success"),
  }),

  judge(trajectory, { options }) {
    const reasons = contributions(trajectory).filter(({ points }) => points !== 0);
    const score = logistic(reasons.reduce((sum, { points }) => sum + points, 0));
    const outcome = score >= options.threshold ? "success" : "failure";
    return Promise.resolve({ outcome, score, reasoning: reasons.map(reasonLine).join("\n") });
  },
});
