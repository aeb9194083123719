import { z } from "zod";
import { expectedReason } from "../reasons/reasons.ts";
import { type LedgerAddressProblem, ledgerAddressProblem } from "./ledger.ts";

const hasNoProblem = (problem: LedgerAddressProblem) => (text: string) => ledgerAddressProblem(text) !== problem;

const url = z
  .string()
  .max(2048)
  .refine(hasNoProblem("address"), expectedReason("field_ledger_address"))
  .refine(hasNoProblem("user"), expectedReason("field_ledger_user"))
  .refine(hasNoProblem("database"), expectedReason("field_ledger_database"))
  .refine(hasNoProblem("parameter"), expectedReason("field_ledger_parameter"))
  .refine(hasNoProblem("plain"), expectedReason("field_ledger_plain"));

const till = z
  .string()
  .max(100)
  .regex(/^\P{Cc}+$/u, expectedReason("field_one_line"));

export const provisionedLedger = z.strictObject({
  url,
  /** The name given by head office; default: the POS id */
  till: till.optional(),
  caFile: z.string().min(1).max(4096).nullable().default(null),
});

/** Stored form of the ledger settings: without the password, with the file's content. */
export const ledgerSettings = z.strictObject({
  url,
  till,
  /** PEM; null: the system's authorities */
  ca: z.string().nullable(),
});
