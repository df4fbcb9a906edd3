/** Elements from text: what others wrote can only ever become text. */

/**
 * An element with attributes and children; strings become text nodes.
 *
 * @param {string} name
 * @param {Record<string, string | number | boolean | undefined>} attributes true sets an empty attribute, false and
 *   undefined set none
 * @param {...(Node | string | false | null | undefined)} children
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== false && child !== null && child !== undefined));
  return element;
}

const tones = {
  success: "good",
  failure: "bad",
  unsure: "warn",
  blocked: "warn",
  progress: "warn",
  "no-progress": "bad",
};

/** An outcome or a step class as a badge; null is unscored, which is no failure. */
export function badge(outcome, text = outcome ?? "unscored") {
  return el("span", { class: `badge ${tones[outcome] ?? ""}` }, text);
}

/** A part that is folded away under its name. */
export function folded(summary, ...children) {
  return el("details", {}, el("summary", {}, summary), ...children);
}

export const byId = (id) => document.getElementById(id);
