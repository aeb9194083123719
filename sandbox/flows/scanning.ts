/** Scans of codes: a till's shortlink, or the claim link of a payment request. */
import { SCAN_EVENT, scanReply } from "../../contract/wire/wire.ts";
import type { Reply } from "../callbacks/sender.ts";
import type { Service } from "../context.ts";
import { invalid, missing } from "../problem.ts";
import { inTransaction } from "../state/database.ts";
import { findPaymentByClaim } from "../state/payments.ts";
import { findShortlink, recordScan } from "../state/shortlinks.ts";
import { claimPayment } from "./payments.ts";

export interface ScanResult {
  kind: "shortlink" | "claim";
  tid: string | null;
  scanToken: string | null;
  argstring: string | null;
  text: string | null;
  uri: string | null;
  next: unknown;
}

/** Returns a shortlink's URL, which the QR code contains before the argstring (G13). */
export function shortlinkValue(service: Service, id: string): string {
  return `${service.url()}/s/${id}/`;
}

export function claimLink(service: Service, claim: string): string {
  return `${service.url()}/c/${claim}/`;
}

/**
 * Scans a code. Throws 400 if the link is not this service's, 404 if unknown or expired. Waits for the receiver's first
 * response, which the customer sees.
 */
export async function scan(service: Service, phone: string, link: string): Promise<ScanResult> {
  const target = readLink(link);
  if (!target) throw invalid({ link: `expected a link from a QR code, like ${service.url()}/s/…` });
  return target.kind === "claim"
    ? scanClaim(service, phone, target.name)
    : scanShortlink(service, phone, target.name, target.argstring);
}

function scanClaim(service: Service, phone: string, claim: string): ScanResult {
  const payment = findPaymentByClaim(service.db, claim);
  if (!payment) throw missing("payment request behind this link");
  claimPayment(service, payment.tid, phone);
  return { kind: "claim", tid: payment.tid, scanToken: null, argstring: null, text: null, uri: null, next: null };
}

async function scanShortlink(
  service: Service,
  phone: string,
  id: string,
  argstring: string | null,
): Promise<ScanResult> {
  const { token, callback } = inTransaction(service.db, () => {
    const shortlink = findShortlink(service.db, null, id);
    if (!shortlink) throw missing("shortlink");
    const newScan = recordScan(service.db, shortlink, phone, argstring, service.clock.now());
    return {
      token: newScan.token,
      callback: service.callbacks.record({
        merchantId: shortlink.merchant_id,
        target: shortlink.callback_uri,
        event: SCAN_EVENT,
        uri: null,
        object: { id: newScan.token, argstring },
      }),
    };
  });
  service.changes.announce();
  const reply = readReply(await service.callbacks.launch(callback));
  return { kind: "shortlink", tid: null, scanToken: token, argstring, ...reply };
}

/** Parses the receiver's response (2.5); ignores anything else. */
function readReply(reply: Reply | null): Pick<ScanResult, "text" | "uri" | "next"> {
  const nothing = { text: null, uri: null, next: null };
  if (!reply || reply.text === "") return nothing;
  try {
    const answer = scanReply.parse(JSON.parse(reply.text));
    return { text: answer.text ?? null, uri: answer.uri ?? null, next: answer.next ?? null };
  } catch {
    return nothing; // The response may be unreadable.
  }
}

/** Parses a link with any host, because the sandbox may be reached by several names. */
function readLink(link: string): { kind: "shortlink" | "claim"; name: string; argstring: string | null } | null {
  const path = link.trim().replace(/^https?:\/\/[^/]+/i, "");
  const claim = /^\/c\/([\w-]+)\/?$/.exec(path);
  if (claim?.[1]) return { kind: "claim", name: claim[1], argstring: null };
  const shortlink = /^\/s\/([\w-]+)\/(.*)$/s.exec(path);
  if (!shortlink?.[1]) return null;
  return { kind: "shortlink", name: shortlink[1], argstring: decode(shortlink[2] ?? "") || null };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Keep text with an invalid percent sequence.
  }
}
