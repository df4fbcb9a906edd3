/** Names of fields whose values are secrets: parameters, JSON keys, form fields, headers, variables. */

const wholeNames = new Set([
  "auth",
  "sid",
  "session",
  "sessid",
  "pass",
  "otp",
  "cvv",
  "cvc",
  "cvv2",
  "jwt",
  "csrf",
  "xsrf",
  "cookie",
  "cookies",
  "setcookie",
  "authorization",
  "proxyauthorization",
  "requestverificationtoken",
  "viewstate",
  "sig",
  "signature",
  "xsignature",
  "xamzsignature",
]);

const endings =
  /(?:password|passwd|passwort|pwd|passphrase|passcode|secret|token|apikey|accesskey|accountkey|secretkey|privatekey|signingkey|encryptionkey|sessionid|sessid|sessionkey|sessiontoken|csrf|xsrf|formkey|credentials?|authorization|passwordconfirmation|passwordconfirm|confirmpassword|passwordagain|passwordrepeat|securitycode|cardnumber|ccnumber)\d?$/;

/** Tokens that only say where in a list one is, and names that merely speak about secrets. */
const harmless =
  /(?:page|next|continuation|sync|cursor|prev(?:ious)?|start|end|stop|eos|bos|pad|mask|unk|max)token$/;

/** Records have few names, many times. */
const mostNames = 2000;
const known = new Map<string, string | undefined>();

/** What a field of this name holds: the kind of secret, or undefined when it is none. */
export function secretName(name: string): string | undefined {
  if (known.has(name)) return known.get(name);
  const kind = kindOf(name);
  if (known.size < mostNames && name.length <= 80) known.set(name, kind);
  return kind;
}

function kindOf(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (plain.length > 80 || harmless.test(plain)) return undefined;
  if (!wholeNames.has(plain) && !endings.test(plain)) return undefined;
  if (/passw|pwd|passphrase|passcode|^pass$/.test(plain)) return "password";
  if (/csrf|xsrf|formkey|requestverification|authenticitytoken/.test(plain)) return "csrf";
  if (/sess|^sid$/.test(plain)) return "session";
  if (/cookie/.test(plain)) return "cookie";
  if (/card|ccnumber|cvv|cvc|securitycode/.test(plain)) return "card";
  if (/key$/.test(plain)) return "api-key";
  return /secret|credential/.test(plain) ? "secret" : "token";
}
