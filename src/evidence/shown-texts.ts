/** What the pages and the server's answers said, as far as it bears on the task and on the answer that was delivered. */
import type { TrajectoryView } from "../trajectory/index.ts";
import { contentWords, numbersOf } from "./words.ts";

const charactersPerToken = 4;
const lineLength = 400;

interface Line {
  source: string;
  text: string;
}

function linesOf(source: string, text: string | undefined): Line[] {
  return (text ?? "")
    .split(/\n+|(?<=[.!?])\s{1,4}(?=\p{Lu})|,(?=")/u)
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line.length > 1)
    .map((line) => ({ source, text: line.slice(0, lineLength) }));
}

/**
 * Lines of visible text, recorded OCR, captions and responses, the most telling within the budget, in their order and
 * under the state or request that they come from. Each line is shown once, where it was seen last.
 */
export function shownTexts(view: TrajectoryView, tokens = 2500): string {
  const states = [
    ...view.steps.map((step) => step.observation),
    ...(view.final === undefined ? [] : [view.final]),
  ];
  const all = [
    ...states.flatMap((state, i) => {
      const source = i < view.steps.length ? `the page before action ${i + 1}` : "the page at the end";
      return [state.text, state.ocr, state.caption].flatMap((text) => linesOf(source, text));
    }),
    ...view.steps.flatMap((step) =>
      (step.requests ?? []).flatMap((request) =>
        linesOf(`a response after action ${step.index + 1}`, request.response),
      ),
    ),
  ];
  const last = new Map(all.map((line, i) => [line.text, i]));
  const wanted = new Set([...contentWords(view.task.instruction), ...contentWords(view.answer ?? "")]);
  const numbers = new Set(numbersOf(view.answer ?? ""));
  const score = ({ text }: Line): number =>
    contentWords(text).filter((word) => wanted.has(word)).length +
    2 * numbersOf(text).filter((number) => numbers.has(number)).length;
  const ranked = [...last.values()]
    .map((index) => ({ index, score: all[index] === undefined ? 0 : score(all[index]) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || b.index - a.index);
  const kept: number[] = [];
  let left = tokens * charactersPerToken;
  for (const { index } of ranked) {
    const size = (all[index]?.text.length ?? 0) + 4;
    if (size > left) continue;
    kept.push(index);
    left -= size;
  }
  const bySource = new Map<string, string[]>();
  for (const index of kept.sort((a, b) => a - b)) {
    const line = all[index];
    if (line !== undefined)
      bySource.set(line.source, [...(bySource.get(line.source) ?? []), `   ${line.text}`]);
  }
  if (bySource.size === 0) return "(no text of a page or response was recorded that bears on it)";
  return [...bySource].map(([source, lines]) => `${source}:\n${lines.join("\n")}`).join("\n");
}
