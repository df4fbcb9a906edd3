/** What a request was for: the recorded type where there is one, otherwise inferred from headers, content and address. */
import type { NetworkRequest } from "../../trajectory/index.ts";

/** `document` a page that was opened, `data` what a page asked for; the others are no evidence of what was done. */
export type RequestKind =
  | "document"
  | "data"
  | "script"
  | "style"
  | "image"
  | "font"
  | "media"
  | "template"
  | "translation"
  | "ping"
  | "other";

const byResourceType: Readonly<Record<string, RequestKind>> = {
  document: "document",
  fetch: "data",
  xhr: "data",
  script: "script",
  stylesheet: "style",
  image: "image",
  font: "font",
  media: "media",
  manifest: "other",
  ping: "ping",
  beacon: "ping",
  cspviolationreport: "ping",
  texttrack: "media",
  websocket: "other",
  eventsource: "data",
};

const byContentType: readonly [RegExp, RequestKind][] = [
  [/javascript|ecmascript|wasm/, "script"],
  [/^text\/css/, "style"],
  [/^image\//, "image"],
  [/font|woff/, "font"],
  [/^(?:video|audio)\//, "media"],
];

const byExtension: readonly [RegExp, RequestKind][] = [
  [/\.(?:m?js|map|wasm)$/, "script"],
  [/\.css$/, "style"],
  [/\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp)$/, "image"],
  [/\.(?:woff2?|ttf|otf|eot)$/, "font"],
  [/\.(?:mp4|webm|mp3|ogg|m3u8|ts)$/, "media"],
];

const translations = /(?:translation|i18n|locales?|messages|lang)[^/]*\/?[^/]*\.json$/i;
const navigates = /^text\/html,\s*application\/xhtml/;

function header({ headers = {} }: NetworkRequest, name: string): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1].toLowerCase() ?? "";
}

function pathOf(url: string): string {
  try {
    return new URL(url).pathname.toLowerCase();
  } catch {
    return url.toLowerCase();
  }
}

/** Pages' own parts and words, which are fetched like data and say nothing of what was done. */
function partOfPage(path: string): RequestKind | undefined {
  if (translations.test(path)) return "translation";
  return /\.(?:html?|hbs|mustache|tmpl|vue)$/.test(path) ? "template" : undefined;
}

/** The kind of a request. */
export function kindOf(request: NetworkRequest): RequestKind {
  const path = pathOf(request.url);
  const recorded = byResourceType[request.resourceType?.toLowerCase() ?? ""];
  if (recorded === "data") return partOfPage(path) ?? "data";
  if (recorded !== undefined) return recorded;

  const isScripted = header(request, "x-requested-with") !== "";
  const destination = header(request, "sec-fetch-dest");
  if (destination === "document" || navigates.test(header(request, "accept"))) return "document";
  if (isScripted) return partOfPage(path) ?? "data";
  const extension = byExtension.find(([pattern]) => pattern.test(path))?.[1];
  if (extension !== undefined) return extension;
  const type = request.contentType?.toLowerCase() ?? "";
  const content = byContentType.find(([pattern]) => pattern.test(type))?.[1];
  if (content !== undefined) return content;
  if (type.startsWith("text/html")) return "document";
  if (/json|graphql|xml|x-www-form-urlencoded/.test(type) || destination === "empty")
    return partOfPage(path) ?? "data";
  return request.method.toUpperCase() === "GET" ? "other" : "data";
}
