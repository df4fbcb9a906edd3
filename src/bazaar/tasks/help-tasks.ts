/** Tasks in the help centre: questions whose answers stand on its pages. */
import { answer, button, fill, link } from "../moves.ts";
import { type BazaarTask, station, task } from "./task.ts";
import { answerHolds, fieldOf, pathOf, visited, type World } from "./world.ts";

const open = station("the help centre is open", (world) => visited(world, "/help"));

const searchedBreakfast = ({ log }: World): boolean =>
  log.some(({ path }) => /^\/help\?.*q=\S*breakfast/i.test(path));

/** Articles that the footer of every page links to. */
const inFooter: Readonly<Record<string, string>> = { "delivery-times": "Delivery", returns: "Returns" };

interface Question {
  id: string;
  instruction: string;
  slug: string;
  title: string;
  answer: string;
  /** What of the answer must be there. */
  holds: readonly string[];
  wrong: string;
  requirements: readonly string[];
}

function question({
  id,
  instruction,
  slug,
  title,
  answer: text,
  holds,
  wrong,
  requirements,
}: Question): BazaarTask {
  const footer = inFooter[slug];
  return task({
    id,
    kind: "information",
    instruction,
    requirements,
    answer: holds.join(", "),
    via: [`/help/${slug}`],
    stations: [open, station("the article is open", (world) => visited(world, `/help/${slug}`))],
    done: (world) => answerHolds(world, ...holds) && visited(world, `/help/${slug}`),
    way: [
      ...(footer === undefined ? [link("Help"), link(title, "commit")] : [link(footer, "commit")]),
      answer(text),
    ],
    wrongAnswer: wrong,
  });
}

export const helpTasks: readonly BazaarTask[] = [
  question({
    id: "help-iceland",
    instruction: "How many working days does delivery to Iceland take?",
    slug: "delivery-times",
    title: "How long delivery takes",
    answer: "Delivery to Iceland takes 8 working days.",
    holds: ["8"],
    wrong: "Delivery to Iceland takes 5 working days.",
    requirements: ["the number of working days for Iceland is told"],
  }),
  question({
    id: "help-rug-iceland",
    instruction: "How many working days does it take until a rug arrives in Iceland?",
    slug: "delivery-times",
    title: "How long delivery takes",
    answer: "A rug takes 10 working days to Iceland: 8 and two more, because rugs travel by freight.",
    holds: ["10"],
    wrong: "A rug takes 8 working days to Iceland.",
    requirements: ["the two days that rugs take longer are added to the table's number"],
  }),
  question({
    id: "help-returns",
    instruction: "Within how many days can goods be sent back?",
    slug: "returns",
    title: "Sending something back",
    answer: "Goods can be sent back within 45 days from the day of delivery.",
    holds: ["45"],
    wrong: "Goods can be sent back within 6 days.",
    requirements: ["the number of days is told"],
  }),
  question({
    id: "help-cancel-bergen",
    instruction: "Until how many days before check-in is cancelling a stay in Bergen free?",
    slug: "cancel-stay",
    title: "Cancelling a stay",
    answer: "In Bergen cancelling is free until 14 days before check-in.",
    holds: ["14"],
    wrong: "Cancelling is free until 7 days before check-in.",
    requirements: ["the limit for Bergen is told, not the general one"],
  }),
  question({
    id: "help-gift-card",
    instruction: "For how long is a refunded gift card valid?",
    slug: "refund-methods",
    title: "How refunds are paid",
    answer: "A refunded gift card is valid for 3 years.",
    holds: ["3 years"],
    wrong: "A refunded gift card is valid for 1 year.",
    requirements: ["the validity is told with its unit"],
  }),
  task({
    id: "help-open-breakfast",
    kind: "navigation",
    instruction: "Find the article about breakfast by searching the help centre, and open it.",
    requirements: ["the help centre is searched", "the article about breakfast is open"],
    via: ["/help/breakfast"],
    stations: [
      open,
      station(
        "breakfast is typed",
        (world) => pathOf(world) === "/help" && /breakfast/i.test(fieldOf(world, "q")),
      ),
      station("breakfast is searched", searchedBreakfast),
    ],
    done: (world) => pathOf(world) === "/help/breakfast" && searchedBreakfast(world),
    way: [
      link("Help"),
      fill("Search the articles", "breakfast vegan"),
      button("Search"),
      link("Breakfast", "commit"),
      answer("The article about breakfast is open."),
    ],
  }),
];
