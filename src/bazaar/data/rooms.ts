/** The rooms that can be booked, and which are free on which nights. */

export const cities = ["Lisbon", "Tallinn", "Ghent", "Bergen"] as const;
export type City = (typeof cities)[number];

export interface Room {
  id: string;
  name: string;
  city: City;
  /** Sleeps at most this many. */
  guests: number;
  beds: number;
  /** US dollars a night. */
  price: number;
  rating: number;
  breakfast: boolean;
  /** Nights (YYYY-MM-DD) on which the room is taken. */
  taken: readonly string[];
}

const room = (
  id: string,
  name: string,
  city: City,
  [guests, beds, price, rating]: readonly [number, number, number, number],
  breakfast: boolean,
  taken: readonly string[] = [],
): Room => ({ id, name, city, guests, beds, price, rating, breakfast, taken });

export const rooms: readonly Room[] = [
  room("alfama-loft", "Alfama loft", "Lisbon", [2, 1, 94, 4.6], true),
  room("belem-garden", "Belém garden room", "Lisbon", [2, 2, 88, 4.1], false),
  room("chiado-suite", "Chiado suite", "Lisbon", [4, 2, 152, 4.8], true),
  room("graca-attic", "Graça attic", "Lisbon", [1, 1, 61, 3.9], false),
  room("principe-room", "Príncipe Real room", "Lisbon", [2, 1, 103, 4.2], false),
  room("tejo-family", "Tejo family flat", "Lisbon", [5, 3, 171, 4.4], false, ["2027-05-10", "2027-05-11"]),
  room("old-town-cell", "Old Town cell", "Tallinn", [1, 1, 48, 4.0], true),
  room("kalamaja-house", "Kalamaja wooden house", "Tallinn", [4, 2, 110, 4.7], false),
  room("noblessner-view", "Noblessner sea view", "Tallinn", [2, 1, 97, 4.5], true),
  room("telliskivi-studio", "Telliskivi studio", "Tallinn", [2, 2, 79, 4.2], false),
  room("graslei-room", "Graslei room", "Ghent", [2, 1, 105, 4.3], true),
  room("patershol-nest", "Patershol nest", "Ghent", [2, 2, 99, 4.9], true),
  room("dampoort-double", "Dampoort double", "Ghent", [2, 1, 66, 3.7], false),
  room("bryggen-cabin", "Bryggen cabin", "Bergen", [3, 2, 131, 4.4], false),
  room("floyen-hut", "Fløyen hut", "Bergen", [2, 1, 118, 4.8], false, ["2027-06-01"]),
  room("nordnes-flat", "Nordnes flat", "Bergen", [4, 3, 149, 4.2], true),
];

const dayMs = 86_400_000;
const longestStay = 60;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The start of a day written as YYYY-MM-DD; null for anything else, such as 30 February. */
function dayOf(date: string): number | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(time) && dateOf(time) === date ? time : null;
}

/** The nights from check-in to the day before check-out; none when the dates are no dates or the wrong way round. */
export function nights(checkIn: string, checkOut: string): string[] {
  const [from, to] = [dayOf(checkIn), dayOf(checkOut)];
  if (from === null || to === null || to <= from || to - from > longestStay * dayMs) return [];
  return Array.from({ length: (to - from) / dayMs }, (_unused, i) => dateOf(from + i * dayMs));
}

export interface RoomQuery {
  city: string;
  checkIn: string;
  checkOut: string;
  guests: number;
  /** Exactly this many beds; null for any. */
  beds: number | null;
}

/** The rooms that are free for the whole stay and sleep that many. */
export function freeRooms({ city, checkIn, checkOut, guests, beds }: RoomQuery): Room[] {
  const wanted = nights(checkIn, checkOut);
  if (wanted.length === 0) return [];
  return rooms
    .filter((each) => each.city === city && each.guests >= guests && (beds === null || each.beds === beds))
    .filter((each) => !each.taken.some((night) => wanted.includes(night)));
}
