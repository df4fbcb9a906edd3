/** Refusals: every one is a problem document (RFC 9457) that names what is wrong and where. */
import { z } from "zod";
import { redactText } from "../../evidence/index.ts";
import { InputError, oneLine } from "../../trajectory/index.ts";

/** Kind of problem → HTTP status and title. */
export const problemKinds = {
  "bad-request": [400, "The request cannot be read"],
  unauthorized: [401, "A valid token is needed"],
  "not-found": [404, "There is nothing here"],
  "method-not-allowed": [405, "The method is not allowed here"],
  "too-slow": [408, "The request came too slowly"],
  "too-large": [413, "The request is too large"],
  "unsupported-media-type": [415, "The content type is not supported"],
  invalid: [422, "The content is not valid"],
  "key-reused": [422, "The idempotency key was used for another request"],
  busy: [429, "The server has enough to do"],
  "head-too-large": [431, "The request's head is too large"],
  internal: [500, "The server made an error"],
  "judge-unavailable": [503, "The judge cannot judge"],
  stopping: [503, "The server is stopping"],
  "judge-too-slow": [504, "The judge took too long"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof problemKinds;

const typeOf = (kind: ProblemKind): string => `urn:trajudge:problem:${kind}`;

export const problemSchema = z.object({
  type: z.string().describe(`one of ${Object.keys(problemKinds).join(", ")}, after urn:trajudge:problem:`),
  title: z.string(),
  status: z.number().int().min(400).max(599),
  detail: z.string().describe("what is wrong, with the value seen"),
  field: z.string().optional().describe("the field of the request, such as trajectories[3].steps[0].action"),
});
/** A problem document (RFC 9457). */
export type ProblemDocument = z.infer<typeof problemSchema>;

export const problemMediaType = "application/problem+json";

/** Thrown wherever a request, or one item of it, is refused. */
export class Refusal extends Error {
  readonly kind: ProblemKind;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param field the field of the request that is wrong; the message names it already, or it is put in front */
  constructor(
    kind: ProblemKind,
    detail: string,
    { field, headers = {} }: { field?: string | undefined; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(field === undefined || detail.startsWith(field) ? detail : `${field}: ${detail}`);
    this.name = "Refusal";
    this.kind = kind;
    this.field = field;
    this.headers = headers;
  }

  get status(): number {
    return problemKinds[this.kind][0];
  }

  get document(): ProblemDocument {
    const [status, title] = problemKinds[this.kind];
    const field = this.field === undefined || this.field === "" ? {} : { field: oneLine(this.field, 200) };
    // A value that is shown may be a secret, and documents of jobs are stored.
    const detail = oneLine(redactText(this.message).text, 500);
    return { type: typeOf(this.kind), title, status, detail, ...field };
  }

  /** The headers that every answer with this problem has. */
  get allHeaders(): Record<string, string> {
    return { "content-type": problemMediaType, "cache-control": "no-store", ...this.headers };
  }
}

/** The answer that a refusal is. */
export function refusalResponse(refusal: Refusal): Response {
  const { status, allHeaders: headers } = refusal;
  return new Response(JSON.stringify(refusal.document), { status, headers });
}

/** `where: path: message`, as checks say it; neither where nor path holds a blank. */
const checked = /^([\w.[\]]+): (?:([\w.[\]]+): )?([\s\S]*)$/;

/** An InputError about a request's content as a refusal that names the field; `body` itself is no field. */
function invalid(error: InputError): Refusal {
  const [, where, path, message] = checked.exec(error.message) ?? [];
  if (where === undefined || message === undefined) return new Refusal("invalid", error.message);
  const field = path === undefined ? where : where === "body" ? path : `${where}.${path}`;
  return new Refusal("invalid", message, { field });
}

/** Runs a check of a request's content; what it says is wrong is refused. */
export function refusing<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (InputError.isInstance(error)) throw invalid(error);
    throw error;
  }
}
