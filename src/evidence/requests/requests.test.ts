/** The request sequence: what stays, what is dropped and counted, how values read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kettleRun } from "../../../test/fixtures/trajectories.ts";
import { realdata } from "../../../test/realdata.ts";
import { type NetworkRequest, viewOf } from "../../trajectory/index.ts";
import { kindOf } from "./kind.ts";
import { type RequestOptions, requests } from "./requests.ts";
import { isOwnSite, siteOf } from "./site.ts";
import { valuesOf } from "./values.ts";

const get = (url: string, more: Partial<NetworkRequest> = {}): NetworkRequest => ({
  method: "GET",
  url,
  resourceType: "fetch",
  ...more,
});

function evidenceOf(list: NetworkRequest[], options: RequestOptions = {}) {
  const run = kettleRun();
  const steps = run.steps.map((step, i) => (i === 0 ? { ...step, requests: list } : step));
  return requests(viewOf({ ...run, steps }), options);
}

const pairsOf = (body: string, url = "https://a.test/x"): Record<string, string> =>
  Object.fromEntries(valuesOf({ url, body }).pairs);

describe("values", () => {
  test("query parameters are decoded, nested names are dotted, empty and tracking ones go", () => {
    const { pairs, dropped } = valuesOf({
      url: "https://a.test/?q=caf%C3%A9+noir&f[price][max]=50&empty=&utm_source=x&sid=1",
    });
    expect(pairs).toEqual([
      ["q", "café noir"],
      ["f.price.max", "50"],
    ]);
    expect(dropped).toBe(2);
  });

  test("JSON is flattened to its last value", () => {
    expect(
      pairsOf(
        '{"filter":{"colour":["red","blue"],"price":{"max":50}},"rooms":[{"beds":2}],"open":true,"none":null}',
      ),
    ).toEqual({
      "filter.colour": "red, blue",
      "filter.price.max": "50",
      "rooms[0].beds": "2",
      open: "true",
    });
  });

  test("forms, multipart forms and JSON inside a form field are read", () => {
    expect(pairsOf("name=Kim+Lee&address=5+Quay+Street")).toEqual({
      name: "Kim Lee",
      address: "5 Quay Street",
    });
    const multipart =
      '--b1\r\nContent-Disposition: form-data; name="title"\r\n\r\nMug broke\r\n--b1\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n\u0000\u0001\r\n--b1--';
    expect(pairsOf(multipart)).toEqual({ title: "Mug broke", f: "[file a.png]" });
    expect(pairsOf("q=%7B%22max%22%3A50%7D")).toEqual({ "q.max": "50" });
  });

  test("GraphQL shows operation, first field and the variables with their values; a batch shows each", () => {
    const body = JSON.stringify({
      operationName: "SearchRooms",
      query: "query SearchRooms($city: String!) { searchRooms(city: $city) { id } }",
      variables: { city: "Lisbon", guests: 2, beds: null },
    });
    expect(pairsOf(body)).toEqual({
      graphql: "query SearchRooms { searchRooms }",
      "variables.city": "Lisbon",
      "variables.guests": "2",
    });
    expect(valuesOf({ url: "https://a.test", body: `[${body},${body}]` }).pairs).toHaveLength(6);
    const query = encodeURIComponent("{ room(id: 7) { name } }");
    expect(Object.fromEntries(valuesOf({ url: `https://a.test/g?query=${query}` }).pairs)).toEqual({
      graphql: "query { room }",
      arguments: "id: 7",
    });
  });

  test("blobs become a word; long words and ids stay", () => {
    const base64 = Buffer.from(Array.from({ length: 90 }, (_unused, i) => i)).toString("base64");
    const { pairs, blobs } = valuesOf({
      url: "https://a.test",
      body: JSON.stringify({ a: base64, b: "f".repeat(64), c: "x".repeat(70), d: "\u0000\u0001" }),
    });
    expect(Object.fromEntries(pairs)).toEqual({
      a: "[base64]",
      b: "[hex]",
      c: "x".repeat(70),
      d: "[binary]",
    });
    expect(blobs).toBe(3);
  });

  test("never throws, and stays small, whatever is sent", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (path, body) => {
        const { pairs } = valuesOf({ url: `https://a.test/${path}`, body });
        expect(pairs.length).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe("kinds", () => {
  test.each<[string, NetworkRequest, string]>([
    ["what was recorded", get("https://a.test/x", { resourceType: "xhr" }), "data"],
    ["an image by its name", { method: "GET", url: "https://a.test/a.png?x=1" }, "image"],
    [
      "a script by its content",
      { method: "GET", url: "https://a.test/a", contentType: "application/javascript" },
      "script",
    ],
    [
      "a page by what it accepts",
      { method: "GET", url: "https://a.test/p", headers: { Accept: "text/html,application/xhtml+xml,*/*" } },
      "document",
    ],
    [
      "data by who asks",
      {
        method: "GET",
        url: "https://a.test/p",
        headers: { "X-Requested-With": "XMLHttpRequest" },
        contentType: "text/html",
      },
      "data",
    ],
    [
      "a template fetched by a script",
      {
        method: "GET",
        url: "https://a.test/t/modal.html",
        headers: { "x-requested-with": "XMLHttpRequest" },
      },
      "template",
    ],
    ["translations", get("https://a.test/static/en/js-translation.json"), "translation"],
    ["a form that was sent", { method: "POST", url: "https://a.test/order" }, "data"],
  ])("knows %s", (_name, request, kind) => {
    expect(kindOf(request)).toBe(kind);
  });
});

describe("the task's site", () => {
  test("is the registrable domain, or host and port where there is none", () => {
    expect(siteOf("https://a.shop.example.co.uk/x")).toBe("example.co.uk");
    expect(siteOf("http://192.168.1.35:7780/x")).toBe("192.168.1.35:7780");
    expect(siteOf("http://localhost:3000/")).toBe("localhost:3000");
    expect(isOwnSite("http://127.0.0.1:1/", "http://127.0.0.1:2/", "same-site")).toBe(false);
  });

  test("others are dropped and counted, unless allowed", () => {
    const list = [get("https://shop.test/api?q=a"), get("https://cdn.backend.test/api?q=b")];
    expect(evidenceOf(list)).toMatchObject({ lines: 1, dropped: { "other-site": 1 } });
    expect(evidenceOf(list, { site: "all" }).text).toContain("cdn.backend.test/api");
    expect(evidenceOf(list, { site: ["backend.test"] }).text).toContain("q=b");
  });
});

test("equal requests are shown once with their count", () => {
  const list = [
    get("https://shop.test/api?q=a"),
    get("https://shop.test/api?q=b"),
    get("https://shop.test/api?q=a"),
  ];
  const { text, lines, kept } = evidenceOf(list);
  expect([lines, kept]).toEqual([2, 3]);
  expect(text).toContain("1. after action 1 GET /api ×2\n   q=a");
});

test("a request that comes back later says when it was last made, so that what came between is not taken for the last", () => {
  const run = kettleRun();
  const steps = run.steps.map((step, i) => ({
    ...step,
    requests: [get(`https://shop.test/api?colour=${i === 1 ? "red" : "blue"}`)],
  }));
  const { text } = requests(viewOf({ ...run, steps }));
  expect(text).toContain("1. after action 1 GET /api ×2, last after action 3\n   colour=blue");
  expect(text).toContain("2. after action 2 GET /api\n   colour=red");
});

test("what a request empties is shown, since emptying a field is a change", () => {
  const patch = (body: string) =>
    get("https://shop.test/api/tickets/4?debug=", { method: "PATCH", body, resourceType: "fetch" });
  const json = evidenceOf([patch('{"assignee":null,"labels":[],"title":"x"}')]).text;
  expect(json).toContain("assignee=(empty); labels=(empty); title=x");
  expect(evidenceOf([patch("assignee=&title=x")]).text).toContain("assignee=(empty); title=x");
  expect(json).not.toContain("debug");
});

test("a small budget keeps the newest and what bears on the task, and counts the rest", () => {
  const list = Array.from({ length: 200 }, (_unused, i) => get(`https://shop.test/api/${i}?page=${i}`));
  list[10] = {
    method: "POST",
    url: "https://shop.test/api/basket",
    body: '{"item":"cheapest kettle"}',
    resourceType: "fetch",
  };
  const { text, lines, dropped } = evidenceOf(list, { tokens: 150 });
  expect(text).toContain("item=cheapest kettle");
  expect(text).toContain("/api/199");
  expect(dropped["budget"]).toBe(200 - lines);
  expect(text.length).toBeLessThan(700);
});

test("until a step, what came later is not shown", () => {
  const run = kettleRun();
  const steps = run.steps.map((step, i) => ({ ...step, requests: [get(`https://shop.test/api?step=${i}`)] }));
  const { text } = requests(viewOf({ ...run, steps }), { until: 1 });
  expect(text).toContain("step=1");
  expect(text).not.toContain("step=2");
});

const har = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        startedDateTime: z.string(),
        request: z.object({
          method: z.string(),
          url: z.string(),
          headers: z.array(z.object({ name: z.string(), value: z.string() })),
          postData: z.object({ text: z.string().optional() }).optional(),
        }),
        response: z.object({ status: z.number(), content: z.object({ mimeType: z.string().optional() }) }),
      }),
    ),
  }),
});

/** A HAR's requests with the fields of the record. */
function harRequests(path: string): { text: string; list: NetworkRequest[] } {
  const text = readFileSync(path, "utf8");
  const list = har
    .parse(JSON.parse(text))
    .log.entries.map(({ request, response, startedDateTime }): NetworkRequest => {
      const headers = request.headers.filter(({ name }) =>
        /^(?:accept|x-requested-with|referer|sec-fetch-.*)$/i.test(name),
      );
      return {
        method: request.method,
        url: request.url,
        status: response.status,
        startedAt: startedDateTime,
        headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        ...(response.content.mimeType === undefined ? {} : { contentType: response.content.mimeType }),
        ...(request.postData?.text === undefined ? {} : { body: request.postData.text }),
      };
    });
  return { text, list };
}

describe.skipIf(realdata === undefined)(
  "a real HAR of 359 requests without types (needs TRAJUDGE_REALDATA)",
  () => {
    test("what stays is the redirect, the two pages and three queries, two of them equal; a hundredth of the tokens", () => {
      const { text: raw, list } = harRequests(join(realdata ?? "", "runs/webarena-verified/107/network.har"));
      expect(list).toHaveLength(359);
      const task = { instruction: "List the customers by name", startUrl: "http://192.168.1.35:7780/admin" };
      const { text, lines, kept } = requests(viewOf(kettleRun({ task, steps: [], requests: list })));
      expect([lines, kept]).toEqual([5, 6]);
      const found = text.split(/\n(?=\d+\.)/);
      expect(found[0]).toBe("1. GET /admin (302)");
      expect(found[1]).toBe("2. GET /admin/admin/dashboard/ (200)");
      expect(found[2]).toMatch(/mui\/index\/render\/ \(200\) ×2\n {3}namespace=notification_area/);
      expect(found[3]).toBe("4. GET /admin/customer/index/ (200)");
      for (const part of [
        "namespace=customer_listing",
        "sorting.field=name",
        "sorting.direction=asc",
        "paging.pageSize=100",
      ])
        expect(found[4]).toContain(part);
      expect(raw.length / text.length).toBeGreaterThan(100);
    });
  },
);
