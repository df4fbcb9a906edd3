/** What a request says, as readable `name=value` pairs: query, form, JSON and GraphQL alike. */

export type Pair = readonly [name: string, value: string];

export interface Values {
  pairs: Pair[];
  /** Tracking and session fields that were left out. */
  dropped: number;
  /** Binary and encoded contents that a word stands for. */
  blobs: number;
}

const nameLength = 80;
const valueLength = 300;
const mostPairs = 60;
const deepest = 8;

/** Fields that tell who visits, from where and in which session, and nothing about what was asked. */
const tracking =
  /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|_ga\w*|_gl|_hs\w+|ref_?src|referrer|cid|sid|session_?id|sessid|phpsessid|jsessionid|csrf\w*|xsrf\w*|_?token|form_?key|authenticity_token|nonce|signature|sig|timestamp|_|cb|cachebuster|cache_?bust|rand(?:om)?|trace_?id|span_?id|request_?id|correlation_?id|device_?id|visitor_?id|client_?id|user_?agent|fingerprint|isajax)$/i;

/** An encoded blob: long, without blanks, in the alphabet of base64 or hex, and no word or path. */
function blobWord(text: string): string | undefined {
  if (text.length < 64 || /\s/.test(text)) return undefined;
  if (/^[0-9a-f]+$/i.test(text)) return "[hex]";
  if (/^data:[\w/+.-]+;base64,/.test(text)) return "[data]";
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text))
    return "[base64]";
  return undefined;
}

const unprintable = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

class Collector {
  readonly pairs: Pair[] = [];
  dropped = 0;
  blobs = 0;

  add(name: string, value: string): void {
    const last =
      name
        .split(/[.[\]]+/)
        .filter(Boolean)
        .at(-1) ?? name;
    if (tracking.test(last)) {
      this.dropped += 1;
      return;
    }
    let shown = unprintable.test(value) ? "[binary]" : (blobWord(value) ?? value);
    if (shown !== value) this.blobs += 1;
    if (shown.length > valueLength) shown = `${shown.slice(0, valueLength)}…`;
    if (this.pairs.length < mostPairs) this.pairs.push([name.slice(0, nameLength), shown]);
    else this.dropped += 1;
  }

  /**
   * Flattens a JSON value: `filter.price[0].max=50`.
   *
   * @param empty what stands for an empty value; empty ones are left out without it
   */
  flatten(value: unknown, name: string, empty: string | undefined, depth = 0): void {
    if (
      value === null ||
      value === undefined ||
      value === "" ||
      (Array.isArray(value) && value.length === 0)
    ) {
      if (empty !== undefined && value !== undefined) this.add(name, empty);
      return;
    }
    if (depth > deepest) {
      this.add(name, "…");
      return;
    }
    if (Array.isArray(value)) {
      if (value.every((each) => typeof each !== "object" || each === null))
        this.add(name, value.map(String).join(", "));
      else for (const [i, each] of value.entries()) this.flatten(each, `${name}[${i}]`, empty, depth + 1);
      return;
    }
    if (typeof value === "object") {
      for (const [key, each] of Object.entries(value))
        this.flatten(each, name === "" ? key : `${name}.${key}`, empty, depth + 1);
      return;
    }
    this.add(name, String(value));
  }

  get values(): Values {
    return { pairs: this.pairs, dropped: this.dropped, blobs: this.blobs };
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `filters[price][max]` as `filters.price.max`. */
const dotted = (name: string): string => name.replace(/\[([^\]]+)\]/g, ".$1").replace(/\[\]/g, "");

/** A query string or a form. A field that holds JSON is flattened too. */
function addForm(text: string, into: Collector, empty: string | undefined): void {
  for (const [name, value] of new URLSearchParams(text)) {
    const inner = /^[[{]/.test(value) ? json(value) : undefined;
    into.flatten(inner ?? value, dotted(name), empty);
  }
}

function addMultipart(text: string, into: Collector): void {
  const boundary = /^--([^\r\n]+)/.exec(text)?.[1];
  if (boundary === undefined) {
    into.add("body", "[binary]");
    return;
  }
  for (const part of text.split(`--${boundary}`)) {
    const name = /name="([^"]*)"/.exec(part)?.[1];
    if (name === undefined) continue;
    const file = /filename="([^"]*)"/.exec(part)?.[1];
    const [, ...rest] = part.split(/\r?\n\r?\n/);
    into.add(name, file === undefined ? rest.join("\n\n").trim() : `[file ${file}]`);
  }
}

interface Graphql {
  query: string;
  operationName?: unknown;
  variables?: unknown;
}

function isGraphql(value: unknown): value is Graphql {
  return (
    typeof value === "object" &&
    value !== null &&
    "query" in value &&
    typeof value.query === "string" &&
    /[{]/.test(value.query)
  );
}

/** Operation, its first field, and the variables with their values. */
function addGraphql({ query, operationName, variables }: Graphql, into: Collector, empty?: string): void {
  const [, kind = "query", name] = /^\s*(query|mutation|subscription)\b\s*(\w+)?/.exec(query) ?? [];
  const field = /\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(query.slice(query.indexOf("{")))?.[1];
  const title = typeof operationName === "string" && operationName !== "" ? operationName : name;
  into.add(
    "graphql",
    [kind, title, field === undefined ? undefined : `{ ${field} }`].filter(Boolean).join(" "),
  );
  const given = typeof variables === "string" ? json(variables) : variables;
  into.flatten(given, "variables", kind === "mutation" ? empty : undefined);
  // Values that were written into the query itself.
  const inline = /\(([^()$]*)\)/.exec(query.slice(query.indexOf("{")))?.[1]?.trim();
  if (inline !== undefined && inline !== "") into.add("arguments", inline.replace(/\s+/g, " "));
}

function addBody(body: string, into: Collector, empty: string | undefined): void {
  const text = body.trim();
  if (/^[[{]/.test(text)) {
    const value = json(text);
    if (value !== undefined) {
      for (const each of Array.isArray(value) && value.some(isGraphql) ? value : [value]) {
        if (isGraphql(each)) addGraphql(each, into, empty);
        else into.flatten(each, "", empty);
      }
      return;
    }
  }
  if (/^--\S+\r?\n/.test(text)) addMultipart(text, into);
  else if (/^[\w.[\]%+-]+=/.test(text) && !/\s/.test(text)) addForm(text, into, empty);
  else into.add("body", text.replace(/\s+/g, " "));
}

const reads = /^(?:GET|HEAD|OPTIONS)$/i;

/**
 * The values that a request's query and body carry. Empty ones are left out, but for those that a request which changes
 * something sends: to empty a field is to change it. Never throws.
 */
export function valuesOf({
  method = "GET",
  url,
  body,
}: {
  method?: string;
  url: string;
  body?: string | undefined;
}): Values {
  const into = new Collector();
  const query = url.indexOf("?");
  if (query >= 0) {
    const text = url.slice(query + 1).split("#")[0] ?? "";
    const parameters = new URLSearchParams(text);
    const graphql = parameters.get("query");
    if (graphql !== null && /[{]/.test(graphql)) {
      addGraphql(
        {
          query: graphql,
          operationName: parameters.get("operationName"),
          variables: parameters.get("variables") ?? undefined,
        },
        into,
      );
    } else addForm(text, into, undefined);
  }
  if (body !== undefined && body.trim() !== "")
    addBody(body, into, reads.test(method) ? undefined : "(empty)");
  return into.values;
}
