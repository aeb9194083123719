/** The customer's screen, as main shows it: what is to be paid and what became of it, and never who pays. */
import type { Environment } from "./environment.ts";

/**
 * `idle`: nobody pays · `pay`: the code stands there · `wait`: something is under way that the customer cannot hurry ·
 * `approve`: the customer's own phone asks · `paid`, `reserved`, `not_paid`: what became of it, for a few seconds
 */
export type DisplayState = "idle" | "pay" | "wait" | "approve" | "paid" | "reserved" | "not_paid";

/** The sentence under it, as a key of the customer's catalogue. */
export type DisplayText =
  | "welcome"
  | "scan"
  | "approve"
  | "moment"
  | "queued"
  | "sending"
  | "finishing"
  | "cancelling"
  | "undoing"
  | "paid"
  | "reserved"
  | "declined"
  | "cancelled"
  | "expired"
  | "staff";

export const CUSTOMER_LANGUAGES = ["en", "nb"] as const;
export type CustomerLanguage = (typeof CUSTOMER_LANGUAGES)[number];

/** The language that customers of a shop read, by how it writes its amounts. */
export function languageOf(locale: string): CustomerLanguage {
  return /^(nb|nn|no)\b/i.test(locale) ? "nb" : "en";
}

export interface DisplayView {
  state: DisplayState;
  text: DisplayText;
  /** The shop's name */
  shop: string;
  /** A till that moves no real money looks it here too */
  environment: Environment;
  language: CustomerLanguage;
  /** How amounts are written */
  locale: string;
  currency: string;
  /** In minor units, with what was added to it; null while nobody pays */
  amount: number | null;
  /** Whether the amount is reserved, and taken later */
  reserves: boolean;
  /** Whether the customer may add a tip on the phone */
  tip: boolean;
  /** What the code says; null wherever none may be scanned */
  code: string | null;
  /** When the request ends, by this machine's clock, ISO 8601; null while the service has not said */
  until: string | null;
}

/** How a customer's screen was opened: a window of the till's own, or a page for a browser to open, once, within two minutes. */
export type DisplayOpened = { way: "window" } | { way: "page"; url: string };

export interface DisplayValues {
  "display.get": DisplayView;
  "display.show": DisplayView;
  "display.setLanguage": DisplayView;
  "display.open": DisplayOpened;
  "display.close": Record<string, never>;
}
