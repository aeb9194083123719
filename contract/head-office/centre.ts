/** Signed settings from head office, and their state at this till. Schemas are in `centre-settings.ts`. */
import type { CatalogueContent } from "../catalogue/catalogue.ts";
import type { ReservationRule } from "../payments/reservations.ts";
import type { StaffRules } from "../people/staff.ts";
import type { ReceiptSettings } from "../receipts/receipts.ts";
import type { CustomerLanguage } from "../values/customer-language.ts";
import type { Role } from "../values/roles.ts";
import type { UpdateSettings } from "../values/updates.ts";

/** Each part is complete. An absent part is managed at the till. No part can carry a secret or a PIN. */
export interface CentreSettings {
  staff?: StaffRules | undefined;
  /** Permissions and refund limits; other roles stay unchanged */
  roles?: readonly Role[] | undefined;
  reservations?: ReservationRule | undefined;
  catalogue?: CatalogueContent | undefined;
  language?: CustomerLanguage | undefined;
  shop?: ReceiptSettings["shop"] | undefined;
  receipt?: ReceiptSettings["receipt"] | undefined;
  updates?: UpdateSettings | undefined;
}

export type CentrePart = keyof CentreSettings;

/** Parts of head office's settings, in the order of application and display. */
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

export interface CentreConfiguration {
  /** Increases per addressee; older versions are refused */
  version: number;
  /** `all`, `shop:<name>` or `till:<id>` */
  for: string;
  /** ISO 8601 in UTC; absent from older ledgers, which counts as the earliest time */
  issuedAt?: string | undefined;
  settings: CentreSettings;
}

/** A configuration in transit, as the exact signed text. */
export interface SignedConfiguration {
  text: string;
  /** Ed25519 over {@link configurationTextToSign}, base64 */
  signature: string;
}

/** Maximum lead of head office's clock. A time of issue further ahead would block all later configurations. */
export const MAX_CLOCK_LEAD_MS = 24 * 60 * 60 * 1000;

/** Returns the signed text. The prefix keeps other signatures with the same key from being accepted. */
export function configurationTextToSign(text: string): string {
  return `till configuration 1\n${text}`;
}

/** Addressees in increasing priority. */
export const CENTRE_ADDRESSEES = ["all", "shop", "till"] as const;

export type CentreAddressee = (typeof CENTRE_ADDRESSEES)[number];

export interface CentreSetting {
  part: CentrePart;
  for: CentreAddressee;
  version: number;
  /** ISO 8601 */
  since: string | null;
  /** Changed at this till since; the change holds until head office sets the part again */
  isChanged: boolean;
}

export interface CentreView {
  settings: CentreSetting[];
  /** In minor units; null: no limit */
  refundLimits: { role: string; limit: number | null }[];
}

export interface CentreHealth {
  /**
   * - `waiting`: the till is not idle yet
   * - `refused`: not signed by head office, for another shop or till, outdated, or invalid
   * - `rolled_back`: the till got worse, and the previous settings were restored
   */
  state: "off" | "none" | "current" | "waiting" | "unreached" | "refused" | "rolled_back";
  detail: string | null;
  /** Applied versions: `all 3`, `till:kasse-1 7` */
  versions: string[];
  since: string | null;
  /** Parts and refund limits from head office; limits in minor units, null: no limit */
  parts: CentrePart[];
  refundLimits: { role: string; limit: number | null }[];
}
