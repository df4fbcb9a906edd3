/** What a person says about 27 runs, written down from reading them: outcome, and a class for every step. */
import type { Outcome, StepClass } from "../../src/trajectory/index.ts";

const classes: Record<string, StepClass> = { s: "success", p: "progress", n: "no-progress" };

/** Agent/task, outcome, and the steps as letters: success, progress, no progress. */
const rows: readonly [run: string, outcome: Outcome, steps: string, why: string][] = [
  ["competent/shop-green-lamps", "success", "pppppss", "Apply makes the list; the answer hands it over"],
  [
    "competent/shop-two-kinds",
    "success",
    "ppppppppppss",
    "rug and mug are found and added one after the other",
  ],
  [
    "competent/stays-lisbon-cheapest",
    "success",
    "pppppps",
    "each field and the search lead on; the answer is the result",
  ],
  ["competent/tracker-label-timezone", "success", "ppppss", "both changes are saved at once"],
  [
    "competent/shop-purple-lamp",
    "success",
    "pppps",
    "the search shows that there is none; saying so is the result",
  ],
  ["competent/outlet-cheapest", "blocked", "pnnp", "the CAPTCHA is met, cannot be passed, and is reported"],
  ["competent/reports-total", "blocked", "pp", "the page fails for everyone, and the agent says so"],
  [
    "wanders/shop-mugs-15",
    "success",
    "pnpppps",
    "the first tick fails behind the dialog; then all goes well",
  ],
  [
    "wanders/shop-rugs-cheapest-first",
    "success",
    "ppnnnnppss",
    "a search for nothing is made and taken back",
  ],
  ["wanders/stays-tallinn-beds", "success", "pppnpppss", "check-out is wrong at first and mended"],
  ["wanders/help-returns", "success", "pnnps", "the help centre is right, its first article is not"],
  [
    "forgets-filter/shop-blue-mugs",
    "failure",
    "pppppn",
    "two of three filters are applied; the claim is false",
  ],
  [
    "forgets-filter/stays-book-noblessner",
    "failure",
    "pppppppnn",
    "the room is found and the name filled in, but it is booked for one guest",
  ],
  ["wrong-range/shop-two-lamps", "failure", "pppppnnn", "3 are chosen, added and claimed to be 2"],
  [
    "wrong-range/tracker-create",
    "failure",
    "ppppnnn",
    "the wrong person is chosen, and the ticket made with it",
  ],
  [
    "searches-instead/shop-yellow-chairs-empty",
    "failure",
    "ppnnnnn",
    "words in the search box are no filter",
  ],
  ["stops-early/tracker-label-timezone", "failure", "pppp", "everything is ticked, nothing is saved"],
  [
    "loops/shop-reviews-rocking",
    "failure",
    "ppppnnnnnnnn",
    "the first search finds the chair; the others change nothing",
  ],
  ["loops/outlet-cheapest", "blocked", "pnnnnnnnnn", "pressing on does not pass the CAPTCHA"],
  ["claims-falsely/shop-order-mug", "failure", "pppppn", "the mug's page is open; nothing is ordered"],
  ["wrong-answer/help-rug-iceland", "failure", "pn", "the table is read, the two days for rugs are not"],
  [
    "wrong-answer/outlet-cheapest",
    "failure",
    "pnnn",
    "it never saw the outlet and names a lamp all the same",
  ],
  [
    "submits-twice/shop-order-mug",
    "failure",
    "pppppppppppnn",
    "the first order was right, the second is one too many",
  ],
  ["gives-up/tracker-double-charge", "failure", "pn", "the list even shows the name"],
  ["meets-captcha/shop-open-kilim", "failure", "nnnnnnnn", "the rug is in the shop, not behind the CAPTCHA"],
  ["trapped/shop-red-best-rated", "failure", "pppppnn", "sorting forgets the colour"],
  [
    "trapped/shop-cheapest-lamp",
    "failure",
    "pppppn",
    "the list is right; the advertisement above it is read",
  ],
];

export interface TableRow {
  run: string;
  outcome: Outcome;
  steps: StepClass[];
}

export const oracleTable: readonly TableRow[] = rows.map(([run, outcome, steps]) => ({
  run,
  outcome,
  steps: [...steps].flatMap((letter) => classes[letter] ?? []),
}));
