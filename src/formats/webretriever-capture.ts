/** capture.json of a WebRetriever run: the fetch and XHR requests, as an object or as a bare list; secrets redacted. */
import { z } from "zod";
import { redactHeaders, redactText, redactUrl } from "../evidence/redaction.ts";
import type { NetworkRequest } from "../trajectory/index.ts";
import type { Folder } from "./folder.ts";
import type { ReadContext } from "./reader.ts";
import { unreadableFrom } from "./unreadable.ts";

/** A request and when it began, in Unix milliseconds. */
export interface TimedRequest {
  at: number | undefined;
  request: NetworkRequest;
}

const fileName = "capture.json";
/** A longer body is cut: no form that a person fills in has as much. */
const maxBodyChars = 64 * 1024;
/** More requests than this are counted, not kept. */
const maxRequests = 20_000;

const entry = z.object({
  timestamp: z.union([z.number(), z.string()]).nullish(),
  url: z.string(),
  method: z.string().nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  resource_type: z.string().nullish(),
  post_data: z.unknown().optional(),
  post_text: z.string().nullish(),
  json_data: z.unknown().optional(),
  raw_post_data: z.string().nullish(),
});
type Entry = z.output<typeof entry>;

const capture = z.union([z.array(z.unknown()), z.object({ all_requests: z.array(z.unknown()) })]);

/** The captured requests in the file's order; none when there is no such file. A broken entry is a problem. */
export async function captured(folder: Folder, context: ReadContext): Promise<TimedRequest[]> {
  if (!(await folder.has(fileName))) return [];
  let rows: unknown[];
  try {
    const file = await folder.json(fileName, capture);
    rows = Array.isArray(file) ? file : file.all_requests;
  } catch (error) {
    context.problem(fileName, unreadableFrom(error, folder.show(fileName)).what);
    return [];
  }
  if (rows.length > maxRequests) {
    context.problem(fileName, `${rows.length} requests, of which the first ${maxRequests} are kept`);
  }
  return rows.slice(0, maxRequests).flatMap((row, i) => {
    const parsed = entry.safeParse(row);
    if (parsed.success) return [requestOf(parsed.data)];
    context.problem(`${fileName}: all_requests[${i}]`, "no request with a URL");
    return [];
  });
}

function requestOf(data: Entry): TimedRequest {
  const at = timeOf(data.timestamp);
  const body = bodyOf(data);
  const headers = keptHeaders(data.headers ?? {});
  const contentType = Object.entries(data.headers ?? {}).find(
    ([name]) => name.toLowerCase() === "content-type",
  )?.[1];
  return {
    at,
    request: {
      method: data.method ?? "GET",
      url: redactUrl(data.url).text,
      ...(data.resource_type ? { resourceType: data.resource_type } : {}),
      ...(typeof contentType === "string" ? { contentType } : {}),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(body === undefined ? {} : { body: redactText(body).text }),
      ...(at === undefined ? {} : { startedAt: new Date(at).toISOString() }),
    },
  };
}

/** Unix seconds (or milliseconds, or a date) as Unix milliseconds. */
function timeOf(value: number | string | null | undefined): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const number = Number(value);
  const at = Number.isFinite(number)
    ? number * (Math.abs(number) < 1e11 ? 1000 : 1)
    : Date.parse(String(value));
  return Math.abs(at) < 8.64e15 ? at : undefined;
}

/** The headers that a record may hold, redacted. */
function keptHeaders(headers: Record<string, unknown>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    (header): header is [string, string] =>
      typeof header[1] === "string" && /^(?:accept|x-requested-with|referer|sec-fetch-.*)$/i.test(header[0]),
  );
  return redactHeaders(Object.fromEntries(kept)).headers;
}

function bodyOf(data: Entry): string | undefined {
  const { post_text: text, post_data: posted, json_data: json, raw_post_data: hex } = data;
  if (text) return text.slice(0, maxBodyChars);
  if (typeof posted === "string" && posted !== "") return posted.slice(0, maxBodyChars);
  const value = posted ?? json;
  if (value !== null && value !== undefined && value !== "")
    return JSON.stringify(value).slice(0, maxBodyChars);
  return hex ? decodedHex(hex) : undefined;
}

/** Hex digits as UTF-8 text; a word when they hold no text. */
function decodedHex(hex: string): string {
  const digits = hex.slice(0, maxBodyChars * 2);
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return "[not hex]";
  const text = Buffer.from(digits, "hex").toString("utf8");
  const whole = digits.length < hex.length ? text.replace(/\ufffd+$/, "") : text; // a cut may split a character
  return /[\0-\x08\x0e-\x1f\ufffd]/.test(whole) ? "[binary]" : whole;
}
