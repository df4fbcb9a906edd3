/** The Bazaar's traps, each as it is described in docs/bazaar.md, in a real browser. */
import type { Page } from "playwright-core";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { priceStep } from "../../src/bazaar/data/shop-query.ts";
import { startBazaar } from "../../src/bazaar/site/server.ts";
import type { Visitor } from "../../src/bazaar/site/visitors.ts";
import { describeInChromium, useChromium } from "./browser.ts";

describeInChromium("the Bazaar's traps", () => {
  const chromium = useChromium();
  let page: Page;
  let visitor: Visitor;

  beforeEach(async () => {
    const bazaar = await startBazaar();
    onTestFinished(() => bazaar.close());
    page = await chromium.page({ baseURL: bazaar.url });
    const made = bazaar.newVisitor();
    visitor = made.visitor;
    await page.context().addCookies([made.cookie]);
  });

  const summary = () => page.locator("#summary");
  const applied = () => page.locator("#applied");
  const names = () => page.locator("#results a").allTextContents();
  const apply = () => page.getByRole("button", { name: "Apply filters" }).click();

  async function openShop(query = ""): Promise<void> {
    visitor.state.dialogClosed = true;
    await page.goto(`/shop${query}`);
    await page.locator("#results li").first().waitFor();
  }

  async function until(text: string): Promise<void> {
    await page.locator("#summary", { hasText: text }).waitFor();
  }

  test("a filter counts only once Apply is pressed", async () => {
    await openShop();
    await page.getByLabel("green").check();
    expect(await summary().textContent()).toBe("72 products");
    expect(await applied().textContent()).toBe("No filter is applied.");
    await apply();
    await until("12 products");
    expect(await applied().textContent()).toBe("Showing: green");
  });

  test("a price limit between two steps snaps to the lower one", async () => {
    await openShop();
    await page.getByLabel("To", { exact: true }).fill("55");
    await apply();
    await page.locator("#applied", { hasText: "Showing" }).waitFor();
    expect(priceStep).toBe(10);
    expect(await applied().textContent()).toBe("Showing: $0 to $50");
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("50");
  });

  test("a list goes on over pages, and its total is not what one page shows", async () => {
    await openShop("?category=lamps");
    const first = await names();
    expect(await summary().textContent()).toBe("21 products");
    expect(first).toHaveLength(7); // six and an advertisement
    await page.getByRole("button", { name: "Page 4" }).click();
    await page.locator("#pages [aria-current]", { hasText: "4" }).waitFor();
    expect(await names()).toHaveLength(3);
  });

  test("a new order forgets colour, price and rating, and keeps the category and the words", async () => {
    await openShop("?q=chair&category=chairs&colour=red&max=160&rating=3");
    expect(await applied().textContent()).toBe("Showing: “chair”, chairs, red, $0 to $160, rated 3 and up");
    await page.getByLabel("Sort by").selectOption({ label: "Best rated" });
    await page.locator("#applied", { hasNotText: "red" }).waitFor();
    expect(await applied().textContent()).toBe("Showing: “chair”, chairs");
    expect(await page.getByLabel("red").isChecked()).toBe(false);
  });

  test("a dialog stands in the way of the shop until it is answered, and then never again", async () => {
    await page.goto("/shop");
    await page.locator("#results li").first().waitFor();
    await expect(page.getByLabel("lamps").click({ timeout: 300 })).rejects.toThrow("Timeout");
    await page.getByRole("button", { name: "No, thank you" }).click();
    await page.getByLabel("lamps").click();
    await expect.poll(() => visitor.state.dialogClosed).toBe(true);
    expect(visitor.state.newsletterEmail).toBeNull();
    await page.reload();
    await page.locator("#results li").first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("an advertisement looks like a result, stands first, and heeds neither filter nor order", async () => {
    await openShop("?category=lamps&sort=price-asc&colour=green");
    const first = page.locator("#results li").first();
    expect(await first.locator("small").textContent()).toBe("Sponsored");
    expect(await names()).toEqual(["Harbour desk lamp, blue", ...(await names()).slice(1)]);
    expect((await names()).slice(1).every((name) => name.endsWith("green"))).toBe(true);
    const prices = await page.locator("#results .price").allTextContents();
    expect(Number(prices[0]?.slice(1))).toBeLessThan(Number(prices[1]?.slice(1)));
    expect(await first.locator("a").getAttribute("href")).toBe("/shop/products/lamps-harbour-desk-blue");
  });

  test("a list that is rightly empty says so, without an advertisement", async () => {
    visitor.state.dialogClosed = true;
    await page.goto("/shop?category=chairs&colour=yellow&max=40");
    await until("No product matches.");
    expect(await applied().textContent()).toBe("Showing: chairs, yellow, $0 to $40");
    expect(await names()).toEqual([]);
  });

  test("the outlet asks for proof of being human and takes no answer", async () => {
    const response = await page.goto("/outlet");
    expect(response?.status()).toBe(403);
    await page.getByLabel("Letters", { exact: true }).fill("w4tx");
    await page.getByRole("button", { name: "Continue" }).click();
    expect(await page.getByRole("alert").textContent()).toBe("That was not right. Look again.");
    expect(await page.getByRole("heading", { name: "Are you human?" }).isVisible()).toBe(true);
  });

  test("the sales reports fail, and say so", async () => {
    const response = await page.goto("/reports");
    expect(response?.status()).toBe(500);
    expect(await page.locator("main").textContent()).toContain("error 500");
  });

  test("an order can be placed twice by one press too many", async () => {
    visitor.state.cart = [{ productId: "mugs-espresso-green", quantity: 1 }];
    await page.goto("/checkout");
    await page.getByLabel("Name").fill("Kim Lee");
    await page.getByLabel("Address").fill("5 Quay Street");
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByRole("button", { name: "Order the same again" }).click();
    await page.getByText("Order B1002").waitFor();
    expect(visitor.state.orders.map(({ id }) => id)).toEqual(["B1001", "B1002"]);
  });
});
