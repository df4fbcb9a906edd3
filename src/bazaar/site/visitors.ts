/** What the server knows of each visitor: the truth that the oracle reads. */
import { randomUUID } from "node:crypto";
import { firstIssues, type Issue } from "../data/issues.ts";

export interface CartLine {
  productId: string;
  quantity: number;
}

export interface Order {
  id: string;
  lines: CartLine[];
  /** US dollars. */
  total: number;
  name: string;
  address: string;
}

export interface Booking {
  id: string;
  roomId: string;
  checkIn: string;
  checkOut: string;
  guests: number;
  name: string;
}

export interface Settings {
  displayName: string;
  language: string;
  timeZone: string;
  newsletter: boolean;
  alerts: boolean;
}

export interface VisitorState {
  signedIn: boolean;
  /** The newsletter dialog was closed. */
  dialogClosed: boolean;
  newsletterEmail: string | null;
  cart: CartLine[];
  orders: Order[];
  bookings: Booking[];
  issues: Issue[];
  settings: Settings;
}

/** One request as the server saw it; the visitor's secrets are not kept. */
export interface LoggedRequest {
  method: string;
  /** Path and query, as asked for. */
  path: string;
  kind: "page" | "data" | "asset";
  body: unknown;
  status: number;
}

export interface Visitor {
  id: string;
  state: VisitorState;
  log: LoggedRequest[];
}

function firstState(): VisitorState {
  return {
    signedIn: false,
    dialogClosed: false,
    newsletterEmail: null,
    cart: [],
    orders: [],
    bookings: [],
    issues: firstIssues(),
    settings: { displayName: "Mira", language: "English", timeZone: "UTC", newsletter: true, alerts: true },
  };
}

/** More visitors than this push the oldest out, so that a server left running does not grow for ever. */
const mostVisitors = 1000;

/** All visitors of one server; each starts from the same state and sees nothing of the others. */
export class Visitors {
  readonly #all = new Map<string, Visitor>();

  /** The visitor of this id, made when it is new. */
  get(id: string): Visitor {
    const known = this.#all.get(id);
    if (known !== undefined) return known;
    const visitor = { id, state: firstState(), log: [] };
    this.#all.set(id, visitor);
    const [oldest] = this.#all.keys();
    if (this.#all.size > mostVisitors && oldest !== undefined) this.#all.delete(oldest);
    return visitor;
  }

  /** A visitor nobody has been yet. */
  fresh(): Visitor {
    return this.get(randomUUID());
  }
}
