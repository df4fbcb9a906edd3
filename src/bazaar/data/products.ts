/** The shop's goods: made by rule from small lists, so that every superlative and every filter has one known answer. */

export interface Product {
  id: string;
  name: string;
  category: Category;
  brand: string;
  colour: Colour;
  /** US dollars, whole. */
  price: number;
  /** 1 to 5 in steps of 0.1. */
  rating: number;
  reviews: number;
  /** Days until it arrives. */
  delivery: number;
  stock: number;
  description: string;
  details: Record<string, string>;
}

export const categories = ["lamps", "chairs", "mugs", "rugs"] as const;
export type Category = (typeof categories)[number];

export const colours = ["red", "green", "blue", "black", "white", "yellow"] as const;
export type Colour = (typeof colours)[number];

interface Kind {
  category: Category;
  noun: string;
  models: readonly string[];
  /** Cheapest price and the step from one model to the next. */
  from: number;
  step: number;
  material: readonly string[];
  size: readonly string[];
}

const kinds: readonly Kind[] = [
  {
    category: "lamps",
    noun: "lamp",
    models: [
      "Harbour desk",
      "Banker's",
      "Clip",
      "Paper globe",
      "Tripod floor",
      "Cloud ceiling",
      "Porthole wall",
    ],
    from: 18,
    step: 13,
    material: ["brass", "paper", "steel", "linen"],
    size: ["22 cm", "35 cm", "48 cm", "150 cm"],
  },
  {
    category: "chairs",
    noun: "chair",
    models: ["Windsor", "Stacking", "Folding garden", "Swivel office", "Rocking", "Bar"],
    from: 45,
    step: 22,
    material: ["beech", "steel", "rattan", "oak"],
    size: ["78 cm", "84 cm", "92 cm", "110 cm"],
  },
  {
    category: "mugs",
    noun: "mug",
    models: ["Enamel camp", "Stoneware", "Double-wall", "Espresso", "Tall latte", "Travel"],
    from: 6,
    step: 4,
    material: ["enamel", "stoneware", "glass", "porcelain"],
    size: ["0.1 l", "0.25 l", "0.35 l", "0.5 l"],
  },
  {
    category: "rugs",
    noun: "rug",
    models: ["Jute", "Kilim", "Shaggy", "Runner", "Bath"],
    from: 29,
    step: 31,
    material: ["jute", "wool", "cotton", "recycled"],
    size: ["60 × 90 cm", "80 × 200 cm", "120 × 170 cm", "160 × 230 cm"],
  },
];

const brands = ["Northlight", "Saltbox", "Kite & Co", "Morrow"] as const;

/** The same mixing for everyone: a number in [0, limit) from a place in the catalogue. */
function mixed(seed: number, limit: number): number {
  const value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return ((value ^ (value >>> 13)) >>> 0) % limit;
}

function pick<T>(list: readonly T[], at: number): T {
  const item = list[at % list.length];
  if (item === undefined) throw new RangeError("an empty list has nothing to pick");
  return item;
}

function productOf(kind: Kind, kindIndex: number, model: number, variant: number): Product {
  const seed = kindIndex * 1009 + model * 101 + variant * 17;
  const colour = pick(colours, model + variant * 2 + kindIndex);
  const modelName = pick(kind.models, model);
  const material = pick(kind.material, mixed(seed, 97));
  const size = pick(kind.size, mixed(seed + 1, 89));
  const brand = pick(brands, mixed(seed + 2, 83));
  const price = kind.from + kind.step * model + variant * 5 + mixed(seed + 3, 4);
  return {
    id: `${kind.category}-${modelName.toLowerCase().replace(/[^a-z]+/g, "-")}-${colour}`,
    name: `${modelName} ${kind.noun}, ${colour}`,
    category: kind.category,
    brand,
    colour,
    price,
    rating: 3 + mixed(seed + 4, 20) / 10,
    reviews: 4 + mixed(seed + 5, 240),
    delivery: 1 + mixed(seed + 6, 9),
    stock: 1 + mixed(seed + 7, 30),
    description: `A ${colour} ${kind.noun} in ${material} by ${brand}, made to be used every day.`,
    details: { Brand: brand, Colour: colour, Material: material, Size: size },
  };
}

const variants = 3;

/** The whole catalogue, in the order in which the shop shows it. */
export const products: readonly Product[] = kinds.flatMap((kind, kindIndex) =>
  kind.models.flatMap((_name, model) =>
    Array.from({ length: variants }, (_unused, variant) => productOf(kind, kindIndex, model, variant)),
  ),
);

export function productById(id: string): Product | undefined {
  return products.find((product) => product.id === id);
}

/** What the front page shows. */
export const featured: readonly Product[] = products.filter((product) => product.rating >= 4.7).slice(0, 4);

/** What a product's page shows beside it. */
export function similarTo(product: Product): readonly Product[] {
  return products.filter((other) => other.category === product.category && other !== product).slice(0, 3);
}
