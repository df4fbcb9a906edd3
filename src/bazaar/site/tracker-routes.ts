/** The tracker: tickets by form and by JSON. */
import { html } from "hono/html";
import { z } from "zod";
import { issueLabels, people } from "../data/issues.ts";
import { readBody } from "./body.ts";
import { routes } from "./environment.ts";
import { type Html, page } from "./layout.ts";
import { notFound } from "./trouble-routes.ts";
import type { Visitor } from "./visitors.ts";

const newIssue = z.object({
  title: z.string().trim().min(1).max(120),
  text: z.string().trim().max(2000).default(""),
  labels: z
    .union([z.enum(issueLabels), z.array(z.enum(issueLabels))])
    .optional()
    .transform((labels) => (labels === undefined ? [] : Array.isArray(labels) ? labels : [labels])),
  assignee: z
    .union([z.enum(people), z.literal("")])
    .optional()
    .transform((assignee) => (assignee === undefined || assignee === "" ? null : assignee)),
});
const change = z.strictObject({
  labels: z.array(z.enum(issueLabels)).optional(),
  assignee: z.enum(people).nullable().optional(),
  open: z.boolean().optional(),
});
const comment = z.strictObject({ text: z.string().trim().min(1).max(2000) });

function listPage(visitor: Visitor, query: Record<string, string>): Html {
  const { status = "open", label = "", assignee = "" } = query;
  const shown = visitor.state.issues
    .filter((issue) => status === "all" || issue.open === (status === "open"))
    .filter((issue) => label === "" || issue.labels.some((each) => each === label))
    .filter(
      (issue) =>
        assignee === "" || (assignee === "nobody" ? issue.assignee === null : issue.assignee === assignee),
    );
  const option = (value: string, name: string, chosen: string): Html =>
    value === chosen
      ? html`<option value="${value}" selected>${name}</option>`
      : html`<option value="${value}">${name}</option>`;
  const content = html`<h1>Tracker</h1>
    <form class="panel fields" method="get" action="/tracker">
      <div><label for="status">Status</label>
        <select id="status" name="status">${["open", "closed", "all"].map((each) => option(each, each, status))}</select></div>
      <div><label for="label">Label</label>
        <select id="label" name="label">${option("", "any", label)}${issueLabels.map((each) => option(each, each, label))}</select></div>
      <div><label for="assignee">Assigned to</label>
        <select id="assignee" name="assignee">${option("", "anyone", assignee)}${option("nobody", "nobody", assignee)}${people.map((each) => option(each, each, assignee))}</select></div>
      <button type="submit">Filter</button>
    </form>
    <p><a class="button primary" href="/tracker/new">New ticket</a></p>
    <p role="status">${shown.length} ${shown.length === 1 ? "ticket" : "tickets"}</p>
    <ul class="tickets">
      ${shown.map(
        (issue) =>
          html`<li><a href="/tracker/${issue.number}">#${issue.number} ${issue.title}</a>
            ${issue.labels.map((each) => html`<span class="label">${each}</span>`)}
            <span class="quiet">${issue.assignee === null ? "unassigned" : `assigned to ${issue.assignee}`}${issue.open ? "" : " · closed"}</span></li>`,
      )}
    </ul>`;
  return page(visitor, { title: "Tracker", section: "/tracker" }, content);
}

function newPage(visitor: Visitor, problem?: string): Html {
  const content = html`<h1>New ticket</h1>
    ${problem === undefined ? "" : html`<p role="alert" class="error">${problem}</p>`}
    <form method="post" action="/tracker" class="stack">
      <label for="title">Title</label><input id="title" name="title" />
      <label for="text">What happened?</label><textarea id="text" name="text" rows="5"></textarea>
      <fieldset><legend>Labels</legend>
        ${issueLabels.map((each) => html`<label><input type="checkbox" name="labels" value="${each}" /> ${each}</label>`)}
      </fieldset>
      <label for="assignee">Assign to</label>
      <select id="assignee" name="assignee"><option value="">nobody</option>${people.map((each) => html`<option>${each}</option>`)}</select>
      <button type="submit" class="primary">Create ticket</button>
    </form>`;
  return page(visitor, { title: "New ticket", section: "/tracker" }, content);
}

function issuePage(visitor: Visitor, number: number, problem?: string): Html | undefined {
  const issue = visitor.state.issues.find((each) => each.number === number);
  if (issue === undefined) return undefined;
  const checked = (on: boolean, input: string): Html =>
    on
      ? html`<label><input type="checkbox" name="labels" value="${input}" checked /> ${input}</label>`
      : html`<label><input type="checkbox" name="labels" value="${input}" /> ${input}</label>`;
  const content = html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/tracker">Tracker</a> › #${issue.number}</nav>
    <h1>${issue.title}</h1>
    <p id="state" role="status">${issue.open ? "Open" : "Closed"} · ${issue.assignee === null ? "unassigned" : `assigned to ${issue.assignee}`}</p>
    <p>${issue.text}</p>
    <div class="columns">
      <form id="change" class="panel" data-number="${issue.number}">
        <fieldset><legend>Labels</legend>${issueLabels.map((each) => checked(issue.labels.includes(each), each))}</fieldset>
        <label for="assignee">Assign to</label>
        <select id="assignee" name="assignee">
          <option value="">nobody</option>
          ${people.map((each) => (each === issue.assignee ? html`<option selected>${each}</option>` : html`<option>${each}</option>`))}
        </select>
        <div class="buttons">
          <button type="submit" class="primary">Save changes</button>
          <button type="button" id="toggle">${issue.open ? "Close ticket" : "Reopen ticket"}</button>
        </div>
        <p id="saved" role="status"></p>
      </form>
      <section aria-label="Comments">
        <h2>Comments</h2>
        ${problem === undefined ? "" : html`<p role="alert" class="error">${problem}</p>`}
        <ul>${issue.comments.map((each) => html`<li><strong>${each.author}</strong>: ${each.text}</li>`)}</ul>
        <form method="post" action="/tracker/${issue.number}/comments" class="stack">
          <label for="comment">Add a comment</label><textarea id="comment" name="text" rows="3"></textarea>
          <button type="submit">Comment</button>
        </form>
      </section>
    </div>`;
  return page(
    visitor,
    { title: `#${issue.number} ${issue.title}`, section: "/tracker", scripts: ["ticket.js"] },
    content,
  );
}

export const trackerRoutes = routes()
  .get("/tracker", (c) => c.html(listPage(c.get("visitor"), c.req.query())))
  .get("/tracker/new", (c) => c.html(newPage(c.get("visitor"))))
  .post("/tracker", async (c) => {
    const visitor = c.get("visitor");
    const form = await readBody(c, newIssue);
    if ("problem" in form)
      return c.html(newPage(visitor, `The ticket was not created: ${form.problem}`), 422);
    const number = visitor.state.issues.length + 1;
    visitor.state.issues.push({ number, ...form.value, open: true, comments: [] });
    return c.redirect(`/tracker/${number}`, 303);
  })
  .get("/tracker/:number", (c) => {
    const content = issuePage(c.get("visitor"), Number(c.req.param("number")));
    return content === undefined ? notFound(c) : c.html(content);
  })
  .patch("/api/tickets/:number", async (c) => {
    const issue = c.get("visitor").state.issues.find((each) => each.number === Number(c.req.param("number")));
    if (issue === undefined) return c.json({ problem: "no such ticket" }, 404);
    const body = await readBody(c, change);
    if ("problem" in body) return c.json(body, 400);
    const { labels, assignee, open } = body.value;
    if (labels !== undefined) issue.labels = labels;
    if (assignee !== undefined) issue.assignee = assignee;
    if (open !== undefined) issue.open = open;
    return c.json(issue);
  })
  .post("/tracker/:number/comments", async (c) => {
    const visitor = c.get("visitor");
    const issue = visitor.state.issues.find((each) => each.number === Number(c.req.param("number")));
    if (issue === undefined) return notFound(c);
    const form = await readBody(c, comment);
    if ("problem" in form) {
      const content = issuePage(visitor, issue.number, `The comment was not added: ${form.problem}`);
      return content === undefined ? notFound(c) : c.html(content, 422);
    }
    issue.comments.push({ author: visitor.state.settings.displayName, text: form.value.text });
    return c.redirect(`/tracker/${issue.number}`, 303);
  });
