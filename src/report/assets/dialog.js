/** One run, opened over the page: its film, verdicts, labels and the judges compared. */
import { compareOf } from "./compare.js";
import { detailOf, index } from "./data.js";
import { badge, byId, el } from "./dom.js";
import { filmOf } from "./film.js";
import { addressOf, shown } from "./table.js";
import { labelsOf, verdictsOf } from "./verdicts.js";

const stops = {
  answered: "The agent ended the run with an answer.",
  infeasible: "The agent ended the run and said that the task cannot be done.",
  "step-limit": "The run was cut off at its limit of steps.",
  error: "The run broke off with an error.",
  timeout: "The run was cut off at its limit of time.",
};

function runHead(row) {
  const names = [index.agents[row.agent], index.benchmarks[row.benchmark], `${row.steps} steps`];
  return el(
    "div",
    {},
    el("p", { class: "task-full" }, row.task || "No instruction recorded."),
    el("p", { class: "muted small" }, names.filter(Boolean).join(" · ")),
  );
}

function endOf(run) {
  if (run === null) return [];
  const { answer, stop, problems = [], changed } = run;
  return [
    changed && el("p", { class: "notice" }, "The run on disk has changed since it was judged."),
    el("p", { class: "muted small" }, stops[stop] ?? "How the run ended was not recorded."),
    answer !== undefined &&
      el("section", {}, el("h3", {}, "The agent's answer"), el("p", { class: "pre answer" }, answer)),
    problems.length > 0 &&
      el(
        "section",
        {},
        el("h3", {}, "What could not be read"),
        el("ul", {}, ...problems.map((problem) => el("li", { class: "small" }, problem))),
      ),
  ];
}

/** Shows the run in this place of the index. */
export async function openRun(place) {
  const row = index.rows[place];
  const detail = await detailOf(place);
  if (placeInAddress() !== place) return;
  const at = shown.places.indexOf(place);
  const dialog = byId("run-dialog");
  byId("run-title").replaceChildren(
    row.id,
    " ",
    row.label === null ? "" : badge(row.label, `people: ${row.label}`),
  );
  byId("run-body").replaceChildren(
    ...[
      runHead(row),
      filmOf(place, detail),
      ...endOf(detail.run),
      el("section", {}, el("h3", {}, "Verdicts"), verdictsOf(detail)),
      compareOf(detail),
      el("section", {}, el("h3", {}, "Labels"), labelsOf(detail)),
    ].filter((part) => part instanceof Node),
  );
  byId("run-previous").disabled = at <= 0;
  byId("run-next").disabled = at < 0 || at >= shown.places.length - 1;
  if (!dialog.open) dialog.showModal();
  byId("run-body").scrollTop = 0;
}

/** Goes to the run before or after this one in the table's order. */
export function stepRun(by) {
  const open = placeInAddress();
  const next = shown.places[shown.places.indexOf(open) + by];
  if (open !== undefined && next !== undefined) location.replace(addressOf(next));
}

/** The run that the page's address names; undefined when it names none. */
export function placeInAddress() {
  if (!location.hash.startsWith("#run=")) return undefined;
  let id;
  try {
    id = decodeURIComponent(location.hash.slice(5));
  } catch {
    return undefined;
  }
  const place = index.rows.findIndex((row) => row.id === id);
  return place < 0 ? undefined : place;
}
