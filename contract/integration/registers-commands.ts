import { z } from "zod";
import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { REFUND_ID_PATTERN } from "../values/identifiers.ts";
import type { RefundRequest, RegisterCertificate, RegisterView } from "./registers.ts";
import { newRegisterName, registerName, registerRefundLimit, registerRights } from "./registers-settings.ts";
import type { WebhookView } from "./webhooks.ts";
import { webhookUrl } from "./webhooks.ts";

const refundId = z.string().regex(REFUND_ID_PATTERN, expectedReason("field_refund_id"));

const id = z.string().min(1).max(64);
const grant = z.strictObject({ rights: registerRights, refundLimit: registerRefundLimit });

export const REGISTER_COMMANDS = {
  "register.list": {
    input: noInput,
    needs: "access",
    automatic: true,
    /** Sorted by name. `url`: null if the till does not listen; `certificate`: null without TLS */
    returns: shape<{
      items: RegisterView[];
      url: string | null;
      certificate: RegisterCertificate | null;
      webhooks: WebhookView[];
    }>(),
  },
  "register.add": {
    input: grant.extend({ name: newRegisterName }),
    needs: "access",
    /** `key`: returned only here */
    returns: shape<{ register: RegisterView; key: string }>(),
  },
  /** Absent fields stay unchanged. Key and name never change: they identify payments and responses */
  "register.change": { input: grant.partial().extend({ id }), needs: "access", returns: shape<RegisterView>() },
  /** Permanently disables the register's key */
  "register.revoke": { input: z.strictObject({ id }), needs: "access", returns: shape<RegisterView>() },
  /** `register`: whose payments are sent; null: all. The secret is returned once */
  "register.addWebhook": {
    input: z.strictObject({ url: webhookUrl, register: registerName.nullable() }),
    needs: "access",
    /** `secret`: returned only here */
    returns: shape<{ webhook: WebhookView; secret: string }>(),
  },
  /** Replaces the secret from the next message on */
  "register.renewWebhook": {
    input: z.strictObject({ id }),
    needs: "access",
    returns: shape<{ webhook: WebhookView; secret: string }>(),
  },
  "register.removeWebhook": { input: z.strictObject({ id }), needs: "access", returns: shape<WebhookView>() },
  "register.testWebhook": {
    input: z.strictObject({ id }),
    needs: "access",
    /** `taken`: answered 2xx; `detail`: otherwise the HTTP status or system error */
    returns: shape<{ taken: boolean; detail: string }>(),
  },
  /** Refunds waiting for a decision. Approve with `payment.refund`, its `refundId` and the requested amount */
  "register.refunds": { input: noInput, automatic: true, returns: shape<{ items: RefundRequest[] }>() },
  "register.declineRefund": { input: z.strictObject({ refundId }), needs: "sale", returns: shape<RefundRequest>() },
} as const satisfies Record<string, CommandRow>;
