/** Tasks about rooms: a search to bring up, facts to find, stays to book. */
import { cities, freeRooms } from "../data/rooms.ts";
import { answer, button, choose, fill, infeasible, link, type Move } from "../moves.ts";
import { type BazaarTask, station, task } from "./task.ts";
import { answerHolds, fieldIs, lastRoomSearch, pathOf, visited, type World } from "./world.ts";

const open = station("the stays are open", (world) => visited(world, "/stays"));

interface Search {
  city: string;
  checkIn: string;
  checkOut: string;
  guests: number;
  beds: number | null;
}

/** The last search for rooms was exactly this one. */
const searched =
  (wanted: Search) =>
  (world: World): boolean => {
    const variables = lastRoomSearch(world);
    return variables !== null && Object.entries(wanted).every(([name, value]) => variables[name] === value);
  };

/** The moves that search for it; the page begins with the first city. */
function search({ city, checkIn, checkOut, guests, beds }: Search): Move[] {
  return [
    link("Stays"),
    ...(city === cities[0] ? [] : [choose("City", city)]),
    fill("Check-in", checkIn),
    fill("Check-out", checkOut, "value"),
    choose("Guests", String(guests), beds === null ? "condition" : undefined),
    ...(beds === null ? [] : [choose("Beds", `exactly ${beds}`, "condition")]),
    button("Search", "commit"),
  ];
}

const filled = (wanted: Search) => [
  open,
  ...(wanted.city === cities[0]
    ? []
    : [station("the city is chosen", (world) => fieldIs(world, "city", wanted.city))]),
  station("check-in is filled in", (world) => fieldIs(world, "checkIn", wanted.checkIn)),
  station("check-out is filled in", (world) => fieldIs(world, "checkOut", wanted.checkOut)),
  station(
    "the guests are chosen",
    (world) => pathOf(world) === "/stays" && fieldIs(world, "guests", String(wanted.guests)),
  ),
  ...(wanted.beds === null
    ? []
    : [station("the beds are chosen", (world) => fieldIs(world, "beds", String(wanted.beds)))]),
  station("the city is searched", (world) => lastRoomSearch(world)?.["city"] === wanted.city),
  station("the search is made", searched(wanted)),
];

const tallinn: Search = {
  city: "Tallinn",
  checkIn: "2027-05-03",
  checkOut: "2027-05-05",
  guests: 2,
  beds: 2,
};
const ghent: Search = { city: "Ghent", checkIn: "2027-05-08", checkOut: "2027-05-10", guests: 2, beds: null };
const lisbon: Search = { city: "Lisbon", checkIn: "2027-05-20", checkOut: "2027-05-22", guests: 2, beds: 1 };
const bergen: Search = {
  city: "Bergen",
  checkIn: "2027-06-11",
  checkOut: "2027-06-14",
  guests: 2,
  beds: null,
};
const ghentBreakfast = String(freeRooms(ghent).filter((room) => room.breakfast).length);
const [cheapestLisbon] = freeRooms(lisbon).sort((a, b) => a.price - b.price);

const noBookings = ({ state }: World): boolean => state.bookings.length === 0;

export const stayTasks: readonly BazaarTask[] = [
  task({
    id: "stays-tallinn-beds",
    kind: "navigation",
    instruction: "Find rooms in Tallinn for 2 guests from 2027-05-03 to 2027-05-05 with exactly 2 beds.",
    requirements: ["city Tallinn", "from 2027-05-03 to 2027-05-05", "2 guests", "exactly 2 beds"],
    via: ["/stays"],
    stations: filled(tallinn),
    done: (world) => pathOf(world) === "/stays" && searched(tallinn)(world),
    way: [...search(tallinn), answer("The rooms in Tallinn for two with exactly two beds are listed.")],
  }),
  task({
    id: "stays-ghent-breakfast",
    kind: "information",
    instruction:
      "How many rooms in Ghent that are free for 2 guests from 2027-05-08 to 2027-05-10 include breakfast?",
    requirements: ["the search is made with city, dates and guests", "only rooms with breakfast are counted"],
    answer: ghentBreakfast,
    via: ["/stays"],
    stations: filled(ghent),
    done: (world) => answerHolds(world, ghentBreakfast) && searched(ghent)(world),
    way: [...search(ghent), answer(`${ghentBreakfast} of the free rooms in Ghent include breakfast.`)],
    wrongAnswer: "3 of the free rooms in Ghent include breakfast.",
  }),
  task({
    id: "stays-lisbon-cheapest",
    kind: "information",
    instruction:
      "Which is the cheapest room in Lisbon for 2 guests with exactly 1 bed from 2027-05-20 to 2027-05-22?",
    requirements: [
      "the search is made with city, dates and guests",
      "only rooms with exactly 1 bed count",
      "the name of the cheapest room is told",
    ],
    answer: cheapestLisbon?.name ?? "",
    via: ["/stays"],
    stations: filled(lisbon),
    // The list shows the beds of each room, so that a search for any beds shows enough.
    done: (world) =>
      answerHolds(world, cheapestLisbon?.name ?? "") &&
      (searched(lisbon)(world) || searched({ ...lisbon, beds: null })(world)),
    way: [
      ...search(lisbon),
      answer(`The cheapest is the ${cheapestLisbon?.name} at $${cheapestLisbon?.price} a night.`),
    ],
    wrongAnswer: "The cheapest is the Belém garden room at $88 a night.",
  }),
  task({
    id: "stays-book-noblessner",
    kind: "modification",
    instruction:
      "Book the Noblessner sea view in Tallinn for 2 guests from 2027-05-03 to 2027-05-06 in the name of Kim Lee.",
    requirements: [
      "exactly one booking",
      "room Noblessner sea view",
      "from 2027-05-03 to 2027-05-06",
      "2 guests",
      "name Kim Lee",
    ],
    via: ["/stays/rooms/noblessner-view"],
    stations: [
      ...filled({ ...tallinn, checkOut: "2027-05-06", beds: null }),
      station("the room is open", (world) => visited(world, "/stays/rooms/noblessner-view")),
      station("the name is filled in", (world) => fieldIs(world, "name", "Kim Lee")),
    ],
    done: ({ state: { bookings } }) =>
      bookings.length === 1 &&
      JSON.stringify({ ...bookings[0], id: "" }) ===
        JSON.stringify({
          id: "",
          roomId: "noblessner-view",
          checkIn: "2027-05-03",
          checkOut: "2027-05-06",
          guests: 2,
          name: "Kim Lee",
        }),
    way: [
      ...search({ ...tallinn, checkOut: "2027-05-06", beds: null }),
      link("Noblessner sea view"),
      fill("Name", "Kim Lee"),
      button("Book", "commit"),
      answer("The Noblessner sea view is booked for Kim Lee, 3 nights."),
    ],
  }),
  task({
    id: "stays-book-floyen",
    kind: "modification",
    instruction:
      "Book the Fløyen hut in Bergen for 2 guests from 2027-06-11 to 2027-06-14 in the name of Ana Silva.",
    requirements: [
      "exactly one booking",
      "room Fløyen hut",
      "from 2027-06-11 to 2027-06-14",
      "2 guests",
      "name Ana Silva",
    ],
    via: ["/stays/rooms/floyen-hut"],
    stations: [
      ...filled(bergen),
      station("the room is open", (world) => visited(world, "/stays/rooms/floyen-hut")),
      station("the name is filled in", (world) => fieldIs(world, "name", "Ana Silva")),
    ],
    done: ({ state: { bookings } }) =>
      bookings.length === 1 &&
      JSON.stringify({ ...bookings[0], id: "" }) ===
        JSON.stringify({
          id: "",
          roomId: "floyen-hut",
          checkIn: "2027-06-11",
          checkOut: "2027-06-14",
          guests: 2,
          name: "Ana Silva",
        }),
    way: [
      ...search(bergen),
      link("Fløyen hut"),
      fill("Name", "Ana Silva"),
      button("Book", "commit"),
      answer("The Fløyen hut is booked for Ana Silva, 3 nights."),
    ],
  }),
  task({
    id: "stays-vienna",
    kind: "modification",
    instruction: "Book any room in Vienna for the night of 2027-05-01. If that is impossible, say so.",
    requirements: [
      "that there are no stays in Vienna is found out",
      "nothing is booked",
      "the agent says that it is impossible",
    ],
    answer: "impossible",
    via: ["/stays"],
    stations: [open],
    done: (world) => world.gaveUp && noBookings(world) && visited(world, "/stays"),
    way: [link("Stays"), infeasible("Stays are offered in four cities only, and Vienna is not one of them.")],
    wrongAnswer: "A room in Vienna is booked.",
  }),
];
