/** What a Reflexion report means for its reader, in plain sentences. */
import type { Rate } from "../../calibration/index.ts";
import type { ErrorCosts, ReflexionReport } from "../refine/index.ts";
import { counted, percent, percentInterval } from "../terminal/index.ts";

const shown = (rate: Rate): string => [percent(rate.value), percentInterval(rate)].filter(Boolean).join(" ");
const points = (share: number): string => `${Math.abs(share * 100).toFixed(1)} points`;

function gainSentence({ rounds }: ReflexionReport): string | null {
  const last = rounds.at(-1);
  if (last === undefined || last.round === 1 || last.gain.value === null) return null;
  const { value, low, high } = last.gain;
  const interval = percentInterval(last.gain);
  const by = `${points(value)}${interval === "" ? "" : ` ${interval}`}`;
  if (value === 0 && interval === "")
    return `No task came out otherwise after round ${last.round} than after round 1.`;
  if (low !== null && low > 0) return `Trying again won ${by} of the tasks over the first trial alone.`;
  if (high !== null && high < 0)
    return `Trying again lost ${by} of the tasks: the evaluator sends successes back.`;
  return `Whether trying again helps is not shown: ${value >= 0 ? "plus" : "minus"} ${by} over the first trial alone.`;
}

function wordSentence({ rounds }: ReflexionReport, evaluator: string): string | null {
  const excess = rounds.at(-1)?.excess;
  if (excess === undefined || excess.value === null || evaluator === "oracle") return null;
  const { value, n } = excess;
  const over = `on the ${counted(n, "task")} that both decide`;
  if (Math.abs(value) < 0.005) return `At the end ${evaluator} and the oracle count alike ${over}.`;
  const by = [points(value), percentInterval(excess)].filter(Boolean).join(" ");
  return `At the end ${evaluator} says ${by} ${value > 0 ? "more" : "less"} success than there is, ${over}.`;
}

function aheadSentence({ ahead }: ErrorCosts): string | null {
  if (ahead.value === null) return null;
  const { low, high } = ahead;
  const rule =
    high !== null && high < 0.5
      ? "below a half, so that sending a success back costs more than accepting a failure"
      : low !== null && low > 0.5
        ? "above a half, so that accepting a failure costs more than sending a success back"
        : "neither surely below nor surely above a half, so that which error costs more is not shown";
  return `${counted(ahead.n, "failure")} ${ahead.n === 1 ? "was" : "were"} tried again, and after ${shown(ahead)} of them the task ended in success: ${rule}.`;
}

function differenceSentence({ falseNegatives, falsePositives, difference }: ErrorCosts): string | null {
  if (falseNegatives.retried === 0 || falsePositives.stopped === 0 || difference.value === null) return null;
  const { low, high, n } = difference;
  if (low !== null && low > 0)
    return "Here one false negative did cost more than one false positive, beyond chance.";
  if (high !== null && high < 0)
    return "Here one false positive did cost more than one false negative, beyond chance.";
  return `From these errors alone (${n} of the rarer kind) it cannot be told which kind costs more.`;
}

/** Sentences in the order in which a reader asks: did it help, is the count right, which error matters. */
export function reflexionMeaning(report: ReflexionReport, evaluator: string): string[] {
  const { costs } = report;
  if (report.tasks === 0) return ["No task was finished yet."];
  const lost = costs?.undecidedLost ?? 0;
  return [
    gainSentence(report),
    wordSentence(report, evaluator),
    costs === null ? null : aheadSentence(costs),
    costs === null ? null : differenceSentence(costs),
    lost === 0
      ? null
      : `${counted(lost, "success", "successes")} that the evaluator left open ${lost === 1 ? "was" : "were"} tried again and lost.`,
  ].filter((sentence) => sentence !== null);
}
