/** Webhooks: other programs' addresses that are notified of payment changes (Standard Webhooks). */
import { z } from "zod";
import { withoutCredentials } from "../calls/addresses.ts";
import { expectedReason } from "../reasons/reasons.ts";
import { isLoopback } from "../values/identifiers.ts";

export const MAX_WEBHOOKS = 20;

/** HTTPS, or HTTP to this machine. */
export const webhookUrl = withoutCredentials(z.string().max(2000)).refine((text) => {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
}, expectedReason("field_webhook_url"));

/** 24 to 64 bytes in base64 after `whsec_` (Standard Webhooks). */
export const webhookSecret = z
  .string()
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    expectedReason("field_webhook_secret"),
  );

export interface WebhookView {
  id: string;
  url: string;
  /** Receives only this register's payments; null: all */
  register: string | null;
  /** `ended`: answered 410; no messages until a test succeeds */
  state: "current" | "failing" | "ended";
  /** Payments whose latest state was not delivered */
  behind: number;
  lastAt: string | null;
  detail: string | null;
}
