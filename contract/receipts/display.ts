/** Content of the customer display: amounts and outcomes, never the customer's identity. */

import type { CounterSettings, TIP_OFFER_ROWS } from "../catalogue/counter.ts";
import type { SCREEN_KINDS, ScreenView } from "../integration/registers.ts";
import type { CustomerLanguage } from "../values/customer-language.ts";
import type { Environment } from "../values/environment.ts";
import type { PaymentLine } from "../values/lines.ts";
import type { SettingInput } from "../values/setting-rows.ts";
import type { TakeAway } from "./receipts.ts";

/**
 * What the customer display shows:
 * - `message`: a register's message or question
 * - `tip`: a question for a tip before the payment
 * - `ask`: a request for customer data without a payment
 * - `pay`: the code to scan
 * - `wait`: the customer cannot speed it up
 * - `approve`: the phone asks the customer
 * - `paid`, `reserved`, `not_paid`: the outcome, for a few seconds
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

/** Key of the text in the customer's catalogue. */
export type DisplayText =
  | "welcome"
  | "message"
  | "tip"
  | "ask"
  | "scan"
  | "approve"
  /** The customer may have approved, but the till is offline */
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

export interface DisplayQuestion {
  /**
   * `moment`: the request is being sent · `asked`: the customer answers on the phone · `shared`, `declined`, `over`
   * (expired or cancelled): the outcome, for a few seconds
   */
  state: "code" | "moment" | "asked" | "shared" | "declined" | "over";
  text: string | null;
  /** Content of the code, and when it expires */
  code: string | null;
  until: string | null;
}

export interface TipOffer extends SettingInput<typeof TIP_OFFER_ROWS> {
  /** Amount without the tip */
  amount: number;
  /** Whether digits are entered as minor or whole units, as at the counter; default: minor */
  unitsFirst?: "minor" | "whole";
  /** The chosen tip, 0: none; null: not chosen yet */
  chosen: number | null;
}

/** A register's message or question, shown while the display is otherwise idle. Texts are the register's. */
export interface DisplayMessage extends Pick<ScreenView, "screenId" | "answer"> {
  kind: (typeof SCREEN_KINDS)[number];
  title: string | null;
  text: string;
}

export interface DisplayView {
  state: DisplayState;
  text: DisplayText;
  shop: string;
  environment: Environment;
  language: CustomerLanguage;
  usualLanguage: CustomerLanguage;
  /** Locale of amounts */
  locale: string;
  currency: string;
  /** In minor units, additional amounts included; null: no payment */
  amount: number | null;
  /** True if the amount is only reserved, and captured later */
  reserves: boolean;
  tip: boolean;
  /** Content of the code; null: no code may be scanned */
  code: string | null;
  /** The two match words, also shown in the customer's app (`match-words.ts`); null: none */
  words: string | null;
  /** Items, named in the customer's language; empty: not itemised */
  lines: PaymentLine[];
  /** In minor units */
  additionalAmount: number;
  /** How the customer gets the receipt; null: none exists */
  takeAway: TakeAway | null;
  look: Pick<CounterSettings, "appName" | "accent" | "logo">;
  offer: TipOffer | null;
  question: DisplayQuestion | null;
  message: DisplayMessage | null;
  /** When the request expires, by this machine's clock, ISO 8601; null: unknown */
  until: string | null;
}

/** `window`: opened by the till · `page`: a single-use URL for a browser, valid for two minutes. */
export type DisplayOpened = { way: "window" } | { way: "page"; url: string };
