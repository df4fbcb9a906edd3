/** What a report is about: one row a trajectory, with what each judge and the people said of it. */
import type { RunRecords } from "../analysis/index.ts";
import { redactText } from "../evidence/index.ts";
import { effectiveLabels, referenceOf } from "../labels/index.ts";
import { type Label, type Outcome, type RunItem, type Verdict, verdictSchema } from "../trajectory/index.ts";

export interface ReportRow {
  item: RunItem;
  /** In the order of the report's judges; undefined where a judge gave none. */
  verdicts: (Verdict | undefined)[];
  /** Labels that count. */
  labels: Label[];
  /** What the labels say together; null without labels, and where raters are divided without a majority. */
  reference: Outcome | null;
  /** True when raters do not all say the same. */
  divided: boolean;
}

export interface ReportRows {
  judges: string[];
  rows: ReportRow[];
}

/** An item for a verdict of which items.jsonl says nothing. */
function unknownItem({ trajectoryId, stepCount }: Verdict): RunItem {
  return { id: trajectoryId, instruction: "", digest: "", steps: stepCount, frames: 0, problems: 0 };
}

/** The rows of all trajectories that the run folders speak of, in the order in which they were read. */
export function rowsOf({ verdicts, items }: RunRecords, labels: readonly Label[]): ReportRows {
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const verdictsOf = new Map<string, Map<string, Verdict>>();
  for (const verdict of verdicts) {
    const own = verdictsOf.get(verdict.trajectoryId) ?? new Map<string, Verdict>();
    own.set(verdict.judge, verdict);
    verdictsOf.set(verdict.trajectoryId, own);
    if (!itemOf.has(verdict.trajectoryId)) itemOf.set(verdict.trajectoryId, unknownItem(verdict));
  }
  const labelsOf = new Map<string, Label[]>();
  for (const label of effectiveLabels(labels).labels) {
    labelsOf.set(label.trajectoryId, [...(labelsOf.get(label.trajectoryId) ?? []), label]);
  }
  const judges = [...new Set(verdicts.map(({ judge }) => judge))];
  const rows = [...itemOf.values()].map((item): ReportRow => {
    const given = labelsOf.get(item.id) ?? [];
    const reference = given.length === 0 ? undefined : referenceOf(given);
    return {
      item,
      verdicts: judges.map((judge) => verdictsOf.get(item.id)?.get(judge)),
      labels: given,
      reference: reference?.outcome ?? null,
      divided: reference?.conflict ?? false,
    };
  });
  return { judges, rows };
}

/** Fields that name things: what refers to them must find them. */
const identity = new Set(["key", "trajectoryId", "judge", "judgeVersion", "level", "createdAt", "kind"]);

/** Every text below a value without its secrets. */
function withoutSecrets(value: unknown, key = ""): unknown {
  if (typeof value === "string") return identity.has(key) ? value : redactText(value).text;
  if (Array.isArray(value)) return value.map((member) => withoutSecrets(member, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, name)]),
  );
}

/** The same records without secrets in instructions, verdicts and notes, so that what is made of them can be shared. */
export function shareable(
  { runs, verdicts, items }: RunRecords,
  labels: readonly Label[],
): { records: RunRecords; labels: Label[] } {
  return {
    records: {
      runs,
      verdicts: verdicts.map((verdict) => verdictSchema.parse(withoutSecrets(verdict))),
      items: items.map((item) => ({ ...item, instruction: redactText(item.instruction).text })),
    },
    labels: labels.map((label) =>
      label.note === undefined ? label : { ...label, note: redactText(label.note).text },
    ),
  };
}
