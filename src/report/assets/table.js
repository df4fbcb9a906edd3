/** The table of runs: one page of rows at a time, so that thousands cost nothing. */
import { index } from "./data.js";
import { badge, byId, el } from "./dom.js";
import { sorted } from "./rows.js";

const pageSize = 100;
/** What the table shows now. */
export const shown = { places: [], page: 0, order: undefined };

const columns = [
  { id: "id", head: "run" },
  ...(index.agents.length > 0 ? [{ id: "agent", head: "agent" }] : []),
  ...(index.benchmarks.length > 0 ? [{ id: "benchmark", head: "benchmark" }] : []),
  { id: "steps", head: "steps", number: true },
  ...(index.labelled ? [{ id: "label", head: "people" }] : []),
  ...index.judges.map((head, at) => ({ id: `judge-${at}`, head })),
];

/** The address of a run within the page. */
export const addressOf = (place) => `#run=${encodeURIComponent(index.rows[place].id)}`;

function verdictCell(verdict, label) {
  if (verdict === null) return el("td", { class: "muted" }, "–");
  const [outcome, score] = verdict;
  const wrong =
    (label === "success" && outcome === "failure") || (label === "failure" && outcome === "success");
  const mark = outcome === "success" ? "false positive" : "false negative";
  return el(
    "td",
    { class: "verdict-cell" },
    badge(outcome),
    score !== null && el("span", { class: "muted small" }, ` ${score.toFixed(2)}`),
    wrong && el("span", { class: "wrong", title: mark }, " ✗", el("span", { class: "hidden" }, mark)),
  );
}

function cellOf(row, place, { id, number }) {
  if (id === "id") {
    return el(
      "th",
      { scope: "row" },
      row.task !== "" && el("div", { class: "task" }, row.task),
      el("a", { class: "small", href: addressOf(place) }, row.id),
    );
  }
  if (id.startsWith("judge-")) return verdictCell(row.said[Number(id.slice(6))], row.label);
  if (id === "label") {
    return el(
      "td",
      {},
      row.label === null ? el("span", { class: "muted" }, "–") : badge(row.label),
      row.divided && el("span", { class: "muted small" }, " divided"),
    );
  }
  const text = id === "steps" ? String(row.steps) : (index[`${id}s`][row[id]] ?? "");
  return el("td", { class: number ? "number" : undefined }, text);
}

function headOf({ id, head, number }) {
  const { order } = shown;
  const active = order?.column === id;
  const sort = active ? (order.down ? "descending" : "ascending") : undefined;
  const arrow = active ? (order.down ? " ↓" : " ↑") : "";
  return el(
    "th",
    { scope: "col", class: number ? "number" : undefined, "aria-sort": sort },
    el("button", { type: "button", class: "sort", "data-column": id }, `${head}${arrow}`),
  );
}

/** Draws the page of rows that `shown` asks for. */
export function drawTable() {
  const { places, page } = shown;
  const pages = Math.max(1, Math.ceil(places.length / pageSize));
  const from = page * pageSize;
  const visible = places.slice(from, from + pageSize);
  byId("runs-head").replaceChildren(el("tr", {}, ...columns.map(headOf)));
  byId("runs-body").replaceChildren(
    ...visible.map((place) => {
      const row = index.rows[place];
      return el("tr", {}, ...columns.map((column) => cellOf(row, place, column)));
    }),
  );
  const all = index.rows.length;
  const range = visible.length === 0 ? "none" : `${from + 1}–${from + visible.length}`;
  byId("runs-count").textContent =
    `${range} of ${places.length.toLocaleString("en")} run${places.length === 1 ? "" : "s"}${places.length === all ? "" : ` that match, of ${all.toLocaleString("en")}`}`;
  byId("page-previous").disabled = page === 0;
  byId("page-next").disabled = page >= pages - 1;
  byId("page-now").textContent = `page ${page + 1} of ${pages}`;
  byId("pages").hidden = pages === 1;
}

/** Turns to another page, if there is one. */
export function turnPage(by) {
  const last = Math.max(0, Math.ceil(shown.places.length / pageSize) - 1);
  const page = Math.min(last, Math.max(0, shown.page + by));
  if (page === shown.page) return;
  shown.page = page;
  drawTable();
  byId("runs-table").scrollIntoView({ block: "start" });
}

/** Sorts by a column; asked again it turns the order round, a third time it gives it up. */
export function sortBy(column) {
  const { order } = shown;
  if (order?.column !== column) shown.order = { column, down: false };
  else shown.order = order.down ? undefined : { column, down: true };
}

/** Shows these rows in the chosen order, from the first page. */
export function showRows(places) {
  shown.places = sorted(places, shown.order);
  shown.page = 0;
  drawTable();
}

/** Moves between the rows' links with the arrow keys; past the end of a page to the next one. */
export function moveInTable(event) {
  const links = [...byId("runs-body").querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (at < 0) return;
  const targets = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const to = targets[event.key];
  if (to !== undefined && links[to] !== undefined) links[to].focus();
  else if (event.key === "PageDown") turnPage(1);
  else if (event.key === "PageUp") turnPage(-1);
  else return;
  event.preventDefault();
  if (!links.includes(document.activeElement) || !document.activeElement.isConnected) {
    byId("runs-body").querySelector("a")?.focus();
  }
}
