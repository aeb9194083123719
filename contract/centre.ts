/** Settings from head office: what is signed, and how the till gets on with it. Pure; their schema is in `centre-settings.ts`. */
import type { CatalogueContent } from "./catalogue.ts";
import type { CustomerLanguage } from "./customer-language.ts";
import type { ReceiptSettings } from "./receipts.ts";
import type { ReservationRule } from "./reservations.ts";
import type { Role } from "./roles.ts";
import type { StaffRules } from "./staff.ts";
import type { UpdateSettings } from "./updates.ts";

/** Each part whole; one that is not there is the till's own affair. No part has room for a secret or a PIN. */
export interface CentreSettings {
  staff?: StaffRules | undefined;
  /** Rights and refund limits; roles that are not named stay as they are */
  roles?: readonly Role[] | undefined;
  reservations?: ReservationRule | undefined;
  catalogue?: CatalogueContent | undefined;
  /** What customers read unless they are asked */
  language?: CustomerLanguage | undefined;
  shop?: ReceiptSettings["shop"] | undefined;
  receipt?: ReceiptSettings["receipt"] | undefined;
  updates?: UpdateSettings | undefined;
}

export type CentrePart = keyof CentreSettings;

/** In the order in which they are applied and shown. */
export const CENTRE_PARTS = [
  "staff",
  "roles",
  "reservations",
  "catalogue",
  "language",
  "shop",
  "receipt",
  "updates",
] as const satisfies readonly CentrePart[];

/** What head office says to some tills. */
export interface CentreConfiguration {
  /** Rises with each that is published for the same tills: an older one is refused */
  version: number;
  /** `all`, `shop:<name>` or `till:<id>` */
  for: string;
  /** ISO 8601 in UTC; missing in what an older ledger has signed, which counts as issued before everything else */
  issuedAt?: string | undefined;
  settings: CentreSettings;
}

/** It as it travels: the very text that was signed. */
export interface SignedConfiguration {
  text: string;
  /** Ed25519 over {@link signedText}, base64 */
  signature: string;
}

/** Head office's clock may be ahead by this much: a later time of issue would lock out every later configuration. */
export const MOST_AHEAD_MS = 24 * 60 * 60 * 1000;

/** What is signed: a signature of something else with the same key is none of this. */
export function signedText(text: string): string {
  return `till configuration 1\n${text}`;
}

/** Whom a configuration is for, the nearest last: it counts before the others. */
export const CENTRE_ADDRESSEES = ["all", "shop", "till"] as const;

export type CentreAddressee = (typeof CENTRE_ADDRESSEES)[number];

/** A part of this till that head office has put in force. */
export interface CentreSetting {
  part: CentrePart;
  for: CentreAddressee;
  /** Of the configuration by which it was put in force */
  version: number;
  /** ISO 8601 */
  since: string | null;
  /** Somebody here has changed it since: that counts until head office says something else about it */
  isChanged: boolean;
}

/** What is from head office here, for the pages on which it is set. */
export interface CentreView {
  settings: CentreSetting[];
  /** In minor units; null: all of a payment */
  refundLimits: { role: string; limit: number | null }[];
}

export interface CentreValues {
  "centre.get": CentreView;
}

/** How settings from head office get on at this till. */
export interface CentreHealth {
  /**
   * `waiting`: for the till to be idle · `refused`: what came is not signed by head office, for another shop
   * or till, older than what was, or no configuration · `rolled_back`: the till was worse with it, and has what it had before
   */
  state: "off" | "none" | "current" | "waiting" | "unreached" | "refused" | "rolled_back";
  /** Why, in words or a code */
  detail: string | null;
  /** Which are in force: `all 3`, `till:kasse-1 7` */
  versions: string[];
  /** Since when, ISO 8601 */
  since: string | null;
  /** The parts that are head office's, and the refund limits among them, in minor units; null: all of a payment */
  parts: CentrePart[];
  refundLimits: { role: string; limit: number | null }[];
}
