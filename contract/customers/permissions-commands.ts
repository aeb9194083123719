import { z } from "zod";
import { address } from "../calls/addresses.ts";
import {
  type CommandRow,
  customerInput,
  duplicateIndexes,
  exactLine,
  noInput,
  oneLine,
  paymentIdInput,
  posTid,
  presetId,
  shape,
} from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { CUSTOMER_LANGUAGES } from "../values/customer-language.ts";
import type { Permission, PermissionPage, PermissionPresets, ShippingLabel } from "./permissions.ts";
import { MAX_KEEP_DAYS, MAX_SCOPE_TEXT, SCOPES } from "./permissions.ts";

const scope = z.array(z.enum(SCOPES)).max(SCOPES.length);
const keepDays = z.int().min(0).max(MAX_KEEP_DAYS);

const permissionRequest = z
  .strictObject({
    /** Empty: request only the customer's token (4.1) */
    scope: scope.optional(),
    text: exactLine(MAX_SCOPE_TEXT).optional(),
    customer: customerInput.optional(),
    /** Supplies every field that is left out */
    preset: presetId.optional(),
    /** Default: the preset's, or until the end of the sale */
    keepDays: keepDays.optional(),
    purpose: oneLine(100).optional(),
    /** The language of the customer's text; default: the shop's */
    language: z.enum(CUSTOMER_LANGUAGES).optional(),
    /** `legal_terms_url`; default: the preset's */
    termsUrl: address.optional(),
  })
  .refine((input) => input.scope !== undefined || input.preset !== undefined, {
    path: ["scope"],
    error: expectedReason("field_scope_or_preset"),
  });

const preset = z.strictObject({
  id: presetId,
  name: oneLine(40),
  scope,
  texts: z.record(z.enum(CUSTOMER_LANGUAGES), exactLine(MAX_SCOPE_TEXT)),
  purpose: oneLine(100),
  keepDays,
  termsUrl: address.optional(),
});

const presets = z.strictObject({
  items: z
    .array(preset)
    .max(20)
    .refine((items) => duplicateIndexes(items.map(({ id }) => id)).length === 0, expectedReason("field_each_once")),
});

export const PERMISSION_COMMANDS = {
  "permission.request": { input: permissionRequest, needs: "sale", returns: shape<Permission>() },
  "permission.get": { input: paymentIdInput, automatic: true, returns: shape<Permission>() },
  /** Newest first. Includes requests combined with payments */
  "permission.list": {
    input: z.strictObject({
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    automatic: true,
    returns: shape<PermissionPage>(),
  },
  "permission.abort": { input: paymentIdInput, needs: "abort", returns: shape<Permission>() },
  /** `claim`: a claim (`email`), a claim of a scope (`shipping_address.locality`), or a whole scope as text */
  "permission.reveal": {
    input: z.strictObject({ posTid, claim: z.string().regex(/^[a-z0-9_]{1,40}(\.[a-z0-9_]{1,40})?$/) }),
    needs: "customers",
    approvable: true,
    returns: shape<{ value: string }>(),
  },
  /** Prints the shared address on the receipt printer, or returns a page for the window to print */
  "customer.label": {
    input: z.strictObject({ posTid, as: z.enum(["print", "pdf"]) }),
    needs: "customers",
    approvable: true,
    returns: shape<ShippingLabel>(),
  },
  /** Erases all stored data of the customer of a permission or payment */
  "customer.forget": {
    input: paymentIdInput,
    needs: "customers",
    approvable: true,
    returns: shape<{ erased: string[] }>(),
  },
  "permission.presets.get": { input: noInput, automatic: true, returns: shape<PermissionPresets>() },
  "permission.presets.set": { input: presets, needs: "settings", returns: shape<PermissionPresets>() },
} as const satisfies Record<string, CommandRow>;
