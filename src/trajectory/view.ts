/** What a judge gets of a trajectory: all of it but the truth, the reader's extras and where it came from. */
import type { Task, Trajectory } from "./trajectory.ts";

/** A trajectory without `task.reference`, `extra` and `source.path`. */
export type TrajectoryView = Omit<Trajectory, "task" | "extra" | "source"> & {
  task: Omit<Task, "reference">;
  source?: { format?: string | undefined; benchmark?: string | undefined };
};

/** Takes away what a judge must not see (design rule: no reference, no stored evaluation, no path). */
export function viewOf(trajectory: Trajectory): TrajectoryView {
  const { extra: _extra, source, task, ...rest } = trajectory;
  const { reference: _reference, ...visibleTask } = task;
  const { path: _path, ...visibleSource } = source ?? {};
  return { ...rest, task: visibleTask, ...(source === undefined ? {} : { source: visibleSource }) };
}
