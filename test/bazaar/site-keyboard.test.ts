/** The Bazaar works by keyboard and reads well aloud. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { type Bazaar, startBazaar } from "../../src/bazaar/site/server.ts";
import type { Visitor } from "../../src/bazaar/site/visitors.ts";
import { describeInChromium, useChromium } from "./browser.ts";

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { target: string[] }[] }[];
}

const axeScript = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every kind of page, and the states of a page that look different. */
const pages: [name: string, path: string, prepare?: (visitor: Visitor, page: Page) => unknown][] = [
  ["home", "/"],
  ["shop with its dialog", "/shop"],
  ["shop", "/shop", ({ state }) => (state.dialogClosed = true)],
  ["empty list", "/shop?category=chairs&colour=yellow&max=40", ({ state }) => (state.dialogClosed = true)],
  ["product", "/shop/products/lamps-banker-s-green"],
  ["empty cart", "/cart"],
  ["cart", "/cart", ({ state }) => state.cart.push({ productId: "rugs-jute-black", quantity: 2 })],
  ["checkout", "/checkout", ({ state }) => state.cart.push({ productId: "rugs-jute-black", quantity: 2 })],
  [
    "order",
    "/orders/B1001",
    ({ state }) => state.orders.push({ id: "B1001", lines: [], total: 0, name: "Kim", address: "Quay" }),
  ],
  ["stays", "/stays", (_visitor, page) => page.getByRole("button", { name: "Search" }).click()],
  ["room", "/stays/rooms/chiado-suite"],
  ["booked stays", "/stays/booked"],
  ["tracker", "/tracker?status=all"],
  ["new ticket", "/tracker/new"],
  ["ticket", "/tracker/4"],
  ["help", "/help"],
  ["help search", "/help?q=breakfast"],
  ["article", "/help/delivery-times"],
  ["login", "/login"],
  ["settings", "/settings", ({ state }) => (state.signedIn = true)],
  ["outlet", "/outlet"],
  ["reports", "/reports"],
  ["nothing there", "/nothing"],
];

describeInChromium("the Bazaar for everyone", () => {
  const chromium = useChromium();

  async function open(): Promise<{ bazaar: Bazaar; visitor: Visitor; page: Page }> {
    const bazaar = await startBazaar();
    onTestFinished(() => bazaar.close());
    const page = await chromium.page({ baseURL: bazaar.url, viewport: { width: 1024, height: 720 } });
    const { visitor, cookie } = bazaar.newVisitor();
    await page.context().addCookies([cookie]);
    return { bazaar, visitor, page };
  }

  test.each(pages)(
    "%s has no serious fault that axe knows, and does not overflow",
    async (name, path, prepare) => {
      const { visitor, page } = await open();
      if (name !== "stays") prepare?.(visitor, page);
      await page.goto(path);
      await page.waitForFunction("!document.body.innerText.includes('Loading…')");
      if (name === "stays") await prepare?.(visitor, page);
      await page.evaluate(await axeScript);
      const { violations } = await page.evaluate<AxeResult>("axe.run()");
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(overflow).toBe(0);
    },
  );

  /** Presses Tab until the element with this name has the focus, as a person without a mouse would. */
  async function tabTo(page: Page, name: string): Promise<void> {
    const focused = `(() => {
      const at = document.activeElement;
      return at.getAttribute("aria-label") || at.labels?.[0]?.textContent.trim() || at.textContent.trim();
    })()`;
    for (let presses = 0; presses < 80; presses += 1) {
      if ((await page.evaluate<string>(focused)) === name) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${name} is not reached by Tab`);
  }

  test("a mug can be found, bought and sent with Tab, Enter and typing alone", async () => {
    const { visitor, page } = await open();
    const { keyboard } = page;
    const press = async (name: string): Promise<void> => {
      await tabTo(page, name);
      await keyboard.press("Enter");
    };
    await page.goto("/");
    await press("Shop");
    await page.getByRole("dialog").waitFor();
    await press("No, thank you");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await tabTo(page, "Search the shop");
    await keyboard.type("espresso green");
    await keyboard.press("Enter");
    await page.locator("#summary", { hasText: "1 product" }).waitFor();
    await press("Espresso mug, green");
    await page.getByRole("heading", { name: "Espresso mug, green" }).waitFor();
    await press("Add to cart");
    await page.getByText("It holds 1 item now.").waitFor();
    await press("Cart (1)");
    await page.getByRole("heading", { name: "Cart" }).waitFor();
    await press("Checkout");
    await page.getByRole("heading", { name: "Checkout" }).waitFor();
    await tabTo(page, "Name");
    await keyboard.type("Kim Lee");
    await tabTo(page, "Address");
    await keyboard.type("5 Quay Street");
    await keyboard.press("Enter");
    await page.getByText("Order B1001 is placed").waitFor();
    expect(visitor.state.orders).toEqual([
      {
        id: "B1001",
        lines: [{ productId: "mugs-espresso-green", quantity: 1 }],
        total: 24,
        name: "Kim Lee",
        address: "5 Quay Street",
      },
    ]);
  });

  test("the first press of Tab offers to skip the navigation", async () => {
    const { page } = await open();
    await page.goto("/help");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
  });
});
