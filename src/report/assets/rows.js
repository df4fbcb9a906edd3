/** Which runs are shown, and in which order. */
import { index, wordsOf } from "./data.js";

const decided = (outcome) => outcome === "success" || outcome === "failure";

/** What the chosen judges said, without verdicts that are not there. */
function saidBy(row, judge) {
  const said = judge === "" ? row.said : [row.said[Number(judge)]];
  return said.filter((verdict) => verdict !== null && verdict !== undefined);
}

const disagree = (row) =>
  new Set(row.said.flatMap((verdict) => (decided(verdict?.[0]) ? [verdict[0]] : []))).size > 1;

/** What "show" can ask for; the second argument is the chosen judge's verdicts. */
const shows = {
  all: () => true,
  disagree: (row) => disagree(row),
  fp: (row, said) => row.label === "failure" && said.some(([outcome]) => outcome === "success"),
  fn: (row, said) => row.label === "success" && said.some(([outcome]) => outcome === "failure"),
  unscored: (_row, said) => said.some(([outcome]) => outcome === null),
  unlabelled: (row) => row.label === null,
  divided: (row) => row.divided,
};

/**
 * The places of the rows that pass all filters.
 *
 * @param {{ text: string, deep: boolean, show: string, judge: string, outcome: string, agent: string, benchmark: string }} filter
 */
export function passing({ text, deep, show, judge, outcome, agent, benchmark }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const places = [];
  for (const [place, row] of index.rows.entries()) {
    const said = saidBy(row, judge);
    if (!shows[show](row, said)) continue;
    if (outcome !== "" && !said.some(([given]) => (given ?? "unscored") === outcome)) continue;
    if (agent !== "" && row.agent !== Number(agent)) continue;
    if (benchmark !== "" && row.benchmark !== Number(benchmark)) continue;
    if (words.length > 0 && !words.every((word) => wordsOf(place, deep).includes(word))) continue;
    places.push(place);
  }
  return places;
}

const outcomeOrder = ["success", "unsure", "blocked", "failure", null];

function keyOf(row, column) {
  if (column.startsWith("judge-")) {
    const verdict = row.said[Number(column.slice(6))];
    return verdict ? outcomeOrder.indexOf(verdict[0]) - (verdict[1] ?? 0) / 2 : outcomeOrder.length;
  }
  if (column === "label") return row.label === null ? outcomeOrder.length : outcomeOrder.indexOf(row.label);
  if (column === "agent") return index.agents[row.agent] ?? "";
  if (column === "benchmark") return index.benchmarks[row.benchmark] ?? "";
  return row[column];
}

const compare = new Intl.Collator("en", { numeric: true }).compare;

/**
 * The places in the order of a column; equal ones stay in the order of the run.
 *
 * @param {number[]} places
 * @param {{ column: string, down: boolean } | undefined} order
 */
export function sorted(places, order) {
  if (order === undefined) return places;
  const keyed = places.map((place) => ({ place, key: keyOf(index.rows[place], order.column) }));
  const sign = order.down ? -1 : 1;
  keyed.sort((a, b) => sign * (typeof a.key === "number" ? a.key - b.key : compare(a.key, b.key)));
  return keyed.map(({ place }) => place);
}
