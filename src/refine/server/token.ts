/** The bearer token: drawn where none is given, and compared without telling how much of a guess was right. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { InputError } from "../../trajectory/index.ts";
import { Refusal } from "./problem.ts";

/** What a header can carry, and long enough that nobody guesses it. */
const usable = /^[\x21-\x7e]{16,512}$/;

/** A token of 256 random bits. */
export function drawToken(): string {
  return randomBytes(32).toString("base64url");
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * A check of an Authorization header.
 *
 * @returns throws a refusal (401) for anything but this token
 * @throws InputError for a token that is too short or that no header can carry; the token itself is not shown
 */
export function tokenCheck(token: string): (authorization: string | undefined) => void {
  if (!usable.test(token))
    throw new InputError(
      `the token must be 16 to 512 visible ASCII characters without blanks, saw one of ${token.length}`,
    );
  const expected = hash(token);
  const challenge = { headers: { "www-authenticate": 'Bearer realm="trajudge"' } };
  return (authorization) => {
    if (authorization === undefined)
      throw new Refusal("unauthorized", "the request carries no bearer token", challenge);
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (given === undefined || !timingSafeEqual(hash(given), expected))
      throw new Refusal("unauthorized", "the request carries another token than the server's", challenge);
  };
}
