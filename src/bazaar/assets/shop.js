// The shop's list. Filters count only once "Apply filters" is pressed; a new sort order forgets them, as some shops do.
const filters = document.getElementById("filters");
const search = document.getElementById("search");
const sort = document.getElementById("sort");
const summary = document.getElementById("summary");
const applied = document.getElementById("applied");
const results = document.getElementById("results");
const pages = document.getElementById("pages");

/** The query that the list shows; the address says the same. */
let query = new URLSearchParams(location.search);
const withQuery = (path) => (String(query) === "" ? path : `${path}?${query}`);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function card(product, isSponsored) {
  const picture = element("img", {
    src: `/pictures/products/${product.id}.svg`,
    alt: "",
    width: 200,
    height: 190,
  });
  const link = element("a", { href: `/shop/products/${product.id}` }, picture, product.name);
  const item = element("li", { className: isSponsored ? "card sponsored" : "card" }, link);
  item.append(element("p", { className: "price" }, `$${product.price}`));
  item.append(element("p", {}, `★ ${product.rating.toFixed(1)} · ${product.reviews} reviews`));
  if (isSponsored) item.append(element("small", {}, "Sponsored"));
  return item;
}

function describe({ category, colours, minPrice, maxPrice, minRating, text }) {
  const parts = [];
  if (text) parts.push(`“${text}”`);
  if (category) parts.push(category);
  if (colours.length) parts.push(colours.join(" or "));
  if (minPrice > 0 || maxPrice < 200) parts.push(`$${minPrice} to $${maxPrice}`);
  if (minRating > 0) parts.push(`rated ${minRating} and up`);
  return parts.length ? `Showing: ${parts.join(", ")}` : "No filter is applied.";
}

/** Puts the applied query into the form, so that what is shown and what is ticked agree. */
function fill(shown) {
  filters.elements.min.value = shown.minPrice;
  filters.elements.max.value = shown.maxPrice;
  for (const box of filters.querySelectorAll("[name=colour]"))
    box.checked = shown.colours.includes(box.value);
  for (const radio of filters.querySelectorAll("[name=category]"))
    radio.checked = radio.value === (shown.category ?? "");
  for (const radio of filters.querySelectorAll("[name=rating]"))
    radio.checked = Number(radio.value) === shown.minRating;
  search.elements.q.value = shown.text;
  sort.value = shown.sort;
}

async function load() {
  const response = await fetch(withQuery("/api/products"));
  const { query: shown, total, pages: count, items, sponsored } = await response.json();
  fill(shown);
  summary.textContent =
    total === 0 ? "No product matches." : `${total} ${total === 1 ? "product" : "products"}`;
  applied.textContent = describe(shown);
  const advertised = total > 0 && shown.page === 1 && sponsored ? [card(sponsored, true)] : [];
  results.replaceChildren(...advertised, ...items.map((product) => card(product, false)));
  pages.replaceChildren();
  for (let number = 1; count > 1 && number <= count; number += 1) {
    const button = element("button", { type: "button", onclick: () => go({ page: number }) }, String(number));
    button.setAttribute("aria-label", `Page ${number}`);
    if (number === shown.page) button.setAttribute("aria-current", "page");
    pages.append(button);
  }
}

/** Changes the query; an empty value takes its part out. */
function go(changes) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === "" || value === null) query.delete(name);
    else query.set(name, String(value));
  }
  history.pushState(null, "", withQuery("/shop"));
  return load();
}

filters.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(filters);
  go({
    category: form.get("category") ?? "",
    min: form.get("min"),
    max: form.get("max"),
    colour: form.getAll("colour").join(","),
    rating: form.get("rating") === "0" ? "" : (form.get("rating") ?? ""),
    page: "",
  });
});

search.addEventListener("submit", (event) => {
  event.preventDefault();
  go({ q: search.elements.q.value, page: "" });
});

sort.addEventListener("change", () => {
  const text = query.get("q");
  const category = query.get("category");
  query = new URLSearchParams();
  go({ q: text, category, sort: sort.value });
});

addEventListener("popstate", () => {
  query = new URLSearchParams(location.search);
  load();
});

const dialog = document.getElementById("newsletter");
if (dialog) {
  dialog.addEventListener("close", () => {
    const email = dialog.returnValue === "subscribe" ? dialog.querySelector("#email").value : null;
    fetch("/api/newsletter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
  });
  dialog.showModal();
}

load();
