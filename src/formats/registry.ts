/** The formats that are read, in the order in which they are tried. */
import { native } from "./native.ts";
import { onlineMind2web } from "./online-mind2web.ts";
import { onlineMind2webV2 } from "./online-mind2web-v2.ts";
import type { Reader } from "./reader.ts";
import { webretriever } from "./webretriever.ts";
import { webvoyager } from "./webvoyager.ts";

export const readers: readonly Reader[] = [
  native,
  webvoyager,
  onlineMind2webV2,
  onlineMind2web,
  webretriever,
];
