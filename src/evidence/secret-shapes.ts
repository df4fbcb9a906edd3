/** Secrets that are known by their own shape, wherever they stand: keys, tokens, cards, private key blocks. */

export interface Shape {
  kind: string;
  /** One of these occurs wherever the pattern matches: without it nothing else is tried. */
  literals: readonly string[];
  /** Cheap test on the whole text: without it the pattern is not tried. */
  hint: RegExp;
  pattern: RegExp;
  /** Whether a match is a secret; without it every match is. */
  accepts?: (match: string) => boolean;
}

/** Nothing that belongs to a word stands before, but a percent-encoded character may. */
const boundary = "(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-F]{2}))";

/** Random, not a word or a slug: upper case, lower case and digits, or nothing but hex digits. */
function looksRandom(text: string): boolean {
  return (/\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text)) || /^[0-9a-f]{24,}$/i.test(text);
}

const tail = (match: string): string => match.slice(match.lastIndexOf("-") + 1);

export const shapes: readonly Shape[] = [
  {
    kind: "jwt",
    literals: ["eyJ"],
    hint: /eyJ/,
    pattern: new RegExp(`${boundary}eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]*`, "g"),
  },
  {
    kind: "api-key",
    literals: ["sk-"],
    hint: /sk-/,
    pattern: new RegExp(`${boundary}sk-(?:[a-z]{2,12}[0-9]{0,2}-)*[A-Za-z0-9_-]{20,}`, "g"),
    accepts: (match) => looksRandom(match.slice(3)) || looksRandom(tail(match)),
  },
  {
    kind: "api-key",
    literals: [
      "_live_",
      "_test_",
      "gho_",
      "ghp_",
      "ghu_",
      "ghs_",
      "ghr_",
      "github_pat_",
      "glpat-",
      "npm_",
      "hf_",
      "gsk_",
      "whsec_",
      "shp",
      "dop_v1_",
      "xai-",
      "r8_",
      "pypi-",
    ],
    hint: /_(?:live|test)_|gh[opusr]_|github_pat_|glpat-|npm_|hf_|gsk_|whsec_|shp|dop_v1_|xai-|r8_|pypi-/,
    pattern: new RegExp(
      `${boundary}(?:(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|gh[opusr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{30,}|whsec_[A-Za-z0-9+/=]{20,}|shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}|dop_v1_[a-f0-9]{64}|xai-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,})`,
      "g",
    ),
  },
  {
    kind: "aws-key",
    literals: ["AKIA", "ASIA"],
    hint: /A(?:KI|SI)A/,
    pattern: new RegExp(`${boundary}(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])`, "g"),
  },
  {
    kind: "slack-token",
    literals: ["xox", "xapp-"],
    hint: /xox[a-z]-|xapp-/,
    pattern: new RegExp(`${boundary}(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}`, "g"),
    accepts: (match) => /\d/.test(match),
  },
  {
    kind: "google-key",
    literals: ["AIza", "ya29."],
    hint: /AIza|ya29\./,
    pattern: new RegExp(`${boundary}(?:AIza[0-9A-Za-z_-]{35}|ya29\\.[0-9A-Za-z_-]{20,})`, "g"),
  },
  {
    kind: "api-key",
    literals: ["SG."],
    hint: /SG\./,
    pattern: new RegExp(`${boundary}SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}`, "g"),
  },
  {
    kind: "api-key",
    literals: ["SK", "key-", "GOCSPX-", "dapi", "dckr_pat_", "AGE-SECRET-KEY-"],
    hint: /\bSK[0-9a-f]{8}|key-[0-9a-f]{8}|GOCSPX-|dapi[0-9a-f]{8}|dckr_pat_|AGE-SECRET-KEY-/,
    pattern: new RegExp(
      `${boundary}(?:SK[0-9a-f]{32}|key-[0-9a-f]{32}|GOCSPX-[A-Za-z0-9_-]{20,}|dapi[0-9a-f]{32}|dckr_pat_[A-Za-z0-9_-]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{50,})`,
      "g",
    ),
  },
  {
    kind: "bot-token",
    literals: [":AA"],
    hint: /\d:AA/,
    pattern: new RegExp(`${boundary}\\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])`, "g"),
  },
  {
    kind: "webhook",
    literals: ["hooks.slack.com"],
    hint: /hooks\.slack\.com/,
    pattern: /hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,200}/g,
  },
];

const cardHint = /\d[\d -]{11,}\d/;
const card =
  /(?<![\w.,/+#-])(?<!\d[ -])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\w/-]|[ -]\d|[.,]\d)/g;

/** Issuers' number ranges, so that order numbers and ISBNs are not taken for cards. */
const issuers: readonly [RegExp, readonly number[]][] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9])/, [16]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^3(?:0[0-5]|[68])/, [14]],
  [/^62/, [16, 19]],
];

/** A card number has at least so many digits, blanks and dashes in a row. */
export const shortestCard = 13;

export const cards: Shape = { kind: "card", literals: [], hint: cardHint, pattern: card, accepts: isCard };

function isCard(match: string): boolean {
  const digits = match.replace(/[ -]/g, "");
  return (
    issuers.some(([start, lengths]) => start.test(digits) && lengths.includes(digits.length)) && luhn(digits)
  );
}

/** The check that every card number passes, and one in ten other numbers (ISO/IEC 7812-1, annex B). */
function luhn(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}
