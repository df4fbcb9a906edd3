/** Tasks in the shop that change something: the cart, an order; "exactly 2", "nothing else", and one that is impossible. */
import { answer, button, choose, fill, infeasible, link } from "../moves.ts";
import {
  cartIs,
  dialogGone,
  inCart,
  product,
  productOpen,
  productPath,
  searched,
  shopOpen,
  toShop,
} from "./shop-world.ts";
import { type BazaarTask, station, task } from "./task.ts";
import { fieldIs, shopListsSeen, visited } from "./world.ts";

const banker = product("lamps-banker-s-green");
const jute = product("rugs-jute-black");
const latte = product("mugs-tall-latte-red");
const espresso = product("mugs-espresso-green");

export const shopOrderTasks: readonly BazaarTask[] = [
  task({
    id: "shop-two-lamps",
    kind: "modification",
    instruction: "Put exactly 2 of the green Banker's lamp into the cart.",
    requirements: ["the green Banker's lamp", "exactly 2 of it", "nothing else is in the cart"],
    via: [productPath(banker.id)],
    stations: [
      shopOpen,
      dialogGone,
      ...searched(/banker/i),
      productOpen(banker.id),
      station("2 are chosen", (world) => fieldIs(world, "quantity", "2")),
    ],
    done: ({ state }) => cartIs(state, { [banker.id]: 2 }),
    way: [
      ...toShop,
      fill("Search the shop", "banker green"),
      button("Search"),
      link(banker.name),
      choose("Quantity", "2", "value"),
      button("Add to cart", "commit"),
      answer("Two green Banker's lamps are in the cart."),
    ],
  }),
  task({
    id: "shop-two-kinds",
    kind: "modification",
    instruction: "Put one black jute rug and one red tall latte mug into the cart.",
    requirements: ["one jute rug, black", "one tall latte mug, red", "nothing else is in the cart"],
    via: [productPath(jute.id), productPath(latte.id)],
    stations: [
      shopOpen,
      dialogGone,
      ...searched(/jute/i),
      productOpen(jute.id),
      inCart(jute.id),
      station(
        "the shop is open again",
        (world) => visited(world, productPath(jute.id)) && world.page.path === "/shop",
      ),
      ...searched(/latte/i),
      productOpen(latte.id),
      inCart(latte.id),
    ],
    done: ({ state }) => cartIs(state, { [jute.id]: 1, [latte.id]: 1 }),
    way: [
      ...toShop,
      fill("Search the shop", "jute black"),
      button("Search"),
      link(jute.name),
      button("Add to cart"),
      link("Shop"),
      fill("Search the shop", "latte red"),
      button("Search"),
      link(latte.name),
      button("Add to cart", "commit"),
      answer("The rug and the mug are in the cart."),
    ],
  }),
  task({
    id: "shop-order-mug",
    kind: "modification",
    instruction: "Order one green espresso mug to Kim Lee, 5 Quay Street, Bergen.",
    requirements: [
      "exactly one order",
      "one espresso mug, green",
      "name Kim Lee",
      "address 5 Quay Street, Bergen",
    ],
    via: [productPath(espresso.id), "/cart", "/checkout", "/orders/B1001"],
    given: ["goods in the cart"],
    stations: [
      shopOpen,
      dialogGone,
      ...searched(/espresso/i),
      productOpen(espresso.id),
      inCart(espresso.id),
      station("the cart is open", (world) => visited(world, "/cart")),
      station("the checkout is open", (world) => visited(world, "/checkout")),
      station("the name is filled in", (world) => fieldIs(world, "name", "Kim Lee")),
      station("the address is filled in", (world) => fieldIs(world, "address", "5 Quay Street, Bergen")),
    ],
    done: ({ state: { orders } }) => {
      const [order] = orders;
      return (
        orders.length === 1 &&
        order?.name === "Kim Lee" &&
        order.address === "5 Quay Street, Bergen" &&
        JSON.stringify(order.lines) === JSON.stringify([{ productId: espresso.id, quantity: 1 }])
      );
    },
    way: [
      ...toShop,
      fill("Search the shop", "espresso green"),
      button("Search"),
      link(espresso.name),
      button("Add to cart"),
      link("Cart (1)"),
      link("Checkout"),
      fill("Name", "Kim Lee"),
      fill("Address", "5 Quay Street, Bergen", "value"),
      button("Place order", "commit"),
      answer("The mug is ordered; the order number is B1001."),
    ],
  }),
  task({
    id: "shop-purple-lamp",
    kind: "modification",
    instruction: "Put a purple lamp into the cart. If that is impossible, say so.",
    requirements: [
      "that there is no purple lamp is found out in the shop",
      "nothing is put into the cart",
      "the agent says that it is impossible",
    ],
    answer: "impossible",
    via: ["/shop"],
    stations: [shopOpen, dialogGone, ...searched(/purple/i)],
    // The list of colours, which holds no purple, stands beside every list of products.
    done: (world) =>
      world.gaveUp &&
      cartIs(world.state, {}) &&
      world.state.orders.length === 0 &&
      world.state.dialogClosed &&
      shopListsSeen(world).length > 0,
    way: [
      ...toShop,
      fill("Search the shop", "purple lamp"),
      button("Search"),
      infeasible("The shop has no purple lamp, so it cannot be put into the cart."),
    ],
    wrongAnswer: "A purple lamp is in the cart.",
  }),
];
