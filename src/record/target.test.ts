/** What an action is aimed at, as a person would name it. */
import { expect, test } from "vitest";
import { describeInChromium, servePages, useChromium } from "../../test/bazaar/browser.ts";
import { describeTarget } from "./target.ts";

const named: [what: string, html: string, text: string | undefined][] = [
  ["a button by its text", "<button>Place   order\n</button>", "Place order"],
  ["only the text that shows", "<button>Save<span hidden> all secrets</span></button>", "Save"],
  ["a field by its label", '<label for="x">Check-in</label><input id="x" value="2027-05-01">', "Check-in"],
  ["a field by the label around it", "<label><input type=checkbox> Newsletter</label>", "Newsletter"],
  [
    "a select by the label around it, without its options",
    "<label>Size <select><option>Small</option><option>Large</option></select></label>",
    "Size",
  ],
  [
    "an aria-label before the text",
    '<button aria-label="Remove Kilim rug">Remove</button>',
    "Remove Kilim rug",
  ],
  [
    "aria-labelledby before everything",
    '<b id="a">Card</b> <b id="b">number</b><input aria-labelledby="a b" aria-label="other">',
    "Card number",
  ],
  ["a field without a label by its placeholder", '<input placeholder="Search the shop">', "Search the shop"],
  ["a field without either by its name", '<input name="letters">', "letters"],
  ["a picture by its alternative text", '<img alt="Harbour lamp" width=20 height=20>', "Harbour lamp"],
  [
    "a link around a picture by the picture",
    '<a href="#"><img alt="Kilim rug" width=20 height=20></a>',
    "Kilim rug",
  ],
  [
    "a button around a drawing by the drawing's title",
    '<button><svg width=20 height=20><title>Close</title><path d="M0 0h9"/></svg></button>',
    "Close",
  ],
  ["an input button by its value", '<input type=submit value="Send">', "Send"],
  ["a thing without any words by nothing", '<div tabindex=0 style="width:9px;height:9px"></div>', undefined],
];

describeInChromium("the target of an action", () => {
  const chromium = useChromium();

  test.each(named)("names %s", async (_what, html, text) => {
    const page = await chromium.page();
    await page.goto(await servePages({ "/": html }));
    const element = await page.$("button, input, select, img, a, div");
    const described = element === null ? undefined : await describeTarget(element);
    expect(described?.target.text).toBe(text);
  });

  test("has the box and its middle in CSS pixels of the viewport, whatever the scale and the scroll position", async () => {
    const page = await chromium.page({ deviceScaleFactor: 2 });
    const box = "position:absolute;left:100px;top:2000px;width:80px;height:40px";
    await page.goto(await servePages({ "/": `<button style="${box}">Far down</button>` }));
    const element = await page.$("button");
    const described = element === null ? undefined : await describeTarget(element);
    const scrolled = await page.evaluate<number>("scrollY");
    expect(scrolled).toBeGreaterThan(0);
    expect(described?.target.box).toEqual([100, 2000 - scrolled, 80, 40]);
    expect(described?.target.point).toEqual([140, 2020 - scrolled]);
  });

  test("has the point that the action asks for instead of the middle", async () => {
    const page = await chromium.page();
    const box = "position:absolute;left:100px;top:50px;width:80px;height:40px";
    await page.goto(await servePages({ "/": `<div style="${box}">Map</div>` }));
    const element = await page.$("div");
    const described = element === null ? undefined : await describeTarget(element, [5, 7]);
    expect(described?.target.point).toEqual([105, 57]);
  });

  test("has no box when the element does not show", async () => {
    const page = await chromium.page();
    await page.goto(await servePages({ "/": "<button hidden>Later</button>" }));
    const element = await page.$("button");
    const described = element === null ? undefined : await describeTarget(element);
    expect(described?.target.selector).toBe("html > body > button");
    expect(described?.target.box).toBeUndefined();
  });

  test("has a selector that finds the same element again", async () => {
    const page = await chromium.page();
    const row = (name: string): string => `<tr><td>${name}</td><td><button>Open</button></td></tr>`;
    await page.goto(await servePages({ "/": `<table id="list">${row("a")}${row("b")}${row("c")}</table>` }));
    const element = (await page.$$("button"))[1];
    const selector = element === undefined ? "" : (await describeTarget(element))?.target.selector;
    expect(selector).toBe("#list > tbody > tr:nth-of-type(2) > td:nth-of-type(2) > button");
    expect(await page.locator(`${selector} >> xpath=../../td[1]`).textContent()).toBe("b");
  });

  test("is nothing when the element has gone meanwhile", async () => {
    const page = await chromium.page();
    await page.goto(await servePages({ "/": "<button>Go</button>" }));
    const element = await page.$("button");
    await page.reload();
    expect(element === null ? null : await describeTarget(element)).toBeUndefined();
  });
});
