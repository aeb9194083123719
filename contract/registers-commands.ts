/** The commands about registers: who they are, and the refunds that they ask a person for. */
import { z } from "zod";
import { type CommandRow, noInput } from "./command-row.ts";
import { REFUND_ID_PATTERN } from "./identifiers.ts";
import { expects } from "./reasons.ts";
import { newRegisterName, registerName, registerRefundLimit, registerRights } from "./registers-settings.ts";
import { webhookUrl } from "./webhooks.ts";

const refundId = z.string().regex(REFUND_ID_PATTERN, expects("field_refund_id"));

const id = z.string().min(1).max(64);
const may = z.strictObject({ rights: registerRights, refundLimit: registerRefundLimit });

export const REGISTER_COMMANDS = {
  "register.list": { input: noInput, needs: "access", automatic: true },
  "register.add": { input: may.extend({ name: newRegisterName }), needs: "access" },
  /** What is left out stays, and so do its key and its name: by that its payments and its answers are known */
  "register.change": { input: may.partial().extend({ id }), needs: "access" },
  /** For good: its key opens nothing from then on */
  "register.revoke": { input: z.strictObject({ id }), needs: "access" },
  /** `register`: whose payments it hears of, null: everybody's. Its secret is told once */
  "register.addWebhook": {
    input: z.strictObject({ url: webhookUrl, register: registerName.nullable() }),
    needs: "access",
  },
  /** Another secret in place of the one it has: from the next message on */
  "register.renewWebhook": { input: z.strictObject({ id }), needs: "access" },
  "register.removeWebhook": { input: z.strictObject({ id }), needs: "access" },
  /** Sends it a message about nothing */
  "register.testWebhook": { input: z.strictObject({ id }), needs: "access" },
  /** Refunds that wait for a person. One is approved by `payment.refund` with its `refundId` and what it asks for */
  "register.refunds": { input: noInput, automatic: true },
  /** No money moves by it: whoever is at the counter may */
  "register.declineRefund": { input: z.strictObject({ refundId }), needs: "sale" },
} as const satisfies Record<string, CommandRow>;
