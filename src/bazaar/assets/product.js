// A product's page: adding it to the cart.
const form = document.getElementById("add");
const product = document.querySelector("[data-product]").dataset.product;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const quantity = Number(new FormData(form).get("quantity"));
  const response = await fetch("/api/cart", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ productId: product, quantity }),
  });
  const { cart, problem } = await response.json();
  const added = document.getElementById("added");
  if (!response.ok) {
    added.textContent = problem;
    return;
  }
  const inCart = cart.reduce((sum, line) => sum + line.quantity, 0);
  document.getElementById("cart-count").textContent = inCart;
  added.textContent = `Added to your cart. It holds ${inCart} ${inCart === 1 ? "item" : "items"} now.`;
});
