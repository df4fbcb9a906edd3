/** The texts of WebVoyager's messages: the task, the labelled elements of a page, the agent's thought and action. */
import { z } from "zod";
import type { Observation } from "../trajectory/index.ts";

type Elements = NonNullable<Observation["elements"]>;

const part = z.object({
  type: z.string().nullish(),
  text: z.string().nullish(),
  image_url: z.object({ url: z.string().nullish() }).nullish(),
});

export const message = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]).nullish(),
});
export type Message = z.output<typeof message>;

/** The text of a message, without its images. */
export function textOf(content: Message["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).flatMap((item) => item.text ?? []).join("\n");
}

/** A screenshot that is written out inside a message; placeholders such as `{b64_img}` are none. */
export function inlineImage(content: Message["content"]): string | undefined {
  if (typeof content === "string") return undefined;
  const urls = (content ?? []).flatMap((item) => item.image_url?.url ?? []);
  return urls.findLast((url) => url.startsWith("data:image/") && !/\{[^}]*\}\s*$/.test(url.slice(-100)));
}

/** The task and its website, from the first user message. */
export function taskOf(text: string): { instruction?: string; startUrl?: string } {
  const given = /Now given a task:\s*/i.exec(text);
  const from = given === null ? 0 : given.index + given[0].length;
  const end = text.indexOf("Observation:", from);
  const task = text.slice(from, end === -1 ? undefined : end);
  const site = /Please interact with\s{1,20}(\S{1,2000})\s{1,20}and get the answer\.?/i.exec(task);
  const instruction = task.slice(0, site?.index).trim();
  return {
    ...(instruction === "" ? {} : { instruction }),
    ...(site?.[1] === undefined ? {} : { startUrl: site[1] }),
  };
}

/** The labelled elements that an observation lists: `[2]: <button> "search", "Search the site";`. */
export function elementsOf(text: string): Elements {
  const elements: Elements = [];
  for (const entry of text.split(/;?[\t\n]/)) {
    const found = /^\s{0,20}\[(\d{1,6})\]:\s{0,20}(?:<(\w{1,40})>)?/.exec(entry);
    if (found?.[1] === undefined) continue;
    const said = entry.slice(found[0].length, found[0].length + 4000);
    const texts = [...said.matchAll(/"([^"]*)"/g)].flatMap((match) => match[1]?.trim() || []);
    const [role, words] = [found[2], texts.join(", ")];
    elements.push({
      id: found[1],
      ...(role === undefined ? {} : { role }),
      ...(words === "" ? {} : { text: words }),
    });
  }
  return elements;
}

/** What went wrong is said at the beginning of a message. */
const longestNote = 2000;

/** What an observation says went wrong with the action before it; undefined when it says nothing. */
export function errorIn(text: string): string | undefined {
  const start = text.slice(0, longestNote).trim();
  const note = /^Observation:\s*note:\s*([\s\S]*?)\s*(?:please analyze the attached|$)/i.exec(start)?.[1];
  if (note) return note;
  const failed =
    /(?:The action you have chosen cannot be ex\w*|Format ERROR|Error encountered|The web element you're trying)[^\n]*/i;
  return /^Observation:/i.test(start) ? undefined : failed.exec(start)?.[0]?.trim();
}

/** The agent's thought and action; the whole text is the thought when it names no action. */
export function moveOf(text: string): { thought?: string; action?: string } {
  const label = /(?:^|\n)[ \t*]*Action:[ \t*]*/i.exec(text) ?? /\bAction:\s*/.exec(text);
  const before = text
    .slice(0, label?.index)
    .replace(/^\s*Thought:\s*/i, "")
    .trim();
  const action = label === null ? "" : text.slice(label.index + label[0].length).trim();
  return { ...(before === "" ? {} : { thought: before }), ...(action === "" ? {} : { action }) };
}
