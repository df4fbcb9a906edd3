// The cart: changing and removing lines, without leaving the page.
const rows = document.querySelector("tbody");

async function change(productId, quantity) {
  const response = await fetch("/api/cart", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ productId, quantity }),
  });
  const answer = await response.json();
  document.getElementById("problem").textContent = response.ok ? "" : answer.problem;
  if (response.ok) show(answer);
}

function show({ cart, total, lines }) {
  for (const row of rows.querySelectorAll("tr")) {
    const line = lines.find((each) => each.productId === row.dataset.product);
    if (line === undefined) row.remove();
    else row.querySelector(".sum").textContent = `$${line.sum}`;
  }
  document.getElementById("total").textContent = `Total $${total}`;
  document.getElementById("cart-count").textContent = cart.reduce((sum, line) => sum + line.quantity, 0);
  if (cart.length === 0) document.getElementById("checkout").remove();
}

rows?.addEventListener("change", (event) =>
  change(event.target.closest("tr").dataset.product, Number(event.target.value)),
);
rows?.addEventListener("click", (event) => {
  if (event.target.matches(".remove")) change(event.target.closest("tr").dataset.product, 0);
});
