/** What judges and people said of a run. */
import { badge, byId, el } from "./dom.js";

const marks = new Map([
  [true, ["✓", "met", "good"]],
  [false, ["✗", "not met", "bad"]],
  [null, ["?", "not decided", "warn"]],
]);

/** Evidence that names one of the run's actions leads to its step; judges count both from 1. */
function evidenceItem(text, steps) {
  const step = Number(/^(?:actions?|steps?) \D{0,12}(\d+)\b/i.exec(text)?.[1]);
  if (!(step >= 1 && step <= steps)) return el("li", {}, text);
  const button = el("button", { type: "button", class: "link" }, text);
  button.addEventListener("click", () => {
    const card = byId(`step-${step}`);
    card.scrollIntoView({ inline: "center", block: "nearest" });
    card.focus();
  });
  return el("li", {}, button);
}

function requirementItem({ text, passed, evidence }, steps) {
  const [mark, words, tone] = marks.get(passed) ?? marks.get(null);
  return el(
    "li",
    {},
    el("span", { class: `mark ${tone}`, role: "img", "aria-label": words }, mark),
    ` ${text}`,
    evidence.length > 0 &&
      el("ul", { class: "plain small muted" }, ...evidence.map((each) => evidenceItem(each, steps))),
  );
}

function facts(verdict) {
  const { failure, missing, aspects = {}, models, cost } = verdict;
  return [
    ...Object.entries(aspects),
    ...(failure === undefined ? [] : [["failure", failure]]),
    ...(missing === undefined ? [] : [["evidence it did not have", missing.join(", ")]]),
    ...(models === "" ? [] : [["models", models]]),
    ...(cost === "" ? [] : [["cost", cost]]),
  ].map(([name, value]) => el("p", { class: "small muted" }, `${name}: ${value}`));
}

function verdictCard(verdict, steps) {
  const { judge, outcome, score, reasoning, requirements = [], error } = verdict;
  return el(
    "article",
    { class: "verdict" },
    el(
      "h4",
      {},
      judge,
      " ",
      badge(outcome),
      score !== null && el("span", { class: "muted small" }, ` score ${score.toFixed(2)}`),
    ),
    error !== undefined && el("p", { class: "notice" }, error),
    requirements.length > 0 &&
      el("ul", { class: "plain requirements" }, ...requirements.map((each) => requirementItem(each, steps))),
    reasoning === ""
      ? el("p", { class: "muted" }, "No reasons given.")
      : el("p", { class: "pre" }, reasoning),
    ...facts(verdict),
  );
}

/** A card for each judge. */
export function verdictsOf({ run, verdicts }) {
  const given = verdicts.filter((verdict) => verdict !== null);
  if (given.length === 0) return el("p", { class: "muted" }, "No verdict.");
  return el(
    "div",
    { class: "verdicts" },
    ...given.map((verdict) => verdictCard(verdict, run?.steps.length ?? 0)),
  );
}

/** A line for each label. */
export function labelsOf({ labels }) {
  if (labels.length === 0) return el("p", { class: "muted" }, "No label.");
  return el(
    "ul",
    { class: "plain" },
    ...labels.map(({ rater, kind, outcome, phase, note }) =>
      el(
        "li",
        {},
        badge(outcome),
        ` ${rater}`,
        el("span", { class: "muted small" }, ` ${kind}${phase === undefined ? "" : `, ${phase}`}`),
        note !== undefined && el("p", { class: "pre small" }, note),
      ),
    ),
  );
}
