/** Stays: a search and a booking over GraphQL with variables, as many real sites do it. */
import { buildSchema, graphql } from "graphql";
import { html } from "hono/html";
import { z } from "zod";
import { cities, freeRooms, nights, type RoomQuery, rooms } from "../data/rooms.ts";
import { readBody } from "./body.ts";
import { routes } from "./environment.ts";
import { type Html, page } from "./layout.ts";
import { roomPicture } from "./pictures.ts";
import { notFound } from "./trouble-routes.ts";
import type { Visitor } from "./visitors.ts";

const schema = buildSchema(`
  type Room { id: ID! name: String! city: String! guests: Int! beds: Int! price: Int! rating: Float! breakfast: Boolean! }
  type Booking { id: ID! room: Room! checkIn: String! checkOut: String! guests: Int! nights: Int! total: Int! }
  type Query { searchRooms(city: String!, checkIn: String!, checkOut: String!, guests: Int!, beds: Int): [Room!]! }
  type Mutation { bookRoom(room: ID!, checkIn: String!, checkOut: String!, guests: Int!, name: String!): Booking! }
`);

const graphqlBody = z.object({
  operationName: z.string().nullish(),
  query: z.string().max(5000),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

interface Stay {
  checkIn: string;
  checkOut: string;
  guests: number;
}

/** What a search says; a variable that is left out is not there at all. */
type RoomSearch = Omit<RoomQuery, "beds"> & { beds?: number | null };

const longestName = 100;

/** Books a room, or throws an error that says why not; GraphQL hands its message on. */
function bookRoom(visitor: Visitor, { room, name, ...stay }: Stay & { room: string; name: string }): object {
  const found = rooms.find((each) => each.id === room);
  if (found === undefined) throw new Error("There is no such room.");
  const wanted = nights(stay.checkIn, stay.checkOut);
  if (wanted.length === 0) throw new Error("Check-out must be a date after check-in.");
  if (stay.guests < 1) throw new Error("At least 1 guest is needed.");
  const isTaken = visitor.state.bookings
    .filter((booking) => booking.roomId === room)
    .some((booking) => nights(booking.checkIn, booking.checkOut).some((night) => wanted.includes(night)));
  const free = freeRooms({ city: found.city, ...stay, beds: null });
  if (isTaken || !free.includes(found)) throw new Error("This room is not free for these dates and guests.");
  if (name.trim() === "" || name.length > longestName)
    throw new Error(`A name of 1 to ${longestName} letters is needed.`);
  const id = `S${501 + visitor.state.bookings.length}`;
  visitor.state.bookings.push({ id, roomId: room, ...stay, name: name.trim() });
  return { id, room: found, ...stay, nights: wanted.length, total: wanted.length * found.price };
}

function staysPage(visitor: Visitor): Html {
  const content = html`<h1>Stays</h1>
    <form id="stay" class="panel fields">
      <div><label for="city">City</label>
        <select id="city" name="city">${cities.map((city) => html`<option>${city}</option>`)}</select></div>
      <div><label for="in">Check-in</label><input id="in" name="checkIn" type="date" value="2027-05-01" /></div>
      <div><label for="out">Check-out</label><input id="out" name="checkOut" type="date" value="2027-05-02" /></div>
      <div><label for="guests">Guests</label>
        <select id="guests" name="guests">${[1, 2, 3, 4, 5].map((number) => html`<option>${number}</option>`)}</select></div>
      <div><label for="beds">Beds</label>
        <select id="beds" name="beds"><option value="">any</option>${[1, 2, 3].map((number) => html`<option value="${number}">exactly ${number}</option>`)}</select></div>
      <button type="submit" class="primary">Search</button>
    </form>
    <p id="summary" role="status"></p>
    <ul id="rooms" class="cards"></ul>
    <p><a href="/stays/booked">Your stays</a></p>`;
  return page(visitor, { title: "Stays", section: "/stays", scripts: ["stays.js"] }, content);
}

function roomPage(visitor: Visitor, id: string, stay: Stay): Html | undefined {
  const room = rooms.find((each) => each.id === id);
  if (room === undefined) return undefined;
  const content = html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/stays">Stays</a> › ${room.city}</nav>
    <article class="product">
      <img src="/pictures/rooms/${room.id}.svg" alt="${room.name}" width="360" height="342" />
      <div>
        <h1>${room.name}</h1>
        <p>${room.city} · ★ ${room.rating.toFixed(1)} · sleeps ${room.guests} · ${room.beds} ${room.beds === 1 ? "bed" : "beds"}</p>
        <p>${room.breakfast ? "Breakfast is included." : "Breakfast is not included."}</p>
        <p class="price">$${room.price} a night</p>
        <form id="book" class="stack" data-room="${room.id}">
          <label for="in">Check-in</label><input id="in" name="checkIn" type="date" value="${stay.checkIn}" />
          <label for="out">Check-out</label><input id="out" name="checkOut" type="date" value="${stay.checkOut}" />
          <label for="guests">Guests</label><input id="guests" name="guests" inputmode="numeric" value="${stay.guests}" />
          <label for="name">Name</label><input id="name" name="name" required />
          <button type="submit" class="primary">Book</button>
        </form>
        <p id="booked" role="status"></p>
      </div>
    </article>`;
  return page(visitor, { title: room.name, section: "/stays", scripts: ["room.js"] }, content);
}

function bookingsPage(visitor: Visitor): Html {
  const content = html`<h1>Your stays</h1>
    ${
      visitor.state.bookings.length === 0
        ? html`<p>No stays are booked.</p>`
        : html`<ul>${visitor.state.bookings.map(
            (booking) =>
              html`<li>${booking.id}: ${rooms.find((room) => room.id === booking.roomId)?.name ?? booking.roomId}, ${booking.checkIn} to ${booking.checkOut}, ${booking.guests} guests</li>`,
          )}</ul>`
    }`;
  return page(visitor, { title: "Your stays", section: "/stays" }, content);
}

export const staysRoutes = routes()
  .get("/stays", (c) => c.html(staysPage(c.get("visitor"))))
  .get("/stays/booked", (c) => c.html(bookingsPage(c.get("visitor"))))
  .get("/stays/rooms/:id", (c) => {
    const { checkIn = "2027-05-01", checkOut = "2027-05-02", guests = "1" } = c.req.query();
    const content = roomPage(c.get("visitor"), c.req.param("id"), {
      checkIn,
      checkOut,
      guests: Number(guests) || 1,
    });
    return content === undefined ? notFound(c) : c.html(content);
  })
  .get("/pictures/rooms/:file", (c) => {
    const room = rooms.find((each) => each.id === c.req.param("file").replace(/\.svg$/, ""));
    return room === undefined
      ? notFound(c)
      : c.body(roomPicture(room), 200, { "content-type": "image/svg+xml" });
  })
  .post("/graphql", async (c) => {
    const body = await readBody(c, graphqlBody);
    if ("problem" in body) return c.json({ errors: [{ message: body.problem }] }, 400);
    const visitor = c.get("visitor");
    const result = await graphql({
      schema,
      source: body.value.query,
      operationName: body.value.operationName ?? null,
      variableValues: body.value.variables ?? {},
      rootValue: {
        searchRooms: (words: RoomSearch) => freeRooms({ ...words, beds: words.beds ?? null }),
        bookRoom: (words: Stay & { room: string; name: string }) => bookRoom(visitor, words),
      },
    });
    // Without data nothing was carried out: the question itself was wrong.
    return c.json(result, result.data === undefined ? 400 : 200);
  });
