import { z } from "zod";
import { type CommandRow, noInput } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { REFUND_ID_PATTERN } from "../values/identifiers.ts";
import { newRegisterName, registerName, registerRefundLimit, registerRights } from "./registers-settings.ts";
import { webhookUrl } from "./webhooks.ts";

const refundId = z.string().regex(REFUND_ID_PATTERN, expectedReason("field_refund_id"));

const id = z.string().min(1).max(64);
const grant = z.strictObject({ rights: registerRights, refundLimit: registerRefundLimit });

export const REGISTER_COMMANDS = {
  "register.list": { input: noInput, needs: "access", automatic: true },
  "register.add": { input: grant.extend({ name: newRegisterName }), needs: "access" },
  /** Absent fields stay unchanged. Key and name never change: they identify payments and responses */
  "register.change": { input: grant.partial().extend({ id }), needs: "access" },
  /** Permanently disables the register's key */
  "register.revoke": { input: z.strictObject({ id }), needs: "access" },
  /** `register`: whose payments are sent; null: all. The secret is returned once */
  "register.addWebhook": {
    input: z.strictObject({ url: webhookUrl, register: registerName.nullable() }),
    needs: "access",
  },
  /** Replaces the secret from the next message on */
  "register.renewWebhook": { input: z.strictObject({ id }), needs: "access" },
  "register.removeWebhook": { input: z.strictObject({ id }), needs: "access" },
  "register.testWebhook": { input: z.strictObject({ id }), needs: "access" },
  /** Refunds waiting for a decision. Approve with `payment.refund`, its `refundId` and the requested amount */
  "register.refunds": { input: noInput, automatic: true },
  "register.declineRefund": { input: z.strictObject({ refundId }), needs: "sale" },
} as const satisfies Record<string, CommandRow>;
