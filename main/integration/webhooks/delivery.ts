/** Delivers one message to a webhook, signed by the Standard Webhooks scheme. */
import { Webhook } from "standardwebhooks";
import { retryAfterMs } from "../../service/api/errors.ts";
import type { Transport } from "../../service/api/transport.ts";

/** `gone`: the webhook returned 410 and wants no more messages. `detail`: only an HTTP status or a system error code */
export type Delivered =
  | { is: "accepted"; detail: string }
  | { is: "gone"; detail: string }
  | { is: "refused"; detail: string; retryAfterMs: number };

/**
 * Sends a message once. Only 2xx counts as delivered; redirects are not followed.
 * @param message its `id` is the header `webhook-id`, unchanged on retries
 * @param at time of the signature, ms since the epoch
 * @param closing aborts the request
 */
export async function deliver(
  transport: Pick<Transport, "exchange">,
  { url, secret }: { url: string; secret: string },
  message: { id: string; body: string },
  { at, closing }: { at: number; closing: AbortSignal },
): Promise<Delivered> {
  const { id, body } = message;
  const headers = {
    "content-type": "application/json",
    "user-agent": "Till",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(at), body),
  };
  const sent = { method: "POST" as const, url: new URL(url), headers, body: Buffer.from(body), signal: closing };
  const exchanged = await transport.exchange(sent);
  if ("failure" in exchanged) return { is: "refused", detail: exchanged.failure.code, retryAfterMs: 0 };
  const { status, headers: answered } = exchanged.answer;
  const detail = String(status);
  if (status >= 200 && status < 300) return { is: "accepted", detail };
  if (status === 410) return { is: "gone", detail };
  return { is: "refused", detail, retryAfterMs: retryAfterMs(answered["retry-after"], at) ?? 0 };
}
