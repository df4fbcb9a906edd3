/** Which requests belong to the task's own site. */
import { getDomain } from "tldts";
import { z } from "zod";

/** `same-site`: the registrable domain of the task's entry, or its host and port where there is none; `all`; or a list of domains. */
export const siteRule = z.union([z.enum(["same-site", "all"]), z.array(z.string().min(1)).min(1)]);
export type SiteRule = z.infer<typeof siteRule>;

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** The registrable domain (`shop.example.co.uk` → `example.co.uk`); host and port for IP addresses and bare names. */
export function siteOf(url: string): string | undefined {
  const parsed = parse(url);
  if (parsed === undefined || !/^(?:https?|wss?):$/.test(parsed.protocol)) return undefined;
  return getDomain(parsed.hostname, { allowPrivateDomains: true }) ?? parsed.host;
}

/** Whether a request's address passes the rule; without a known entry every site does. */
export function isOwnSite(url: string, entry: string | undefined, rule: SiteRule): boolean {
  if (rule === "all") return true;
  const site = siteOf(url);
  if (site === undefined) return false;
  if (rule === "same-site") {
    const own = entry === undefined ? undefined : siteOf(entry);
    return own === undefined || site === own;
  }
  const host = parse(url)?.host ?? "";
  return rule.some((allowed) => host === allowed || host.endsWith(`.${allowed}`) || site === allowed);
}
