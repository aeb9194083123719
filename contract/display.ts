/** The customer's screen, as main shows it: what is to be paid and what became of it, and never who pays. */

import type { CounterSettings, TipChoices } from "./counter.ts";
import type { CustomerLanguage } from "./customer-language.ts";
import type { Environment } from "./environment.ts";
import type { PaymentLine } from "./lines.ts";
import type { TakeAway } from "./receipts.ts";
import type { SCREEN_KINDS, ScreenView } from "./registers.ts";

/**
 * `idle`: no payment · `message`: a register shows or asks something · `tip`: the customer is asked for a tip before the payment begins · `pay`: the code stands there ·
 * `ask`: the customer is asked to share something, without a payment, or has answered ·
 * `wait`: something is under way that the customer cannot hurry · `approve`: the customer's own phone asks · `paid`,
 * `reserved`, `not_paid`: what became of it, for a few seconds
 */
export type DisplayState =
  | "idle"
  | "message"
  | "tip"
  | "ask"
  | "pay"
  | "wait"
  | "approve"
  | "paid"
  | "reserved"
  | "not_paid";

/** The sentence under it, as a key of the customer's catalogue. */
export type DisplayText =
  | "welcome"
  | "message"
  | "tip"
  | "ask"
  | "scan"
  | "approve"
  /** The phone asks, and there is no connection: the customer may have approved */
  | "unheard"
  | "moment"
  | "queued"
  | "sending"
  | "finishing"
  | "choose"
  | "chooseByOrder"
  | "dispensing"
  | "dispensingByOrder"
  | "cancelling"
  | "undoing"
  | "paid"
  | "reserved"
  | "declined"
  | "cancelled"
  | "expired"
  | "noCode"
  | "staff";

/** What the customer is asked to share, without a payment. Of what they share nothing is here. */
export interface DisplayQuestion {
  /**
   * `code`: to be scanned · `moment`: the request is on its way · `asked`: the customer answers on their phone · `shared`,
   * `declined`, `over` (in time, or given up): what came of it, for a few seconds
   */
  state: "code" | "moment" | "asked" | "shared" | "declined" | "over";
  /** What is asked and why, in the customer's language; null: nothing was said */
  text: string | null;
  /** What the code says, and until when it is good */
  code: string | null;
  until: string | null;
}

/** A tip that the customer is asked for on their screen, before the payment begins. Amounts in minor units. */
export interface TipOffer extends Pick<TipChoices, "kind" | "presets"> {
  /** What is to be paid without it */
  amount: number;
  /** What the digits of an amount count where it was offered, which count the same on the screen; none: minor units */
  unitsFirst?: "minor" | "whole";
  /** What the customer chose, 0: no tip; null while they have not. Who offered it hears of it by `display.changed` */
  chosen: number | null;
}

/** What a register shows the customer, or asks them, while nothing else is on their screen. In the register's own words. */
export interface DisplayMessage extends Pick<ScreenView, "screenId" | "answer"> {
  kind: (typeof SCREEN_KINDS)[number];
  title: string | null;
  /** Of a `code` what it says */
  text: string;
}

export interface DisplayView {
  state: DisplayState;
  text: DisplayText;
  /** The shop's name */
  shop: string;
  /** A till that moves no real money looks it here too */
  environment: Environment;
  /** What this customer reads */
  language: CustomerLanguage;
  /** What customers read who were given no other language */
  usualLanguage: CustomerLanguage;
  /** How amounts are written for this customer */
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
  /** The two words that the customer's app shows, too (`match-words.ts`); null: it shows none */
  words: string | null;
  /** What is sold, named in the customer's language; empty: nothing was said of it */
  lines: PaymentLine[];
  /** What was added to what was sold, in minor units */
  additionalAmount: number;
  /** How the receipt of what was paid is taken away; null: there is none */
  takeAway: TakeAway | null;
  /** The shop's own look, on this screen and nowhere else */
  look: Pick<CounterSettings, "appName" | "accent" | "logo">;
  /** What the customer is asked to add, or has chosen; null: nothing is asked */
  offer: TipOffer | null;
  /** What the customer is asked to share; null: nothing */
  question: DisplayQuestion | null;
  /** What a register shows or asks; null: nothing */
  message: DisplayMessage | null;
  /** When the request ends, by this machine's clock, ISO 8601; null while the service has not said */
  until: string | null;
}

/** How a customer's screen was opened: a window of the till's own, or a page for a browser to open, once, within two minutes. */
export type DisplayOpened = { way: "window" } | { way: "page"; url: string };

export interface DisplayValues {
  "display.get": DisplayView;
  "display.show": DisplayView;
  "display.typing": Record<string, never>;
  "display.setLanguage": DisplayView;
  "display.setUsualLanguage": DisplayView;
  "display.offerTip": DisplayView;
  "display.withdrawTip": DisplayView;
  "display.chooseTip": DisplayView;
  "display.answer": DisplayView;
  "display.open": DisplayOpened;
  "display.close": Record<string, never>;
}
