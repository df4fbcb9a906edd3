/** Signing in, and the settings behind it. */
import { html } from "hono/html";
import { z } from "zod";
import { readBody } from "./body.ts";
import { routes } from "./environment.ts";
import { type Html, page } from "./layout.ts";
import type { Visitor } from "./visitors.ts";

/** The one account that there is. */
export const account = { user: "mira", password: "tulip-anchor-42" } as const;

const languages = ["English", "Deutsch", "Português", "Eesti"] as const;
const timeZones = ["UTC", "Europe/Lisbon", "Europe/Tallinn", "Europe/Brussels", "Europe/Oslo"] as const;

const loginForm = z.strictObject({ user: z.string().max(100), password: z.string().max(100) });
const settingsChange = z.strictObject({
  displayName: z.string().trim().min(1).max(60),
  language: z.enum(languages),
  timeZone: z.enum(timeZones),
  newsletter: z.boolean(),
  alerts: z.boolean(),
});

function loginPage(visitor: Visitor, problem?: string): Html {
  const content = html`<h1>Sign in</h1>
    ${problem === undefined ? "" : html`<p role="alert" class="error">${problem}</p>`}
    <form method="post" action="/login" class="stack">
      <label for="user">User name</label><input id="user" name="user" autocomplete="username" />
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" />
      <button type="submit" class="primary">Sign in</button>
    </form>`;
  return page(visitor, { title: "Sign in" }, content);
}

function settingsPage(visitor: Visitor): Html {
  const { displayName, language, timeZone, newsletter, alerts } = visitor.state.settings;
  const options = (values: readonly string[], chosen: string): Html[] =>
    values.map((value) =>
      value === chosen ? html`<option selected>${value}</option>` : html`<option>${value}</option>`,
    );
  const box = (name: string, text: string, on: boolean): Html =>
    on
      ? html`<label><input type="checkbox" name="${name}" checked /> ${text}</label>`
      : html`<label><input type="checkbox" name="${name}" /> ${text}</label>`;
  const content = html`<h1>Settings</h1>
    <form id="settings" class="stack">
      <label for="displayName">Display name</label><input id="displayName" name="displayName" value="${displayName}" />
      <label for="language">Language</label><select id="language" name="language">${options(languages, language)}</select>
      <label for="timeZone">Time zone</label><select id="timeZone" name="timeZone">${options(timeZones, timeZone)}</select>
      <fieldset><legend>E-mail</legend>
        ${box("newsletter", "Newsletter", newsletter)} ${box("alerts", "Alerts about my orders", alerts)}
      </fieldset>
      <button type="submit" class="primary">Save settings</button>
    </form>
    <p id="saved" role="status"></p>`;
  return page(visitor, { title: "Settings", scripts: ["settings.js"] }, content);
}

export const accountRoutes = routes()
  .get("/login", (c) => c.html(loginPage(c.get("visitor"))))
  .post("/login", async (c) => {
    const form = await readBody(c, loginForm);
    const visitor = c.get("visitor");
    if ("problem" in form || form.value.user !== account.user || form.value.password !== account.password) {
      return c.html(loginPage(visitor, "User name or password is wrong."), 401);
    }
    visitor.state.signedIn = true;
    return c.redirect("/settings", 303);
  })
  .get("/settings", (c) =>
    c.get("visitor").state.signedIn ? c.html(settingsPage(c.get("visitor"))) : c.redirect("/login"),
  )
  .put("/api/settings", async (c) => {
    const { state } = c.get("visitor");
    if (!state.signedIn) return c.json({ problem: "sign in first" }, 401);
    const body = await readBody(c, settingsChange);
    if ("problem" in body) return c.json(body, 400);
    state.settings = body.value;
    return c.json(state.settings);
  });
