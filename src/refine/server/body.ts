/** Reads a request's body within bounds: its own bytes, the bytes of all bodies together, and the time it may take. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { oneLine } from "../../trajectory/index.ts";
import type { Limits } from "./limits.ts";
import { Refusal } from "./problem.ts";

/** How many bytes of bodies are held at the same time by all requests. */
export class HeldBytes {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @throws Refusal (429) when the server holds enough */
  take(bytes: number): void {
    if (this.#held + bytes > this.#limit)
      throw new Refusal("busy", "the server holds as many bytes of requests as it may; try again", {
        headers: { "retry-after": "1" },
      });
    this.#held += bytes;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

/** A body, and the way to give back the bytes that it holds. */
export interface HeldBody {
  bytes: Buffer;
  release(): void;
}

const tooLarge = (limit: number, seen: string): Refusal =>
  new Refusal("too-large", `the body may have ${limit} bytes, saw ${seen}`, {
    // The rest of the body is not read, so that nothing else can be said on this connection.
    headers: { connection: "close" },
  });

/**
 * The whole body.
 *
 * @throws Refusal for a body that is too large (413), compressed (415), or not there in time (408)
 */
export function readBody(
  request: IncomingMessage,
  { bodyBytes, bodySeconds }: Pick<Limits, "bodyBytes" | "bodySeconds">,
  held: HeldBytes,
): Promise<HeldBody> {
  return new Promise((resolve, reject) => {
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding.toLowerCase() !== "identity")
      throw new Refusal(
        "unsupported-media-type",
        `Content-Encoding: ${oneLine(encoding, 40)}; send it as it is`,
      );
    const announced = request.headers["content-length"];
    if (announced !== undefined && Number(announced) > bodyBytes) throw tooLarge(bodyBytes, announced);

    const chunks: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("error", onClosed).off("close", onClosed);
    };
    const refuse = (refusal: Refusal): void => {
      end();
      held.give(size);
      reject(refusal);
    };
    const onData = (chunk: Buffer): void => {
      try {
        if (size + chunk.length > bodyBytes) throw tooLarge(bodyBytes, `${size + chunk.length} or more`);
        held.take(chunk.length);
      } catch (error) {
        if (error instanceof Refusal) refuse(error);
        return;
      }
      size += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      end();
      resolve({
        bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks),
        release: () => held.give(size),
      });
    };
    const onClosed = (): void =>
      refuse(new Refusal("bad-request", "the connection was closed within the body"));
    const timer = setTimeout(
      () =>
        refuse(
          new Refusal("too-slow", `the body must come within ${bodySeconds} s, saw ${size} bytes`, {
            headers: { connection: "close" },
          }),
        ),
      bodySeconds * 1000,
    );
    request.on("data", onData).on("end", onEnd).on("error", onClosed).on("close", onClosed);
  });
}

/** @throws Refusal (400) that says where the text stops being JSON */
export function parseJsonText(bytes: Uint8Array, field?: string): unknown {
  if (!isUtf8(bytes)) throw new Refusal("bad-request", "is not UTF-8", { field: field ?? "body" });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal("bad-request", `is not JSON: ${oneLine(why, 200)}`, { field: field ?? "body" });
  }
}

/** The media type of a request, without its parameters, in small letters. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** @throws Refusal (415) for a body that does not call itself JSON */
export function mustBeJson(contentType: string | undefined): void {
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(mediaType(contentType)))
    throw new Refusal(
      "unsupported-media-type",
      `Content-Type must be application/json, saw ${contentType === undefined ? "none" : oneLine(contentType, 80)}`,
    );
}
