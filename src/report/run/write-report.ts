/** Writes the report's page, with its screenshots beside it or inside it. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Analysis, RunRecords } from "../../analysis/index.ts";
import type { Label } from "../../trajectory/index.ts";
import { rowsOf } from "../rows.ts";
import { rereadRuns } from "./inputs.ts";
import { chunksOf } from "./page-data.ts";
import { reportHtml } from "./report-html.ts";
import { type ThumbnailPlace, Thumbnails } from "./thumbnails.ts";

export interface ReportOptions {
  /** A file that ends in .html, or a folder that gets an index.html. */
  out: string;
  /** Where the recorded runs are, when they are no longer where they were judged. */
  inputs?: readonly string[] | undefined;
  /** Where screenshots go. Default "beside". */
  images?: "none" | "inside" | "beside";
  /** Take secrets out of the recorded runs, as was done with `records` and `labels`. */
  redact: boolean;
  /** Name and version of this package. */
  package: string;
  at: Date;
  /** Told how many recorded runs were read so far. */
  onRun?: (done: number) => void;
}

export interface WrittenReport {
  /** The page. */
  path: string;
  runs: number;
  /** Recorded runs that were found again. */
  found: number;
  /** Different screenshots that the page shows. */
  images: number;
  /** What could not be read or shown, in words. */
  problems: string[];
}

function placesOf(
  out: string,
  images: "none" | "inside" | "beside",
): { path: string; place: ThumbnailPlace } {
  const isFile = out.endsWith(".html");
  const path = isFile ? out : join(out, "index.html");
  if (images !== "beside") return { path, place: { kind: images } };
  const name = isFile ? `${basename(out, ".html")}-frames` : "frames";
  return {
    path,
    place: { kind: "beside", folder: join(dirname(path), name), url: encodeURIComponent(name) },
  };
}

/**
 * Makes the report.
 *
 * @param records and labels: without secrets already, where the report is to be shared
 * @param analysis where there are labels
 * @throws InputError when a given input does not exist
 */
export async function writeReport(
  records: RunRecords,
  labels: readonly Label[],
  analysis: Analysis | undefined,
  options: ReportOptions,
): Promise<WrittenReport> {
  const { out, inputs, images = "beside", redact } = options;
  const { path, place } = placesOf(out, images);
  const rows = rowsOf(records, labels);
  const thumbnails = new Thumbnails(place);
  const reread = rereadRuns(rows.rows, inputs);
  const { chunks, found } = await chunksOf(rows.rows, reread, {
    thumbnails,
    redact,
    ...(options.onRun === undefined ? {} : { onRun: options.onRun }),
  });
  const text = reportHtml({
    records,
    rows,
    analysis,
    chunks,
    found,
    redacted: redact,
    images,
    frames: place.kind === "beside" ? place.url : "",
    package: options.package,
    at: options.at,
  });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return {
    path,
    runs: rows.rows.length,
    found,
    images: thumbnails.size,
    problems: [
      ...reread.problems,
      ...[...thumbnails.faults].map(([reason, times]) => `${times} × no thumbnail: ${reason}`),
    ],
  };
}
