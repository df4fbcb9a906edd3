/** Ties the page together: fields filter, heads sort, addresses open runs, keys move. */
import { index, openAll } from "./data.js";
import { openRun, placeInAddress, stepRun } from "./dialog.js";
import { byId, el } from "./dom.js";
import { passing } from "./rows.js";
import { addressOf, moveInTable, showRows, sortBy, turnPage } from "./table.js";

function fill(id, names) {
  byId(id).append(...names.map((name, at) => el("option", { value: at }, name)));
  byId(id).closest("label").hidden = names.length < 2;
}

function filter() {
  const value = (name) => byId(`filter-${name}`).value;
  return {
    text: value("text"),
    deep: byId("filter-deep").checked,
    show: value("show"),
    judge: value("judge"),
    outcome: value("outcome"),
    agent: value("agent"),
    benchmark: value("benchmark"),
  };
}

/** Filters anew; of several at once, as when somebody types, the last one counts. */
async function refresh() {
  const asked = filter();
  if (asked.deep) await openAll();
  if (JSON.stringify(asked) === JSON.stringify(filter())) showRows(passing(asked));
}

function follow() {
  const place = placeInAddress();
  const dialog = byId("run-dialog");
  if (place !== undefined) openRun(place);
  else if (dialog.open) dialog.close();
}

/** Closed: the address names no run any more, and the focus is where it was. */
function closed() {
  const place = placeInAddress();
  history.replaceState(null, "", "#runs");
  if (place === undefined) return;
  const link = [...byId("runs-body").querySelectorAll("a")].find(
    (each) => each.getAttribute("href") === addressOf(place),
  );
  link?.focus();
}

function keysInDialog(event) {
  const typing = event.target.matches("select, input, .film");
  if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") stepRun(1);
  else if (event.key === "ArrowLeft") stepRun(-1);
  else return;
  event.preventDefault();
}

fill("filter-judge", index.judges);
fill("filter-agent", index.agents);
fill("filter-benchmark", index.benchmarks);
for (const option of byId("filter-show").querySelectorAll("[data-needs=label]"))
  option.hidden = !index.labelled;
byId("filters").addEventListener("input", refresh);
byId("filters").addEventListener("reset", () => setTimeout(refresh));
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("runs-head").addEventListener("click", async (event) => {
  const column = event.target.closest("button")?.dataset.column;
  if (column === undefined) return;
  sortBy(column);
  await refresh();
  byId("runs-head").querySelector(`[data-column="${column}"]`).focus();
});
byId("runs-body").addEventListener("keydown", moveInTable);
byId("page-previous").addEventListener("click", () => turnPage(-1));
byId("page-next").addEventListener("click", () => turnPage(1));
byId("run-previous").addEventListener("click", () => stepRun(-1));
byId("run-next").addEventListener("click", () => stepRun(1));
byId("run-close").addEventListener("click", () => byId("run-dialog").close());
byId("run-dialog").addEventListener("close", closed);
byId("run-dialog").addEventListener("keydown", keysInDialog);
addEventListener("hashchange", follow);
refresh();
follow();
