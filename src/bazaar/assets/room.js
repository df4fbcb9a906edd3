// A room's page: booking it over GraphQL.
const form = document.getElementById("book");

const query = `mutation BookRoom($room: ID!, $checkIn: String!, $checkOut: String!, $guests: Int!, $name: String!) {
  bookRoom(room: $room, checkIn: $checkIn, checkOut: $checkOut, guests: $guests, name: $name) {
    id nights total room { name }
  }
}`;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const variables = { ...fields, room: form.dataset.room, guests: Number(fields.guests) };
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ operationName: "BookRoom", query, variables }),
  });
  const { data, errors } = await response.json();
  const booked = data?.bookRoom;
  document.getElementById("booked").textContent = errors
    ? errors[0].message
    : `Booked: ${booked.id}, ${booked.room.name}, ${booked.nights} ${booked.nights === 1 ? "night" : "nights"}, $${booked.total}.`;
});
