/** The help centre: articles, and a search over them. */
import { html } from "hono/html";
import { type Article, articleBySlug, articles, findArticles } from "../data/articles.ts";
import { routes } from "./environment.ts";
import { type Html, page } from "./layout.ts";
import { notFound } from "./trouble-routes.ts";
import type { Visitor } from "./visitors.ts";

function link({ slug, title }: Article): Html {
  return html`<li><a href="/help/${slug}">${title}</a></li>`;
}

function listPage(visitor: Visitor, text: string): Html {
  const found = findArticles(text);
  const sections = ["Orders", "Stays", "Account"] as const;
  const content = html`<h1>Help</h1>
    <form role="search" class="search" method="get" action="/help">
      <label for="q">Search the articles</label>
      <input id="q" name="q" type="search" value="${text}" />
      <button type="submit">Search</button>
    </form>
    ${
      text === ""
        ? sections.map(
            (section) =>
              html`<h2>${section}</h2><ul>${articles.filter((article) => article.section === section).map(link)}</ul>`,
          )
        : html`<p role="status">${found.length === 0 ? "No article holds these words." : `${found.length} found`}</p><ul>${found.map(link)}</ul>`
    }`;
  return page(visitor, { title: "Help", section: "/help" }, content);
}

function articlePage(visitor: Visitor, article: Article): Html {
  const [head = [], ...rows] = article.table ?? [];
  const related = article.related.flatMap((slug) => articleBySlug(slug) ?? []);
  const content = html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/help">Help</a> › ${article.section}</nav>
    <article class="prose">
      <h1>${article.title}</h1>
      ${article.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
      ${
        rows.length === 0
          ? ""
          : html`<table class="wide"><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
              <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`
      }
    </article>
    <h2>Related</h2>
    <ul>${related.map(link)}</ul>`;
  return page(visitor, { title: article.title, section: "/help" }, content);
}

export const helpRoutes = routes()
  .get("/help", (c) => c.html(listPage(c.get("visitor"), (c.req.query("q") ?? "").trim().slice(0, 100))))
  .get("/help/:slug", (c) => {
    const article = articleBySlug(c.req.param("slug"));
    return article === undefined ? notFound(c) : c.html(articlePage(c.get("visitor"), article));
  });
