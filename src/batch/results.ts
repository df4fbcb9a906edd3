/** What a run has found so far, kept small: one outcome a judge and trajectory, and what to group them by. */
import { wilson } from "../../calibration/intervals.ts";
import { addUsage, noUsage } from "../judging/index.ts";
import type { Outcome, Run, RunGroup, RunItem, Usage, Verdict } from "../trajectory/index.ts";

interface Result {
  key: string;
  outcome: Outcome | null;
  error: { kind: string; message: string } | undefined;
}

const messageLength = 200;
const confidence = 0.95;

/** Collects items and verdicts; the newest of one judge and trajectory counts. */
export class Results {
  readonly #items = new Map<string, Pick<RunItem, "digest" | "benchmark" | "agent" | "problems">>();
  readonly #byJudge = new Map<string, Map<string, Result>>();
  #usage: Usage = noUsage;

  /** True when the item is new or its content has changed. */
  addItem({ id, digest, benchmark, agent, problems }: RunItem): boolean {
    const isNew = this.#items.get(id)?.digest !== digest;
    this.#items.set(id, { digest, benchmark, agent, problems });
    return isNew;
  }

  addVerdict({ judge, trajectoryId, key, outcome, error, usage }: Verdict): void {
    const results = this.#byJudge.get(judge) ?? new Map<string, Result>();
    this.#byJudge.set(judge, results);
    results.set(trajectoryId, {
      key,
      outcome,
      error: error && { kind: error.kind, message: error.message.slice(0, messageLength) },
    });
    this.#usage = addUsage(this.#usage, usage);
  }

  /** The verdict that counts for this judge and trajectory, if it was made from this very content and configuration. */
  find(judge: string, trajectoryId: string, key: string): { outcome: Outcome | null } | undefined {
    const result = this.#byJudge.get(judge)?.get(trajectoryId);
    return result?.key === key ? result : undefined;
  }

  get usage(): Usage {
    return this.#usage;
  }

  counts(): Omit<Run["counts"], "unreadable"> {
    const results = [...this.#byJudge.values()].flatMap((map) => [...map.values()]);
    return {
      trajectories: this.#items.size,
      verdicts: results.length,
      unscored: results.filter((result) => result.outcome === null).length,
      withProblems: [...this.#items.values()].filter((item) => item.problems > 0).length,
    };
  }

  /** Why verdicts are unscored: by judge and kind, with the first message seen of each kind. */
  unscored(): Run["unscored"] {
    const found = new Map<string, Run["unscored"][number]>();
    for (const [judge, results] of this.#byJudge) {
      for (const { outcome, error } of results.values()) {
        if (outcome !== null) continue;
        const { kind, message } = error ?? {
          kind: "judge",
          message: "the judge gave no outcome and no reason",
        };
        const entry = found.get(`${judge} ${kind}`) ?? { judge, kind, message, count: 0 };
        entry.count += 1;
        found.set(`${judge} ${kind}`, entry);
      }
    }
    return [...found.values()].sort((a, b) => b.count - a.count);
  }

  /** Success rates by judge, benchmark and agent, in alphabetical order. */
  groups(): RunGroup[] {
    const found = new Map<string, RunGroup>();
    for (const [judge, results] of this.#byJudge) {
      for (const [id, { outcome }] of results) {
        const { benchmark, agent } = this.#items.get(id) ?? {};
        const key = JSON.stringify([judge, benchmark, agent]);
        const group = found.get(key) ?? emptyGroup(judge, benchmark, agent);
        group.total += 1;
        group[outcome ?? "unscored"] += 1;
        found.set(key, group);
      }
    }
    return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => withRates(group));
  }
}

function emptyGroup(judge: string, benchmark: string | undefined, agent: string | undefined): RunGroup {
  return {
    judge,
    ...(benchmark === undefined ? {} : { benchmark }),
    ...(agent === undefined ? {} : { agent }),
    total: 0,
    success: 0,
    failure: 0,
    unsure: 0,
    blocked: 0,
    unscored: 0,
    successRate: { value: null, low: null, high: null },
    coverage: null,
  };
}

function withRates(group: RunGroup): RunGroup {
  const decided = group.success + group.failure;
  const value = decided === 0 ? null : group.success / decided;
  const interval = value === null ? null : wilson(value, decided, confidence);
  const successRate = { value, low: interval?.low ?? null, high: interval?.high ?? null };
  return { ...group, successRate, coverage: decided / group.total };
}
