/** The provisioning file's part about the chain's ledger. */
import { z } from "zod";
import { type LedgerAddressProblem, ledgerAddressProblem } from "./ledger.ts";
import { expects } from "./reasons.ts";

const is = (problem: LedgerAddressProblem) => (text: string) => ledgerAddressProblem(text) !== problem;

const url = z
  .string()
  .max(2048)
  .refine(is("address"), expects("field_ledger_address"))
  .refine(is("user"), expects("field_ledger_user"))
  .refine(is("database"), expects("field_ledger_database"))
  .refine(is("parameter"), expects("field_ledger_parameter"))
  .refine(is("plain"), expects("field_ledger_plain"));

const till = z
  .string()
  .max(100)
  .regex(/^\P{Cc}+$/u, expects("field_one_line"));

/** As a file says it: the password is in the address. */
export const ledgerGiven = z.strictObject({
  url,
  /** As head office added it; left out: the POS's id */
  till: till.optional(),
  caFile: z.string().min(1).max(4096).nullable().default(null),
});

/** As it is kept: without the password, and with the content of the file. */
export const ledgerSettings = z.strictObject({
  url,
  till,
  /** Certificate authorities, PEM; null: the system's */
  ca: z.string().nullable(),
});
