/** Tasks in the tracker: tickets to find, open, change and close. */
import type { Issue } from "../data/issues.ts";
import { firstIssues } from "../data/issues.ts";
import { answer, button, choose, fill, link, tick } from "../moves.ts";
import { type BazaarTask, type Station, station, task } from "./task.ts";
import { answerHolds, fieldIs, visited, type World } from "./world.ts";

const open = station("the tracker is open", (world) => visited(world, "/tracker"));
const ticketOpen = (number: number): Station =>
  station(`ticket ${number} is open`, (world) => visited(world, `/tracker/${number}`));

/** One ticket is as wanted, and all others are as they were at first; labels count in any order. */
function onlyChanged({ state }: World, number: number, wanted: Partial<Issue>): boolean {
  const plain = (issue: Issue): string => JSON.stringify({ ...issue, labels: [...issue.labels].sort() });
  const expected = firstIssues().map((issue) => (issue.number === number ? { ...issue, ...wanted } : issue));
  return state.issues.map(plain).join() === expected.map(plain).join();
}

/** What the list of tickets is filtered by now; null on any other page. */
function filtersOf({ page }: World): { status: string; label: string; assignee: string } | null {
  const [path, query] = page.path.split("?");
  if (path !== "/tracker") return null;
  const shown = new URLSearchParams(query);
  return {
    status: shown.get("status") ?? "open",
    label: shown.get("label") ?? "",
    assignee: shown.get("assignee") ?? "",
  };
}

export const trackerTasks: readonly BazaarTask[] = [
  task({
    id: "tracker-unassigned-bugs",
    kind: "navigation",
    instruction: "Show the open tickets with the label bug that are assigned to nobody.",
    requirements: ["status open", "label bug", "assigned to nobody"],
    via: ["/tracker"],
    stations: [
      open,
      station("the label is chosen", (world) => fieldIs(world, "label", "bug")),
      station("nobody is chosen", (world) => fieldIs(world, "assignee", "nobody")),
      station(
        "one of the filters is applied",
        (world) => filtersOf(world)?.label === "bug" || filtersOf(world)?.assignee === "nobody",
      ),
    ],
    done: (world) => {
      const shown = filtersOf(world);
      return shown?.status === "open" && shown.label === "bug" && shown.assignee === "nobody";
    },
    way: [
      link("Tracker"),
      choose("Label", "bug", "condition"),
      choose("Assigned to", "nobody", "condition"),
      button("Filter", "commit"),
      answer("One open bug ticket is assigned to nobody."),
    ],
  }),
  task({
    id: "tracker-double-charge",
    kind: "information",
    instruction: "Who is assigned to the ticket about a double charge?",
    requirements: ["the ticket is found", "the name is told"],
    answer: "Tomasz",
    via: ["/tracker/6"],
    stations: [open, ticketOpen(6)],
    done: (world) => answerHolds(world, "Tomasz") && visited(world, "/tracker"),
    way: [
      link("Tracker"),
      link("#6 Double charge", "commit"),
      answer("Tomasz is assigned to the ticket about the double charge."),
    ],
    wrongAnswer: "Adaeze is assigned to the ticket about the double charge.",
  }),
  task({
    id: "tracker-count-urgent",
    kind: "information",
    instruction: "How many open tickets have the label urgent?",
    requirements: ["the tickets are filtered by the label urgent", "the number is told"],
    answer: "3",
    via: ["/tracker"],
    stations: [
      open,
      station("the label is chosen", (world) => fieldIs(world, "label", "urgent")),
      station("the label is applied", (world) => filtersOf(world)?.label === "urgent"),
    ],
    done: (world) => answerHolds(world, "3") && visited(world, "/tracker"),
    way: [
      link("Tracker"),
      choose("Label", "urgent", "condition"),
      button("Filter", "commit"),
      answer("3 open tickets have the label urgent."),
    ],
    wrongAnswer: "10 open tickets have the label urgent.",
  }),
  task({
    id: "tracker-create",
    kind: "modification",
    instruction: "Open a new ticket titled “Mug arrived broken” with the label delivery, assigned to Ines.",
    requirements: [
      "exactly one new ticket",
      "title Mug arrived broken",
      "only the label delivery",
      "assigned to Ines",
    ],
    via: ["/tracker/13"],
    stations: [
      open,
      station("the form is open", (world) => visited(world, "/tracker/new")),
      station("the title is filled in", (world) => fieldIs(world, "title", "Mug arrived broken")),
      station("the label is ticked", (world) => fieldIs(world, "labels", "delivery")),
      station("the assignee is chosen", (world) => fieldIs(world, "assignee", "Ines")),
    ],
    done: (world) => {
      const { issues } = world.state;
      const first = issues[firstIssues().length];
      return (
        issues.length === firstIssues().length + 1 &&
        first?.title === "Mug arrived broken" &&
        first.labels.join() === "delivery" &&
        first.assignee === "Ines" &&
        first.open
      );
    },
    way: [
      link("Tracker"),
      link("New ticket"),
      fill("Title", "Mug arrived broken"),
      tick("delivery", "condition"),
      choose("Assign to", "Ines", "value"),
      button("Create ticket", "commit"),
      answer("The ticket “Mug arrived broken” is open, with label delivery, assigned to Ines."),
    ],
  }),
  task({
    id: "tracker-close-stools",
    kind: "modification",
    instruction: "Close the ticket about the missing bar stools.",
    requirements: ["ticket 7 is closed", "no other ticket is changed"],
    via: ["/tracker/7"],
    stations: [open, ticketOpen(7)],
    done: (world) => onlyChanged(world, 7, { open: false }),
    way: [
      link("Tracker"),
      link("#7 Missing bar stools"),
      button("Close ticket", "commit"),
      answer("The ticket about the missing bar stools is closed."),
    ],
  }),
  task({
    id: "tracker-label-timezone",
    kind: "modification",
    instruction:
      "Add the label urgent to the ticket about the time zone and assign it to Wei. Keep its other labels.",
    requirements: [
      "ticket 4 has bug, account and urgent",
      "it is assigned to Wei",
      "no other ticket is changed",
    ],
    via: ["/tracker/4"],
    stations: [
      open,
      ticketOpen(4),
      station("urgent is ticked", (world) => fieldIs(world, "labels", "urgent")),
      station("Wei is chosen", (world) => fieldIs(world, "assignee", "Wei")),
    ],
    done: (world) => onlyChanged(world, 4, { labels: ["account", "bug", "urgent"], assignee: "Wei" }),
    way: [
      link("Tracker"),
      link("#4 Cannot change my time zone"),
      tick("urgent", "condition"),
      choose("Assign to", "Wei", "value"),
      button("Save changes", "commit"),
      answer("The ticket is labelled urgent and assigned to Wei."),
    ],
  }),
  task({
    id: "tracker-comment-giftcard",
    kind: "modification",
    instruction: "Comment “Gift cards are valid for 3 years.” on the ticket about an expired gift card.",
    requirements: ["ticket 5 has exactly this comment, once", "no other ticket is changed"],
    via: ["/tracker/5"],
    stations: [
      open,
      ticketOpen(5),
      station("the comment is written", (world) =>
        fieldIs(world, "text", "Gift cards are valid for 3 years."),
      ),
    ],
    done: (world) => {
      const author = world.state.settings.displayName;
      return onlyChanged(world, 5, { comments: [{ author, text: "Gift cards are valid for 3 years." }] });
    },
    way: [
      link("Tracker"),
      link("#5 Gift card expired?"),
      fill("Add a comment", "Gift cards are valid for 3 years."),
      button("Comment", "commit"),
      answer("The comment is on the ticket."),
    ],
  }),
];
