/** Schemas of settings from head office, and of their part of a provisioning file. */

import { z } from "zod";
import { withoutCredentials } from "../calls/addresses.ts";
import { catalogueContent } from "../catalogue/catalogue-commands.ts";
import { updatesSet } from "../operations/operations-commands.ts";
import { reservationSetRule } from "../payments/reservations-commands.ts";
import { provisionedRoles, staffSetPolicy } from "../people/staff-commands.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { receiptChoices, shopDetails } from "../receipts/receipts-commands.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import { isLoopback } from "../values/identifiers.ts";

const centreSettings = z.strictObject({
  staff: staffSetPolicy.optional(),
  roles: provisionedRoles
    .refine((roles) => roles.every(({ id }) => id !== "owner"), expectedReason("field_not_owner"))
    .optional(),
  reservations: reservationSetRule.optional(),
  catalogue: catalogueContent.optional(),
  language: z.enum(CUSTOMER_LANGUAGES).optional(),
  shop: shopDetails.optional(),
  receipt: receiptChoices.optional(),
  updates: updatesSet.optional(),
});

/** The signed content. Unknown fields are rejected. */
export const centreConfiguration = z.strictObject({
  version: z.int().min(1),
  for: z
    .string()
    .max(200)
    .regex(/^(all|(shop|till):\P{Cc}+)$/u, expectedReason("field_centre_for")),
  issuedAt: z.iso.datetime().optional(),
  settings: centreSettings,
});

const MAX_TEXT = 4 * 1024 * 1024;

/** The signed configurations from an address or the ledger: at most one each for all, the shop and the till. */
export const signedConfigurations = z
  .array(z.strictObject({ text: z.string().max(MAX_TEXT), signature: z.string().max(200) }))
  .max(100);

const https = withoutCredentials(z.string().max(2048)).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)));
}, expectedReason("field_https"));

const shop = z
  .string()
  .max(190)
  .regex(/^\P{Cc}+$/u, expectedReason("field_one_line"))
  .nullable()
  .default(null);

export const provisionedCentre = z.strictObject({
  /** Ed25519: base64 as printed by `npm run ledger -- settings keys`, or the name of a PEM file */
  publicKey: z.string().min(1).max(4096),
  /** Null: from the chain's ledger */
  url: https.nullable().default(null),
  /** The till's shop in `shop:<name>`; null: settings for shops are refused */
  shop,
});

export const storedCentre = z.strictObject({
  /** PEM */
  publicKey: z.string(),
  url: https.nullable(),
  shop,
});
