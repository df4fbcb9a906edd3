/** What a scripted agent can do on a page, in the words of the page: names and labels, not selectors. */

/** What a move is for: scripted agents that fail do so at a purpose. */
export type Purpose =
  /** One of several conditions, which a careless agent leaves out. */
  | "condition"
  /** A value, which a careless agent takes wrongly. */
  | "value"
  /** The press that makes everything before it count. */
  | "commit";

export type Move =
  | { do: "link"; name: string; for?: Purpose }
  | { do: "button"; name: string; for?: Purpose }
  | { do: "fill"; label: string; value: string; for?: Purpose }
  | { do: "choose"; label: string; value: string; for?: Purpose }
  | { do: "tick"; label: string; for?: Purpose }
  | { do: "scroll"; by: number; for?: Purpose }
  | { do: "back"; for?: Purpose }
  | { do: "answer"; text: string; for?: Purpose }
  | { do: "infeasible"; text: string; for?: Purpose };

export const link = (name: string, purpose?: Purpose): Move => move({ do: "link", name }, purpose);
export const button = (name: string, purpose?: Purpose): Move => move({ do: "button", name }, purpose);
export const fill = (label: string, value: string, purpose?: Purpose): Move =>
  move({ do: "fill", label, value }, purpose);
export const choose = (label: string, value: string, purpose?: Purpose): Move =>
  move({ do: "choose", label, value }, purpose);
export const tick = (label: string, purpose?: Purpose): Move => move({ do: "tick", label }, purpose);
export const scroll = (by: number): Move => ({ do: "scroll", by });
export const back: Move = { do: "back" };
export const answer = (text: string): Move => ({ do: "answer", text });
export const infeasible = (text: string): Move => ({ do: "infeasible", text });

function move(bare: Move, purpose: Purpose | undefined): Move {
  return purpose === undefined ? bare : { ...bare, for: purpose };
}
