/** The commands about customer data, and the presets by which it is asked for. */
import { z } from "zod";
import { type CommandRow, exactLine, noInput, oneLine, onePayment, posTid, presetId, repeated } from "./command-row.ts";
import { CUSTOMER_LANGUAGES } from "./customer-language.ts";
import { address, customerInput } from "./payments-commands.ts";
import { MAX_KEEP_DAYS, MAX_SCOPE_TEXT, SCOPES } from "./permissions.ts";
import { expects } from "./reasons.ts";

const scope = z.array(z.enum(SCOPES)).max(SCOPES.length);
const keepDays = z.int().min(0).max(MAX_KEEP_DAYS);

const permissionRequest = z
  .strictObject({
    /** None at all asks for the customer's token alone (4.1) */
    scope: scope.optional(),
    text: exactLine(MAX_SCOPE_TEXT).optional(),
    customer: customerInput.optional(),
    /** What is left out is the preset's */
    preset: presetId.optional(),
    /** Left out: the preset's, or until the end of the sale */
    keepDays: keepDays.optional(),
    purpose: oneLine(100).optional(),
    /** What the customer reads; left out: the shop's */
    language: z.enum(CUSTOMER_LANGUAGES).optional(),
    /** `legal_terms_url`: where the customer reads on what terms; left out: the preset's */
    termsUrl: address.optional(),
  })
  .refine((input) => input.scope !== undefined || input.preset !== undefined, {
    path: ["scope"],
    error: expects("field_scope_or_preset"),
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
    .refine((items) => repeated(items.map(({ id }) => id)).length === 0, expects("field_each_once")),
});

export const PERMISSION_COMMANDS = {
  "permission.request": { input: permissionRequest, needs: "sale" },
  "permission.get": { input: onePayment, automatic: true },
  /** Newest first, with those of payments */
  "permission.list": {
    input: z.strictObject({
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    automatic: true,
  },
  "permission.abort": { input: onePayment, needs: "abort" },
  /** A claim by its name (`email`), by its scope and name (`shipping_address.locality`), or all of a scope as text */
  "permission.reveal": {
    input: z.strictObject({ posTid, claim: z.string().regex(/^[a-z0-9_]{1,40}(\.[a-z0-9_]{1,40})?$/) }),
    needs: "customers",
    approvable: true,
  },
  /** The address that a customer shared, on a label: out of the receipt printer, or as a page for the window to print */
  "customer.label": {
    input: z.strictObject({ posTid, as: z.enum(["print", "pdf"]) }),
    needs: "customers",
    approvable: true,
  },
  /** Erases all that is kept of a permission's or a payment's customer */
  "customer.forget": { input: onePayment, needs: "customers", approvable: true },
  "permission.presets.get": { input: noInput, automatic: true },
  /** Whole */
  "permission.presets.set": { input: presets, needs: "settings" },
} as const satisfies Record<string, CommandRow>;
