/** Every key of the review, what it does and where: the one table that the help shows. */

export type View = "list" | "detail";

export interface KeyHelp {
  keys: string;
  does: string;
  view: View | "both";
}

export const keyTable: readonly KeyHelp[] = [
  { keys: "↑ ↓  j k", does: "up and down (in a run: the steps)", view: "both" },
  { keys: "PgUp PgDn  g G", does: "a page; the first and the last", view: "both" },
  { keys: "enter", does: "open the run", view: "list" },
  { keys: "esc  q", does: "back; in the list q ends the review", view: "both" },
  { keys: "s f u b", does: "label: success, failure, unsure, blocked", view: "both" },
  { keys: "1 2 3", does: "class of the step: success, progress, no progress", view: "detail" },
  { keys: "m", does: "a note with your label", view: "both" },
  { keys: "z", does: "take your last label back", view: "both" },
  { keys: "n", does: "the next run without your label", view: "both" },
  { keys: "v", does: "filter: all, unlabelled, disagree, unscored, fp, fn …", view: "list" },
  { keys: "t", does: "order: as read, uncertainty, disagreement, plan", view: "list" },
  { keys: "/", does: "search: words, outcome:failure, agent:name, benchmark:name", view: "list" },
  { keys: "tab", does: "the next judge's reasons", view: "detail" },
  { keys: "e", does: "from a requirement to its evidence", view: "detail" },
  { keys: "J K", does: "scroll the text", view: "detail" },
  { keys: "p", does: "the picture: beside, large, none", view: "detail" },
  { keys: "i", does: "the picture in real pixels, where the terminal can", view: "detail" },
  { keys: "o", does: "open the picture in the system's viewer", view: "detail" },
  { keys: "?", does: "this help", view: "both" },
];
