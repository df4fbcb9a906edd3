/** What the page shows of one run when it is opened: its steps, what judges and people said; compact, bounded, plain. */
import { actionText } from "../../evidence/index.ts";
import {
  headAndTail,
  imagesOf,
  type Label,
  type NetworkRequest,
  type Observation,
  oneLine,
  plainText,
  type Trajectory,
  type Verdict,
} from "../../trajectory/index.ts";
import type { ReportRow } from "../rows.ts";
import type { Thumbnail, Thumbnails } from "./thumbnails.ts";

const textLimit = 6000;
const thoughtLimit = 1500;
const urlLimit = 300;
const mostRequests = 30;

const text = (value: string): string => plainText(headAndTail(value, textLimit));
const url = (value: string): string => oneLine(value, urlLimit);

/** Fields that have a value; JSON leaves out the others. */
interface StateDetail {
  url?: string | undefined;
  title?: string | undefined;
  caption?: string | undefined;
  frame?: Thumbnail | undefined;
}

interface StepDetail extends StateDetail {
  action: string;
  failed?: true;
  thought?: string | undefined;
  requests?: string[];
  /** Requests beyond those that are listed. */
  moreRequests?: number;
}

export interface RunDetail {
  start?: string | undefined;
  steps: StepDetail[];
  final?: StateDetail;
  answer?: string | undefined;
  stop?: string | undefined;
  problems?: string[];
  /** True when the run on disk is no longer the one that was judged. */
  changed?: true;
}

export interface VerdictDetail {
  judge: string;
  outcome: Verdict["outcome"];
  score: number | null;
  reasoning: string;
  requirements?: { text: string; passed: boolean | null; evidence: string[] }[];
  steps?: { index: number; class: string | null; reason?: string | undefined }[];
  aspects?: Record<string, string>;
  failure?: string;
  missing?: readonly string[];
  error?: string;
  models: string;
  cost: string;
}

export interface LabelDetail {
  rater: string;
  kind: string;
  outcome: string;
  phase?: string | undefined;
  note?: string | undefined;
  steps?: { index: number; class: string }[];
}

export interface Detail {
  run: RunDetail | null;
  verdicts: (VerdictDetail | null)[];
  labels: LabelDetail[];
}

function requestText({ method, url: address, status }: NetworkRequest): string {
  return oneLine(`${method} ${url(address)}${status === undefined ? "" : ` → ${status}`}`, urlLimit + 30);
}

async function stateOf(
  state: Observation,
  trajectory: Trajectory,
  thumbnails: Thumbnails,
): Promise<StateDetail> {
  const images = imagesOf(trajectory);
  const { screenshot, caption } = state;
  const frame =
    screenshot === undefined || images === undefined
      ? undefined
      : await thumbnails.of(() => images.read(screenshot));
  return {
    url: state.url === undefined ? undefined : url(state.url),
    title: state.title === undefined ? undefined : oneLine(state.title, urlLimit),
    caption: caption === undefined ? undefined : plainText(headAndTail(caption, thoughtLimit)),
    frame,
  };
}

/** A trajectory, already without secrets when the report is to be shared. */
export async function runDetail(
  trajectory: Trajectory,
  thumbnails: Thumbnails,
  changed: boolean,
): Promise<RunDetail> {
  const { task, steps, final, answer, stop, problems = [] } = trajectory;
  const details = steps.map(async ({ observation, thought, action, requests = [] }): Promise<StepDetail> => {
    const listed = requests.slice(0, mostRequests).map(requestText);
    return {
      ...(await stateOf(observation, trajectory, thumbnails)),
      action: actionText(action),
      ...(action.error === undefined ? {} : { failed: true }),
      thought: thought === undefined ? undefined : plainText(headAndTail(thought, thoughtLimit)),
      ...(listed.length === 0 ? {} : { requests: listed }),
      ...(requests.length > listed.length ? { moreRequests: requests.length - listed.length } : {}),
    };
  });
  return {
    start: task.startUrl === undefined ? undefined : url(task.startUrl),
    steps: await Promise.all(details),
    ...(final === undefined ? {} : { final: await stateOf(final, trajectory, thumbnails) }),
    answer: answer === undefined ? undefined : text(answer),
    stop,
    ...(problems.length === 0
      ? {}
      : { problems: problems.map(({ where, what }) => oneLine(`${where}: ${what}`, urlLimit)) }),
    ...(changed ? { changed: true } : {}),
  };
}

function costText({ usage }: Verdict): string {
  if (usage.calls === 0) return "";
  const cost = usage.costUsd === null ? "cost unknown" : `$${usage.costUsd.toFixed(4)}`;
  return `${usage.calls} call${usage.calls === 1 ? "" : "s"}, ${cost}, ${(usage.latencyMs / 1000).toFixed(1)} s`;
}

function evidenceText({
  kind,
  ref,
  quote,
}: {
  kind: string;
  ref?: string | undefined;
  quote?: string | undefined;
}): string {
  const place = [kind, ref].filter((part) => part !== undefined).join(" ");
  return oneLine(quote === undefined ? place : `${place}: “${quote}”`, 600);
}

function verdictDetail(verdict: Verdict): VerdictDetail {
  const { requirements, steps, aspects, failure, missing, error, models } = verdict;
  return {
    judge: oneLine(verdict.judge, 200),
    outcome: verdict.outcome,
    score: verdict.score,
    reasoning: text(verdict.reasoning),
    ...(requirements === undefined
      ? {}
      : {
          requirements: requirements.map(({ text: said, passed, evidence = [] }) => ({
            text: oneLine(said, 500),
            passed,
            evidence: evidence.map(evidenceText),
          })),
        }),
    ...(steps === undefined
      ? {}
      : {
          steps: steps.map(({ index, class: given, reason }) => ({
            index,
            class: given,
            reason: reason === undefined ? undefined : plainText(headAndTail(reason, thoughtLimit)),
          })),
        }),
    ...(aspects === undefined
      ? {}
      : {
          aspects: Object.fromEntries(
            Object.entries(aspects).map(([name, value]) => [
              oneLine(name, 60),
              oneLine(String(value ?? "–"), 200),
            ]),
          ),
        }),
    ...(failure === undefined
      ? {}
      : {
          failure: oneLine(
            typeof failure.step === "number"
              ? `${failure.category}, step ${failure.step + 1}`
              : failure.category,
            200,
          ),
        }),
    ...(missing === undefined || missing.length === 0 ? {} : { missing }),
    ...(error === undefined ? {} : { error: oneLine(`${error.kind}: ${error.message}`, 500) }),
    models: Object.values(models)
      .map((model) => oneLine(model, 100))
      .join(", "),
    cost: costText(verdict),
  };
}

function labelDetail({ rater, kind, outcome, phase, note, steps }: Label): LabelDetail {
  return {
    rater: oneLine(rater, 80),
    kind,
    outcome,
    phase,
    note: note === undefined ? undefined : text(note),
    ...(steps === undefined ? {} : { steps }),
  };
}

/** All of a row but the run itself. */
export function saidOf({ verdicts, labels }: ReportRow): Omit<Detail, "run"> {
  return {
    verdicts: verdicts.map((verdict) => (verdict === undefined ? null : verdictDetail(verdict))),
    labels: labels.map(labelDetail),
  };
}
