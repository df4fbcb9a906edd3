/** Which channels of evidence a trajectory holds. */
import {
  type EvidenceKind,
  evidenceKinds,
  type Observation,
  type TrajectoryView,
} from "../trajectory/index.ts";

const channels: Record<EvidenceKind, (view: TrajectoryView, states: readonly Observation[]) => boolean> = {
  actions: (view) => view.steps.some(({ action }) => Boolean(action.type ?? action.raw)),
  answer: (view) => Boolean(view.answer?.trim()),
  frames: (_view, states) => states.some((state) => state.screenshot !== undefined),
  captions: (_view, states) => states.some((state) => Boolean(state.caption?.trim())),
  ocr: (_view, states) => states.some((state) => Boolean(state.ocr?.trim())),
  requests: (view) =>
    (view.requests?.length ?? 0) > 0 || view.steps.some((step) => (step.requests?.length ?? 0) > 0),
  urls: (_view, states) => states.some((state) => Boolean(state.url)),
  "accessibility-tree": (_view, states) => states.some((state) => Boolean(state.accessibilityTree?.trim())),
  text: (_view, states) => states.some((state) => Boolean(state.text?.trim())),
  thoughts: (view) => view.steps.some((step) => Boolean(step.thought?.trim())),
};

/** The kinds of evidence that some state or step of the trajectory holds; nothing is opened. */
export function availableEvidence(view: TrajectoryView): EvidenceKind[] {
  const states = [...view.steps.map((step) => step.observation), ...(view.final ? [view.final] : [])];
  return evidenceKinds.filter((kind) => channels[kind](view, states));
}
