/** Two judges side by side on one run: where they differ is marked. */
import { badge, el } from "./dom.js";

const passedText = new Map([
  [true, "met"],
  [false, "not met"],
  [null, "not decided"],
]);

const sameText = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The requirements of both, those of the same words in one line. */
function requirementLines(first, second) {
  const others = [...(second.requirements ?? [])];
  const lines = (first.requirements ?? []).map(({ text, passed }) => {
    const at = others.findIndex((other) => sameText(other.text, text));
    const [match] = at < 0 ? [] : others.splice(at, 1);
    return [text, passedText.get(passed), match === undefined ? "–" : passedText.get(match.passed)];
  });
  return [...lines, ...others.map(({ text, passed }) => [text, "–", passedText.get(passed)])];
}

function stepLines(first, second) {
  const classOf = (verdict, at) => verdict.steps?.find(({ index }) => index === at);
  const places = [...new Set([...(first.steps ?? []), ...(second.steps ?? [])].map(({ index }) => index))];
  const said = (step) => (step === undefined ? "–" : (step.class ?? "unscored"));
  return places
    .sort((a, b) => a - b)
    .map((at) => [`step ${at + 1}`, said(classOf(first, at)), said(classOf(second, at))]);
}

function linesOf(first, second) {
  const outcome = ({ outcome: value }) => value ?? "unscored";
  return [
    ["outcome", outcome(first), outcome(second)],
    ...(first.score === null || second.score === null
      ? []
      : [["score", first.score.toFixed(2), second.score.toFixed(2)]]),
    ...requirementLines(first, second),
    ...stepLines(first, second),
  ];
}

function comparison(first, second, withReasons) {
  const lines = linesOf(first, second);
  const differing = lines.filter(([, one, other]) => one !== other).length;
  return el(
    "div",
    {},
    el(
      "p",
      { class: "muted small" },
      differing === 0
        ? "They say the same."
        : `They differ in ${differing} of ${lines.length} lines, marked ≠.`,
    ),
    el(
      "table",
      { class: "compare" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, ""),
          el("th", { scope: "col" }, first.judge),
          el("th", { scope: "col" }, second.judge),
          el("th", { scope: "col" }, "differs"),
        ),
      ),
      el(
        "tbody",
        {},
        ...lines.map(([name, one, other]) =>
          el(
            "tr",
            { class: one === other ? undefined : "differs" },
            el("th", { scope: "row" }, name),
            el("td", {}, name === "outcome" ? badge(first.outcome) : one),
            el("td", {}, name === "outcome" ? badge(second.outcome) : other),
            el("td", { class: "number" }, one === other ? "" : "≠"),
          ),
        ),
      ),
    ),
    withReasons &&
      el(
        "div",
        { class: "verdicts" },
        ...[first, second].map(({ judge, reasoning }) =>
          el(
            "div",
            {},
            el("p", { class: "small" }, el("strong", {}, judge)),
            el("p", { class: "pre small" }, reasoning || "No reasons given."),
          ),
        ),
      ),
  );
}

function chooser(name, judges, chosen) {
  return el(
    "label",
    {},
    `${name} `,
    el(
      "select",
      {},
      ...judges.map((judge, at) => el("option", { value: at, selected: at === chosen }, judge)),
    ),
  );
}

/** The comparison with two fields that choose the judges; undefined with fewer than two verdicts. */
export function compareOf({ verdicts }) {
  const given = verdicts.filter((verdict) => verdict !== null);
  if (given.length < 2) return undefined;
  const judges = given.map(({ judge }) => judge);
  const first = chooser("Judge", judges, 0);
  const second = chooser("against", judges, 1);
  const body = el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Comparison" });
  const draw = () => {
    const [one, other] = [first, second].map((field) => given[field.querySelector("select").value]);
    // Two judges have their reasons side by side already.
    body.replaceChildren(comparison(one, other, given.length > 2));
  };
  const form = el("div", { class: "fields" }, first, second);
  form.addEventListener("change", draw);
  draw();
  return el("section", {}, el("h3", {}, "Two judges compared"), form, body);
}
