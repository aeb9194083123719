/** Webhooks: addresses of other programs that the till tells what happens to payments, by the Standard Webhooks scheme. */
import { z } from "zod";
import { withoutCredentials } from "./addresses.ts";
import { isLoopback } from "./identifiers.ts";
import { expects } from "./reasons.ts";

/** More than listen to one till. */
export const MOST_WEBHOOKS = 20;

/** https, or http to this machine. */
export const webhookUrl = withoutCredentials(z.string().max(2000)).refine((text) => {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
}, expects("field_webhook_url"));

/** 24 to 64 bytes in Base64 after `whsec_`, as the scheme has it. */
export const webhookSecret = z
  .string()
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    expects("field_webhook_secret"),
  );

/** A webhook as its owner sees it. */
export interface WebhookView {
  id: string;
  url: string;
  /** Whose payments it hears of; null: everybody's */
  register: string | null;
  /** `ended`: it answered 410, and is told nothing until a test reaches it again */
  state: "current" | "failing" | "ended";
  /** Of how many payments it has not heard the last */
  behind: number;
  /** When it last took a message */
  lastAt: string | null;
  /** Why it did not take the last one: an HTTP status or the system's code */
  detail: string | null;
}
