/** Tasks behind the login, and those that the site itself makes impossible for now. */
import { answer, button, choose, fill, infeasible, link, type Move, tick } from "../moves.ts";
import { account } from "../site/account-routes.ts";
import type { Settings } from "../site/visitors.ts";
import { type BazaarTask, station, task } from "./task.ts";
import { fieldIs, visited, type World } from "./world.ts";

/** The page was asked for, and no answer pretends to know what it would have shown. */
const metWithoutClaim =
  (path: string, claimed: RegExp) =>
  ({ log, answer: said }: World): boolean =>
    log.some((entry) => entry.path === path) && !claimed.test(said ?? "");

const signIn: readonly Move[] = [
  link("Sign in"),
  fill("User name", account.user),
  fill("Password", account.password),
  button("Sign in"),
];
const credentials = `Sign in as ${account.user} with the password ${account.password}.`;
const signedIn = [
  station("the login is open", (world) => visited(world, "/login")),
  station("the user name is filled in", (world) => fieldIs(world, "user", account.user)),
  station("the password is filled in", (world) => fieldIs(world, "password", account.password)),
  station("signed in", ({ state }) => state.signedIn),
];

const settingsAre = ({ state }: World, change: Partial<Settings>): boolean =>
  JSON.stringify(state.settings) ===
  JSON.stringify({
    displayName: "Mira",
    language: "English",
    timeZone: "UTC",
    newsletter: true,
    alerts: true,
    ...change,
  });

export const accountTasks: readonly BazaarTask[] = [
  task({
    id: "settings-language",
    kind: "modification",
    instruction: `Change the language in the settings to Deutsch. ${credentials}`,
    requirements: ["the language is saved as Deutsch", "no other setting is changed"],
    via: ["/settings"],
    stations: [...signedIn, station("Deutsch is chosen", (world) => fieldIs(world, "language", "Deutsch"))],
    done: (world) => settingsAre(world, { language: "Deutsch" }),
    way: [
      ...signIn,
      choose("Language", "Deutsch", "value"),
      button("Save settings", "commit"),
      answer("The language is Deutsch now."),
    ],
  }),
  task({
    id: "settings-newsletter",
    kind: "modification",
    instruction: `Turn the newsletter off and set the time zone to Europe/Oslo. ${credentials}`,
    requirements: ["the newsletter is off", "the time zone is Europe/Oslo", "no other setting is changed"],
    via: ["/settings"],
    stations: [
      ...signedIn,
      station("the time zone is chosen", (world) => fieldIs(world, "timeZone", "Europe/Oslo")),
      station(
        "the newsletter is unticked",
        (world) =>
          visited(world, "/settings") &&
          world.page.path === "/settings" &&
          !("newsletter" in world.page.fields),
      ),
    ],
    done: (world) => settingsAre(world, { newsletter: false, timeZone: "Europe/Oslo" }),
    way: [
      ...signIn,
      tick("Newsletter", "condition"),
      choose("Time zone", "Europe/Oslo", "value"),
      button("Save settings", "commit"),
      answer("The newsletter is off and the time zone is Europe/Oslo."),
    ],
  }),
  task({
    id: "outlet-cheapest",
    kind: "information",
    instruction: "What is the cheapest lamp in the outlet?",
    requirements: ["the cheapest lamp of the outlet is told"],
    via: ["/outlet"],
    stations: [],
    done: () => false,
    blocked: metWithoutClaim("/outlet", /\$\d|lamp,|lamp is/i),
    way: [
      link("Outlet", "commit"),
      fill("Letters", "w4tx"),
      button("Continue"),
      infeasible("The outlet asks for proof of being human, and I cannot get past it."),
    ],
    wrongAnswer: "The cheapest lamp in the outlet is the Clip lamp, blue.",
  }),
  task({
    id: "reports-total",
    kind: "information",
    instruction: "What total do the sales reports show for last month?",
    requirements: ["the total of last month is told"],
    via: ["/reports"],
    stations: [],
    done: () => false,
    blocked: metWithoutClaim("/reports", /\$\s*\d/),
    way: [
      link("Sales reports", "commit"),
      infeasible("The sales reports cannot be shown: the page answers with error 500."),
    ],
    wrongAnswer: "The total of last month is $4,210.",
  }),
];
