/** Takes secrets out of text, addresses, headers and whole trajectories before they leave the machine or are stored. */
import {
  imagesOf,
  type Judgement,
  judgementSchema,
  type Step,
  type Trajectory,
  trajectorySchema,
  withImages,
} from "../trajectory/index.ts";
import { literalScanner } from "./literal-scan.ts";
import {
  assignments,
  credentials,
  headerLines,
  type Mark,
  markup,
  parameters,
  privateKeys,
  proseLines,
} from "./secret-contexts.ts";
import { jsonFields } from "./secret-json.ts";
import { secretName } from "./secret-names.ts";
import { cards, type Shape, shapes, shortestCard } from "./secret-shapes.ts";
import { recordedName } from "./target-names.ts";

export interface RedactedText {
  text: string;
  /** How many secrets were taken out. */
  count: number;
}

const spoken =
  /pass|pwd|secret|token|key|auth|sess|sid\b|csrf|xsrf|cookie|cred|jwt|otp|one.time|cvv|cvc|card|code|signature|viewstate|requestverification/i;
const addressed = /:\/\/|\b(?:bearer|basic)\b/i;

/** What must occur for a pass to find anything; most texts hold little of it. The shapes' own literals come first. */
const needed = {
  spoken:
    "pass pwd secret token key auth sess sid csrf xsrf cookie cred jwt otp one cvv cvc card code signature viewstate requestverification".split(
      " ",
    ),
  addressed: ["bearer", "basic", "@"],
  privateKey: ["-----begin"],
  colon: [":"],
  equals: ["=", "3d"],
  quote: ['"', "'", "`"],
};
const scan = literalScanner([...shapes.map(({ literals }) => literals), ...Object.values(needed)]);
const bits = Object.fromEntries(Object.keys(needed).map((name, i) => [name, 1 << (shapes.length + i)]));
const bitOf = (name: keyof typeof needed): number => bits[name] ?? 0;
const spokenBit = bitOf("spoken");
const addressedBit = bitOf("addressed");
const privateKeyBit = bitOf("privateKey");
const colonBit = bitOf("colon");
const equalsBit = bitOf("equals");
const quoteBit = bitOf("quote");

/**
 * Replaces every secret that is recognised by `[redacted:kind]`: private keys, tokens and keys of known shapes, cookies
 * and credentials in headers, secret fields in addresses, forms, JSON, HTML and prose, and payment card numbers.
 * Nothing can be recovered from the result. Redacting twice is the same as redacting once. Never throws; the time is
 * linear in the length.
 */
export function redactText(text: string): RedactedText {
  let count = 0;
  const mark: Mark = (kind) => {
    count += 1;
    return `[redacted:${kind}]`;
  };
  let out = text;
  // What stood beside a secret may be recognised only when the secret is gone.
  for (let round = 0, before = -1; round < mostRounds && count !== before; round += 1) {
    before = count;
    out = onePass(out, mark);
  }
  return { text: out, count };
}

/** Texts are done after the second round; more happens only to texts that were made to need it. */
const mostRounds = 6;

function onePass(text: string, mark: Mark): string {
  const { groups, digitRun } = scan(text);
  const has = (bit: number): boolean => (groups & bit) !== 0;
  let out = has(privateKeyBit) && text.includes("-----BEGIN") ? privateKeys(text, mark) : text;
  const speaks = has(spokenBit) && has(colonBit | equalsBit) && spoken.test(out);
  if (speaks && has(colonBit)) out = headerLines(out, mark);
  for (const [i, shape] of shapes.entries()) if (has(1 << i)) out = withoutShape(out, shape, mark);
  if (has(addressedBit) && addressed.test(out)) out = credentials(out, mark);
  if (speaks) {
    if (has(quoteBit) && has(colonBit)) out = jsonFields(out, mark);
    if (has(equalsBit)) out = markup(out, mark);
    if (has(quoteBit)) out = assignments(out, mark);
    if (has(equalsBit)) out = parameters(out, mark);
    out = proseLines(out, mark);
  }
  return digitRun < shortestCard ? out : withoutShape(out, cards, mark);
}

function withoutShape(text: string, { hint, pattern, accepts, kind }: Shape, mark: Mark): string {
  if (!hint.test(text)) return text;
  return text.replace(pattern, (match) => (accepts === undefined || accepts(match) ? mark(kind) : match));
}

/** The same for an address: its user's password, its parameters and its fragment. */
export function redactUrl(url: string): RedactedText {
  return redactText(url);
}

const secretHeaders = /^(?:cookie|set-cookie2?|authorization|proxy-authorization|x-amz-security-token)$/i;

/** The same for headers: values of secret headers go as a whole, the others are read as text. */
export function redactHeaders(headers: Readonly<Record<string, string>>): {
  headers: Record<string, string>;
  count: number;
} {
  let count = 0;
  const entries = Object.entries(headers).map(([name, value]): [string, string] => {
    const kind = secretHeaders.test(name) ? "header" : secretName(name);
    if (kind !== undefined) {
      if (value === "" || value.startsWith("[redacted:")) return [name, value];
      count += 1;
      return [name, `[redacted:${kind}]`];
    }
    const redacted = redactText(value);
    count += redacted.count;
    return [name, redacted.text];
  });
  return { headers: Object.fromEntries(entries), count };
}

/** Fields that name things; replacing a part of them would break what refers to them. */
const kept = new Set(["schema", "id", "path", "screenshot", "type", "index", "format", "benchmark", "kind"]);

type Members = Readonly<Record<string, unknown>>;
const hasMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** A shorter text is looked through as fast as it is looked up. */
const worthKeeping = 32;

/** Redacts every text of a record, and counts. What holds no secret is given back as it is, not as a copy. */
function redactor() {
  let count = 0;
  // Addresses, names and whole pages occur again in state after state.
  const known = new Map<string, RedactedText>();
  const text = (value: string): string => {
    const redacted = known.get(value) ?? redactText(value);
    if (value.length >= worthKeeping) known.set(value, redacted);
    count += redacted.count;
    return redacted.text;
  };
  const secret = (value: string, kind: string): string => {
    if (value === "" || value.startsWith("[redacted:")) return value;
    count += 1;
    return `[redacted:${kind}]`;
  };
  const rewrite = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      if (kept.has(key)) return value;
      const kind = secretName(key);
      return kind === undefined ? text(value) : secret(value, kind);
    }
    if (Array.isArray(value)) {
      const members = value.map((member) => rewrite(member, key));
      return members.every((member, i) => member === value[i]) ? value : members;
    }
    return hasMembers(value) ? rewriteMembers(value, key) : value;
  };
  const rewriteMembers = (value: Members, key: string): object => {
    const kind = "name" in value ? pairKind(value["name"], key) : undefined;
    let changed: Map<string, unknown> | undefined;
    for (const name of Object.keys(value)) {
      const member = value[name];
      const secretPair = name === "value" && kind !== undefined && typeof member === "string";
      const written = secretPair ? secret(member, kind) : rewrite(member, name);
      if (written === member) continue;
      changed ??= new Map();
      changed.set(name, written);
    }
    if (changed === undefined) return value;
    const rewritten = changed;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        rewritten.has(name) ? rewritten.get(name) : member,
      ]),
    );
  };
  return { rewrite: (record: object): unknown => rewrite(record, ""), secret, count: (): number => count };
}

/**
 * A trajectory without secrets: every text in it is redacted, fields with a secret name lose their value, and what
 * was typed into a password field goes too. Ids, file names and numbers stay; so does access to the images.
 */
export function redactTrajectory(trajectory: Trajectory): { trajectory: Trajectory; count: number } {
  const { rewrite, secret, count } = redactor();
  const steps = trajectory.steps.map((step) => withoutTypedPassword(step, secret));
  const rewritten = rewrite({ ...trajectory, steps });
  if (count() === 0) return { trajectory, count: 0 };
  const redacted = trajectorySchema.parse(rewritten);
  const images = imagesOf(trajectory);
  return { trajectory: images === undefined ? redacted : withImages(redacted, images), count: count() };
}

/** What a judge said, without secrets: a judge without a model may quote what was recorded. */
export function redactJudgement(judgement: Judgement): Judgement {
  const { rewrite, count } = redactor();
  const rewritten = rewrite(judgement);
  return count() === 0 ? judgement : judgementSchema.parse(rewritten);
}

/** The kind of secret that a `{ name, value }` pair holds, as cookies and form fields are stored. */
function pairKind(name: unknown, parent: string): string | undefined {
  if (typeof name !== "string") return undefined;
  return secretName(name) ?? (secretName(parent) === "cookie" ? "cookie" : undefined);
}

/** Takes the text away that was typed into a field which calls itself a password field. */
function withoutTypedPassword(step: Step, secret: (value: string, kind: string) => string): Step {
  const { type, target, value, raw } = step.action;
  if (type !== "type" || value === undefined || value === "") return step;
  const element = step.observation.elements?.find(({ id }) => id !== undefined && id === target?.id);
  const names = [target?.text, target?.selector, target?.id, element?.text, element?.role, element?.selector];
  names.push(recordedName(step)?.text);
  if (!names.some((name) => /passw|passphrase|\bpwd\b/i.test(name ?? ""))) return step;
  const redacted = secret(value, "password");
  const action = {
    ...step.action,
    value: redacted,
    ...(raw === undefined ? {} : { raw: raw.split(value).join(redacted) }),
  };
  return { ...step, action };
}
