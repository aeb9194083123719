/** The commands about registers: who they are, and the refunds that they ask a person for. */
import { z } from "zod";
import { type CommandRow, noInput } from "./command-row.ts";
import { REFUND_ID_PATTERN } from "./identifiers.ts";
import { expects } from "./reasons.ts";

const refundId = z.string().regex(REFUND_ID_PATTERN, expects("field_refund_id"));

export const REGISTER_COMMANDS = {
  /** Refunds that wait for a person. One is approved by `payment.refund` with its `refundId` and what it asks for */
  "register.refunds": { input: noInput, automatic: true },
  /** No money moves by it: whoever is at the counter may */
  "register.declineRefund": { input: z.strictObject({ refundId }), needs: "sale" },
} as const satisfies Record<string, CommandRow>;
