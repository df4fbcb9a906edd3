/** A password that an agent types stands in no file of its run. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  bytesBelow,
  describeInChromium,
  readBack,
  servePages,
  temporaryFolder,
  useChromium,
} from "../../test/bazaar/browser.ts";
import { account } from "../bazaar/site/account-routes.ts";
import { startBazaar } from "../bazaar/site/server.ts";
import { recordPage } from "./index.ts";

const password = `tulip & "anchor"/42 é`;

/** A login that spreads the password as badly as a site can. */
const login = `<form onsubmit="spread(); return false">
  <label for="p">Password</label> <input id="p" type="password"> <button>Sign in</button></form><p id="echo"></p>
  <script>
    const spread = async () => {
      const secret = p.value;
      const json = { headers: { "content-type": "application/json" }, method: "POST" };
      await fetch("/sink?q=" + encodeURIComponent(secret));
      await fetch("/sink", { ...json, body: JSON.stringify({ word: secret }) });
      await fetch("/sink", { ...json, body: JSON.stringify({ inner: JSON.stringify({ word: secret }) }) });
      await fetch("/sink", { method: "POST", body: new URLSearchParams({ word: secret }) });
      await fetch("/sink", { method: "POST", body: btoa(unescape(encodeURIComponent("mira:" + secret))) });
      console.error("cannot sign in with " + secret);
      echo.textContent = "You typed " + secret;
      document.title = secret;
      history.replaceState(null, "", "#" + encodeURIComponent(secret));
    };
  </script>`;

function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(`mira:${secret}`).toString("base64").slice(8, -4),
  ];
}

const ways: [name: string, type: (page: Page) => Promise<unknown>][] = [
  ["filled in", (page) => page.getByLabel("Password").fill(password)],
  ["typed key by key", (page) => page.getByLabel("Password").pressSequentially(password)],
  [
    "typed with the keyboard",
    async (page) => {
      await page.getByLabel("Password").click();
      await page.keyboard.type(password);
    },
  ],
  [
    "inserted as text",
    async (page) => {
      await page.getByLabel("Password").click();
      await page.keyboard.insertText(password);
    },
  ],
  [
    "pressed in single keys",
    async (page) => {
      await page.getByLabel("Password").click();
      for (const key of "tulip-77") await page.keyboard.press(key);
    },
  ],
];

describeInChromium("a password", () => {
  const chromium = useChromium();

  test.each(ways)("that is %s is in no file", async (name, type) => {
    const url = await servePages({ "/": login, "/sink": "ok" });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/password", task: { instruction: "Sign in" } });
    await type(recording.page);
    await recording.page.getByRole("button").click();
    await recording.page.getByRole("button").hover();
    await recording.finish({ answer: `I signed in with ${password}.` });
    const typed = name === "pressed in single keys" ? "tulip-77" : password;
    const bytes = await bytesBelow(folder);
    const found = formsOf(typed).filter((form) => bytes.includes(form));
    expect(found).toEqual([]);
    const { steps, problems } = await readBack(folder);
    expect(problems).toBeUndefined();
    expect(JSON.stringify(steps)).toContain("You typed [redacted:password]");
  });

  test("that the agent was given is in no file even before it is typed", async () => {
    const url = await servePages({ "/": "<h1>Wait</h1>" });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const task = { instruction: `Sign in with ${password}` };
    const recording = recordPage(page, { folder, id: "test/given", task, secrets: [password] });
    await recording.page.keyboard.press("Tab");
    expect((await readBack(folder)).task.instruction).toBe("Sign in with [redacted:password]");
    await recording.finish();
  });

  test("aimed at a field that is not there is kept out by the field's name", async () => {
    const url = await servePages({ "/": "<h1>No form here</h1>" });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/missing", task: { instruction: "Sign in" } });
    await expect(recording.page.fill("#password", password, { timeout: 50 })).rejects.toThrow("Timeout");
    await recording.finish();
    const bytes = await bytesBelow(folder);
    expect(formsOf(password).filter((form) => bytes.includes(form))).toEqual([]);
  });

  test("typed at the Bazaar's login is in no file", async () => {
    const bazaar = await startBazaar();
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(`${bazaar.url}/login`);
    const recording = recordPage(page, { folder, id: "test/login", task: { instruction: "Sign in" } });
    await recording.page.getByLabel("User name").fill(account.user);
    await recording.page.getByLabel("Password").fill(account.password);
    await recording.page.getByRole("button", { name: "Sign in" }).click();
    await recording.finish();
    await page.close();
    await bazaar.close();
    const bytes = await bytesBelow(folder);
    expect(formsOf(account.password).filter((form) => bytes.includes(form))).toEqual([]);
    const { steps, final } = await readBack(folder);
    expect(final?.title).toContain("Settings");
    expect(steps[2]?.requests?.[0]?.body).toBe("user=mira&password=[redacted:password]");
  });
});
