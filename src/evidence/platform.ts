/** What kind of device the agent operated, as far as the run shows it. */
import type { TrajectoryView } from "../trajectory/index.ts";
import type { Words } from "./actions.ts";

const sentences = {
  web: "The agent operates websites in a browser.",
  mobile:
    "The agent operates apps on a phone by tapping and swiping; what is not on the screen has to be scrolled to.",
  desktop: "The agent operates programs on a computer's desktop with mouse and keyboard.",
} as const;

/** A wide screen of a phone does not occur: phones are held upright when agents use them. */
const phoneRatio = 1.3;

/**
 * Addresses, requests or DOM elements make it the web; taps, swipes or an upright screen a phone; otherwise a desktop.
 */
export function platformOf(view: TrajectoryView): keyof typeof sentences {
  const states = [
    ...view.steps.map((step) => step.observation),
    ...(view.final === undefined ? [] : [view.final]),
  ];
  const isWeb =
    view.task.startUrl !== undefined ||
    states.some((state) => state.url !== undefined || state.html !== undefined) ||
    view.steps.some((step) => step.requests !== undefined || step.action.type === "navigate");
  if (isWeb) return "web";
  const touches = view.steps.some(({ action }) => action.type === "tap" || action.type === "swipe");
  const isUpright = states.some(
    ({ viewport }) => viewport !== undefined && viewport.height > phoneRatio * viewport.width,
  );
  return touches || isUpright ? "mobile" : "desktop";
}

/** The platform in a sentence of our own. */
export function platform(view: TrajectoryView): Words {
  return { kind: "words", text: sentences[platformOf(view)] };
}
