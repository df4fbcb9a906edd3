/** The Bazaar's recorded runs: every value that a person would look for in the requests is still there. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readTrajectories } from "../../formats/index.ts";
import { packageRoot } from "../../package-root.ts";
import { type NetworkRequest, type Trajectory, viewOf } from "../../trajectory/index.ts";
import { kindOf } from "./kind.ts";
import { requests } from "./requests.ts";

const runs = new Map<string, Trajectory>();
beforeAll(async () => {
  for await (const run of readTrajectories(join(packageRoot, "examples/bazaar"))) runs.set(run.id, run);
});
const textOf = (id: string): string => {
  const run = runs.get(`bazaar/${id}`);
  if (run === undefined) throw new Error(`examples/bazaar holds no run bazaar/${id}`);
  return requests(viewOf(run)).text;
};

describe("what a person needs of a run's requests", () => {
  test.each<[id: string, parts: string[]]>([
    ["competent/shop-green-lamps", ["GET /api/products", "category=lamps", "max=50", "colour=green"]],
    ["competent/shop-blue-mugs", ["category=mugs", "colour=blue", "rating=4"]],
    ["competent/shop-chairs-range", ["category=chairs", "min=80", "max=120"]],
    ["competent/shop-rugs-cheapest-first", ["category=rugs", "sort=price-asc"]],
    ["competent/shop-red-best-rated", ["colour=red", "category=chairs", "sort=rating"]],
    ["competent/shop-open-kilim", ["q=kilim blue", "GET /shop/products/rugs-kilim-blue"]],
    ["competent/shop-two-lamps", ["POST /api/cart", "productId=lamps-banker-s-green", "quantity=2"]],
    [
      "competent/shop-order-mug",
      [
        "productId=mugs-espresso-green",
        "POST /checkout (303)",
        "name=Kim Lee",
        "address=5 Quay Street, Bergen",
        "/orders/B1001",
      ],
    ],
    [
      "competent/stays-tallinn-beds",
      [
        "graphql=query SearchRooms { searchRooms }",
        "variables.city=Tallinn",
        "variables.checkIn=2027-05-03",
        "variables.checkOut=2027-05-05",
        "variables.guests=2",
        "variables.beds=2",
      ],
    ],
    [
      "competent/stays-book-noblessner",
      [
        "graphql=mutation BookRoom { bookRoom }",
        "variables.room=noblessner-view",
        "variables.name=Kim Lee",
        "variables.guests=2",
      ],
    ],
    ["competent/tracker-unassigned-bugs", ["status=open", "label=bug", "assignee=nobody"]],
    ["competent/tracker-create", ["title=Mug arrived broken", "labels=delivery", "assignee=Ines"]],
    ["competent/tracker-close-stools", ["PATCH /api/tickets/7", "open=false"]],
    ["competent/tracker-label-timezone", ["labels=account, bug, urgent", "assignee=Wei"]],
    [
      "competent/tracker-comment-giftcard",
      ["POST /tracker/5/comments", "text=Gift cards are valid for 3 years."],
    ],
    ["competent/help-open-breakfast", ["q=breakfast vegan", "GET /help/breakfast"]],
    ["competent/settings-language", ["PUT /api/settings", "language=Deutsch"]],
    ["competent/settings-newsletter", ["newsletter=false", "timeZone=Europe/Oslo"]],
    ["competent/outlet-cheapest", ["/outlet (403)"]],
    ["competent/reports-total", ["/reports (500)"]],
    ["submits-twice/shop-order-mug", ["POST /checkout/again/B1001 (303)", "/orders/B1002"]],
  ])("%s", (id, parts) => {
    const text = textOf(id);
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  });
});

/** The values that a request holds, as plainly as they can be read: its query, and its form or JSON body. */
function valuesIn({ url, body = "" }: NetworkRequest): string[] {
  const query = [...new URL(url).searchParams.values()];
  const leaves = (value: unknown): string[] =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];
  if (!/^[[{]/.test(body)) return [...query, ...new URLSearchParams(body).values()];
  const { query: graphql, variables, ...rest } = JSON.parse(body);
  return [...query, ...leaves(graphql === undefined ? { ...rest, query: graphql } : variables)];
}

test("no value of any page or data request of any run is lost", () => {
  const lost = [...runs.values()].flatMap((run) => {
    const { text, dropped } = requests(viewOf(run));
    const all = [...(run.requests ?? []), ...run.steps.flatMap((step) => step.requests ?? [])];
    const own = all.filter((request) => ["document", "data"].includes(kindOf(request)));
    const values = own.flatMap(valuesIn).filter((value) => !["", "null", "undefined"].includes(value));
    return [
      ...values.filter((value) => !text.includes(value)).map((value) => `${run.id}: ${value}`),
      ...("budget" in dropped ? [`${run.id}: over budget`] : []),
    ];
  });
  expect(runs.size).toBeGreaterThan(100);
  expect(lost).toEqual([]);
});
