// Rooms: the search goes over GraphQL with variables.
const form = document.getElementById("stay");
const list = document.getElementById("rooms");
const summary = document.getElementById("summary");

const query = `query SearchRooms($city: String!, $checkIn: String!, $checkOut: String!, $guests: Int!, $beds: Int) {
  searchRooms(city: $city, checkIn: $checkIn, checkOut: $checkOut, guests: $guests, beds: $beds) {
    id name price rating guests beds breakfast
  }
}`;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function card(room, stay) {
  const address = `/stays/rooms/${room.id}?${new URLSearchParams({ checkIn: stay.checkIn, checkOut: stay.checkOut, guests: stay.guests })}`;
  const picture = element("img", { src: `/pictures/rooms/${room.id}.svg`, alt: "", width: 200, height: 190 });
  return element(
    "li",
    { className: "card" },
    element("a", { href: address }, picture, room.name),
    element("p", { className: "price" }, `$${room.price} a night`),
    element(
      "p",
      {},
      `★ ${room.rating.toFixed(1)} · sleeps ${room.guests} · ${room.beds} ${room.beds === 1 ? "bed" : "beds"}`,
    ),
    element("p", {}, room.breakfast ? "breakfast included" : "no breakfast"),
  );
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const variables = {
    ...fields,
    guests: Number(fields.guests),
    beds: fields.beds === "" ? null : Number(fields.beds),
  };
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ operationName: "SearchRooms", query, variables }),
  });
  const { data, errors } = await response.json();
  const rooms = data?.searchRooms ?? [];
  const count = `${rooms.length} ${rooms.length === 1 ? "room" : "rooms"} in ${fields.city}, ${fields.checkIn} to ${fields.checkOut}`;
  summary.textContent = errors
    ? errors[0].message
    : rooms.length === 0
      ? "No room is free for this stay."
      : count;
  list.replaceChildren(...rooms.map((room) => card(room, fields)));
});
