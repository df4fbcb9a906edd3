/** Tasks in the shop that ask for a fact: superlatives, counts, what a product's page says. */
import { answer, button, choose, fill, link, tick } from "../moves.ts";
import {
  apply,
  categoryApplied,
  chosen,
  colourApplied,
  dialogGone,
  firstOf,
  listed,
  product,
  productOpen,
  productPath,
  sawList,
  searched,
  shopOpen,
  toShop,
} from "./shop-world.ts";
import { type BazaarTask, station, task } from "./task.ts";
import { answerHolds, shopListsSeen, visited, type World } from "./world.ts";

const cheapestLamp = firstOf({ category: "lamps", sort: "price-asc" });
const bestMug = firstOf({ category: "mugs", sort: "rating" });
/** What the shop advertises above these lists. */
const lampAd = product("lamps-harbour-desk-blue");
const mugAd = product("mugs-enamel-camp-white");
const blueCount = String(listed({ colours: ["blue"] }).length);
const rocking = product("chairs-rocking-green");
const shaggy = product("rugs-shaggy-black");

/** The first of a sorted list, or the best of all pages of the unsorted one: either shows the extreme. */
const sawExtreme = (world: World, category: "lamps" | "mugs", sort: "price-asc" | "rating"): boolean =>
  sawList(world, { category, sort }, "first page") || sawList(world, { category }, "all pages");

const sortedBy = (category: "lamps" | "mugs", sort: "price-asc" | "rating") =>
  station(`${category} are sorted`, (world) =>
    shopListsSeen(world).some((list) => list.category === category && list.sort === sort),
  );

export const shopFactTasks: readonly BazaarTask[] = [
  task({
    id: "shop-cheapest-lamp",
    kind: "information",
    instruction: "Which lamp is the cheapest, and what does it cost?",
    requirements: ["the cheapest lamp of all, not only of the first page", "its name and its price are told"],
    answer: `${cheapestLamp.name}, $${cheapestLamp.price}`,
    via: ["/shop"],
    stations: [
      shopOpen,
      dialogGone,
      chosen("category", "lamps"),
      categoryApplied("lamps"),
      sortedBy("lamps", "price-asc"),
    ],
    done: (world) =>
      answerHolds(world, cheapestLamp.name, String(cheapestLamp.price)) &&
      sawExtreme(world, "lamps", "price-asc"),
    way: [
      ...toShop,
      tick("lamps"),
      apply,
      choose("Sort by", "Price: low to high"),
      answer(`The cheapest lamp is the ${cheapestLamp.name}, for $${cheapestLamp.price}.`),
    ],
    // The advertisement stands first, whatever the order.
    trap: [
      ...toShop,
      tick("lamps"),
      button("Apply filters"),
      choose("Sort by", "Price: low to high"),
      answer(`The cheapest lamp is the ${lampAd.name}, for $${lampAd.price}.`),
    ],
    wrongAnswer: "The cheapest lamp is the Banker's lamp, green, for $32.",
    searchWords: ["cheapest lamp", "lamp"],
  }),
  task({
    id: "shop-count-blue",
    kind: "information",
    instruction: "How many blue products does the shop have in all?",
    requirements: [
      "only the colour blue is filtered, over all categories",
      "the total is told, not the number on one page",
    ],
    answer: blueCount,
    via: ["/shop"],
    stations: [shopOpen, dialogGone, chosen("colour", "blue"), colourApplied("blue")],
    done: (world) => answerHolds(world, blueCount) && sawList(world, { colours: ["blue"] }, "first page"),
    way: [...toShop, tick("blue"), apply, answer(`The shop has ${blueCount} blue products.`)],
    wrongAnswer: "The shop has 7 blue products.",
  }),
  task({
    id: "shop-best-mug",
    kind: "information",
    instruction: "What is the name of the best rated mug?",
    requirements: ["mugs sorted by rating", "the name of the first is told"],
    answer: bestMug.name,
    via: ["/shop"],
    stations: [
      shopOpen,
      dialogGone,
      chosen("category", "mugs"),
      categoryApplied("mugs"),
      sortedBy("mugs", "rating"),
    ],
    done: (world) => answerHolds(world, bestMug.name) && sawExtreme(world, "mugs", "rating"),
    way: [
      ...toShop,
      tick("mugs"),
      apply,
      choose("Sort by", "Best rated"),
      answer(`The best rated mug is the ${bestMug.name}.`),
    ],
    trap: [
      ...toShop,
      tick("mugs"),
      button("Apply filters"),
      choose("Sort by", "Best rated"),
      answer(`The best rated mug is the ${mugAd.name}.`),
    ],
    wrongAnswer: "The best rated mug is the Stoneware mug, yellow.",
    searchWords: ["best rated mug", "mug"],
  }),
  task({
    id: "shop-reviews-rocking",
    kind: "information",
    instruction: "How many reviews does the green rocking chair have?",
    requirements: ["the green rocking chair is found", "its number of reviews is told"],
    answer: String(rocking.reviews),
    via: [productPath(rocking.id)],
    stations: [shopOpen, dialogGone, ...searched(/rocking/i), productOpen(rocking.id)],
    // The list shows the number too.
    done: (world) =>
      answerHolds(world, String(rocking.reviews)) &&
      (visited(world, productPath(rocking.id)) ||
        shopListsSeen(world).some(({ text }) => /rocking/i.test(text))),
    way: [
      ...toShop,
      fill("Search the shop", "rocking green"),
      button("Search"),
      link(rocking.name, "commit"),
      answer(`The green rocking chair has ${rocking.reviews} reviews.`),
    ],
    wrongAnswer: `The green rocking chair has ${product("chairs-rocking-yellow").reviews} reviews.`,
  }),
  task({
    id: "shop-delivery-shaggy",
    kind: "information",
    instruction: "In how many days does the black Shaggy rug arrive, as its page says?",
    requirements: ["the page of the black Shaggy rug is opened", "its days are told"],
    answer: String(shaggy.delivery),
    via: [productPath(shaggy.id)],
    stations: [shopOpen, dialogGone, ...searched(/shaggy/i), productOpen(shaggy.id)],
    done: (world) => answerHolds(world, String(shaggy.delivery)) && visited(world, productPath(shaggy.id)),
    way: [
      ...toShop,
      fill("Search the shop", "shaggy black"),
      button("Search"),
      link(shaggy.name, "commit"),
      answer(`The black Shaggy rug arrives in ${shaggy.delivery} days.`),
    ],
    wrongAnswer: `The black Shaggy rug arrives in ${shaggy.stock} days.`,
  }),
];
