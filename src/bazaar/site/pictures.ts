/** Pictures of goods and rooms, drawn from what they are: a shape for the kind, a fill for the colour. */
import type { Category, Colour, Product } from "../data/products.ts";
import type { Room } from "../data/rooms.ts";

const fills: Record<Colour, string> = {
  red: "#c8402f",
  green: "#3f7d58",
  blue: "#2f6690",
  black: "#2b2b2e",
  white: "#f4f1ea",
  yellow: "#e0a92e",
};

const line = 'stroke="#26302e" stroke-width="3" stroke-linejoin="round"';

const shapes: Record<Category, (fill: string) => string> = {
  lamps: (fill) =>
    `<path d="M70 38h60l24 56H46z" fill="${fill}" ${line}/><path d="M100 94v50" fill="none" ${line}/><path d="M68 150h64l6 12H62z" fill="#8a7f70" ${line}/>`,
  chairs: (fill) =>
    `<path d="M66 34h12v72h56v14H66z" fill="${fill}" ${line}/><path d="M70 120v44M130 120v44" fill="none" ${line}/><path d="M66 52h44" fill="none" ${line}/>`,
  mugs: (fill) =>
    `<path d="M58 56h76v78a16 16 0 0 1-16 16H74a16 16 0 0 1-16-16z" fill="${fill}" ${line}/><path d="M134 74h14a16 16 0 0 1 0 40h-14" fill="none" ${line}/>`,
  rugs: (fill) =>
    `<path d="M40 60h120v84H40z" fill="${fill}" ${line}/><path d="M54 74h92v56H54z" fill="none" stroke="#f4f1ea" stroke-width="3"/><path d="M40 60v-10M60 60v-10M80 60v-10M100 60v-10M120 60v-10M140 60v-10M160 60v-10M40 154v-10M60 154v-10M80 154v-10M100 154v-10M120 154v-10M140 154v-10M160 154v-10" ${line}/>`,
};

function frame(background: string, content: string, title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 190" role="img"><title>${title}</title><rect width="200" height="190" fill="${background}"/>${content}</svg>`;
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));

/** A product's picture as SVG. */
export function productPicture({ category, colour, name }: Product): string {
  return frame("#e8e4da", shapes[category](fills[colour]), escapeXml(name));
}

/** A room's picture as SVG: as many beds as the room has, a window with the city's sky. */
export function roomPicture({ name, beds, city }: Room): string {
  const skies = { Lisbon: "#e9b872", Tallinn: "#9db4c0", Ghent: "#b8a9c9", Bergen: "#7fa99b" };
  const bed = (x: number): string =>
    `<path d="M${x} 116h44v34H${x}z" fill="#c96f53" ${line}/><path d="M${x} 104h44v14H${x}z" fill="#f4f1ea" ${line}/>`;
  const window = `<rect x="74" y="26" width="52" height="54" fill="${skies[city]}" ${line}/><path d="M100 26v54M74 53h52" ${line}/>`;
  const row = Array.from({ length: beds }, (_unused, i) => bed(100 - (beds * 54 - 10) / 2 + i * 54)).join("");
  return frame("#efe9dc", window + row, escapeXml(name));
}
