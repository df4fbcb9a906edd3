/** Looks for many literals in one pass over a text (Aho and Corasick 1975), so that most texts need no pattern at all. */

const longestRun = 31;

/** What a pass found: a bit for each group of literals, and the longest run of digits, blanks and dashes (up to 31). */
export interface Scanned {
  groups: number;
  digitRun: number;
}

/** Letters in small. */
const folded = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

/**
 * A scanner for groups of ASCII literals; upper and lower case are the same.
 *
 * @param groups at most 30; bit i of the result says that a literal of group i occurs
 */
export function literalScanner(groups: readonly (readonly string[])[]): (text: string) => Scanned {
  const states: { next: Map<number, number>; found: number; fallback: number }[] = [];
  const newState = (): number => states.push({ next: new Map(), found: 0, fallback: 0 }) - 1;
  const at = (state: number) => {
    const found = states[state];
    if (found === undefined) throw new Error(`no state ${state}`);
    return found;
  };
  newState();
  for (const [group, literals] of groups.entries())
    for (const literal of literals) {
      let state = 0;
      for (let i = 0; i < literal.length; i += 1) {
        const code = folded(literal.charCodeAt(i));
        const next = at(state).next.get(code) ?? newState();
        at(state).next.set(code, next);
        state = next;
      }
      at(state).found |= 1 << group;
    }

  // Breadth first, so that a state's fallback, which is shorter, is known before it.
  // A row of 128 a state, and in each place where the next row begins.
  const table = new Uint32Array(states.length * 128);
  const found = new Int32Array(states.length);
  const order = [0];
  for (const state of order) {
    const { next, fallback } = at(state);
    found[state] = at(state).found | (state === 0 ? 0 : (found[fallback] ?? 0));
    for (let code = 0; code < 128; code += 1) {
      const child = next.get(folded(code));
      const otherwise = state === 0 ? 0 : (table[fallback * 128 + code] ?? 0);
      table[state * 128 + code] = child === undefined ? otherwise : child * 128;
      if (child === undefined || code !== folded(code)) continue;
      at(child).fallback = otherwise >> 7;
      order.push(child);
    }
  }

  return (text) => {
    let row = 0;
    let seen = 0;
    let run = 0;
    let digitRun = 0;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      row = code > 127 ? 0 : (table[row + code] ?? 0);
      seen |= found[row >> 7] ?? 0;
      // Digits, blank and dash, of which card numbers are made.
      if ((code <= 57 && code >= 48) || code === 32 || code === 45) run += 1;
      else {
        if (run > digitRun) digitRun = run;
        run = 0;
      }
    }
    return { groups: seen, digitRun: Math.min(Math.max(run, digitRun), longestRun) };
  };
}
