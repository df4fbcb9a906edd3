/** The accessibility tree that Playwright reads for agents: as text with refs, and as the elements that can be acted on. */
import { z } from "zod";
import type { LiveElement } from "../../refine/live/environment.ts";

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const ariaNode = z.object({
  role: z.string(),
  name: z.string().optional(),
  ref: z.string().optional(),
  text: z.string().optional(),
  checked: z.union([z.boolean(), z.literal("mixed")]).optional(),
  selected: z.boolean().optional(),
  disabled: z.boolean().optional(),
  expanded: z.boolean().optional(),
  level: z.number().optional(),
  box: box.optional(),
  get children() {
    return z.array(z.union([z.string(), ariaNode])).optional();
  },
});
export type AriaNode = z.infer<typeof ariaNode>;

/** What `page.ariaSnapshotJSON` gives. */
export const ariaNodes = z.array(z.union([z.string(), ariaNode]));

/** What text is typed into. */
export const fieldRoles: ReadonlySet<string> = new Set(["textbox", "searchbox", "spinbutton"]);
const choiceRoles = new Set(["combobox", "listbox"]);
/** What a click turns on or off. */
export const tickRoles: ReadonlySet<string> = new Set(["checkbox", "radio", "switch"]);
/** What can be acted on. */
const actedOn = new Set([
  ...fieldRoles,
  ...choiceRoles,
  ...tickRoles,
  "link",
  "button",
  "tab",
  "menuitem",
  "slider",
]);

/** What stands left of the page, as links for screen readers do, is reached by no mouse, wherever one scrolls. */
function canBeActedOn({ ref, role, box }: AriaNode): boolean {
  return ref !== undefined && actedOn.has(role) && (box === undefined || box.x + box.width > 0);
}

/** The names of its options, for a list of options. */
function optionsOf(node: AriaNode): AriaNode[] {
  return (node.children ?? []).flatMap((child) =>
    typeof child === "string" ? [] : child.role === "option" ? [child] : optionsOf(child),
  );
}

function heldBy(node: AriaNode): string | undefined {
  if (fieldRoles.has(node.role)) return node.text;
  if (choiceRoles.has(node.role)) return optionsOf(node).find(({ selected }) => selected === true)?.name;
  return node.checked === true ? "checked" : undefined;
}

function elementOf(node: AriaNode): LiveElement | undefined {
  const { ref, role, name = "", box } = node;
  if (ref === undefined || !canBeActedOn(node)) return undefined;
  const value = heldBy(node);
  return {
    ref,
    role,
    text: name,
    ...(value === undefined ? {} : { value }),
    ...(choiceRoles.has(role) ? { options: optionsOf(node).map((option) => option.name ?? "") } : {}),
    ...(box === undefined ? {} : { box: [box.x, box.y, box.width, box.height] as const }),
  };
}

/** What can be acted on, in the order of the page. */
export function elementsOf(nodes: readonly (AriaNode | string)[]): LiveElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const element = elementOf(node);
    const below = elementsOf(node.children ?? []);
    return element === undefined ? below : [element, ...below];
  });
}

function marksOf(node: AriaNode): string {
  const marks = [
    node.level === undefined ? "" : `level=${node.level}`,
    node.checked === true ? "checked" : node.checked === "mixed" ? "partly checked" : "",
    node.selected === true ? "selected" : "",
    node.disabled === true ? "disabled" : "",
    node.expanded === true ? "expanded" : "",
    canBeActedOn(node) ? `ref=${node.ref}` : "",
  ];
  return marks
    .filter((mark) => mark !== "")
    .map((mark) => ` [${mark}]`)
    .join("");
}

/** Lines of the tree. Boxes that only hold others are left out, and so is a text that says its neighbour's name again. */
function linesOf(nodes: readonly (AriaNode | string)[], depth: number): string[] {
  const indent = "  ".repeat(depth);
  return nodes.flatMap((node, index) => {
    if (typeof node === "string" || node.role === "text") {
      const text = typeof node === "string" ? node : (node.text ?? "");
      const before = nodes[index - 1];
      const isName = typeof before === "object" && before.name === text;
      return isName || text === "" ? [] : [`${indent}- text: ${text}`];
    }
    const { role, name, text, children = [] } = node;
    if (role === "generic" && name === undefined && text === undefined) return linesOf(children, depth);
    const words = text === undefined || text === name ? "" : `: ${text}`;
    const line = `${indent}- ${role === "generic" ? "text" : role}${name === undefined ? "" : ` ${JSON.stringify(name)}`}${marksOf(node)}${words}`;
    return [line, ...linesOf(children, depth + 1)];
  });
}

/** The page as text: a line a node, with the refs of what can be acted on. */
export function treeText(nodes: readonly (AriaNode | string)[]): string {
  return linesOf(nodes, 0).join("\n");
}

/** The tree with what stands in password fields as dots, as a person sees it. */
export function withoutPasswords(
  nodes: readonly (AriaNode | string)[],
  passwords: ReadonlySet<string>,
): (AriaNode | string)[] {
  if (passwords.size === 0) return [...nodes];
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const isSecret = fieldRoles.has(node.role) && node.text !== undefined && passwords.has(node.text);
    return {
      ...node,
      ...(isSecret ? { text: "•".repeat(node.text?.length ?? 0) } : {}),
      ...(node.children === undefined ? {} : { children: withoutPasswords(node.children, passwords) }),
    };
  });
}
