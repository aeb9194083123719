/** Parses a callback from its bytes (sections 2.5, 2.6 and 6). `verify-callback.ts` verifies it. */
import { z } from "zod";
import {
  callbackMessage,
  identifier,
  PAYMENT_EVENTS,
  type PaymentOutcome,
  PERMISSION_EVENTS,
  type PermissionOutcome,
  parseDateTime,
  parseJson,
  paymentOutcome,
  permissionOutcome,
  SCAN_EVENT,
  type Scan,
  scan,
} from "../../../contract/wire/wire.ts";
import { fieldsOf } from "./fields.ts";
import { idWithin } from "./paths.ts";

export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];
export type PermissionEvent = (typeof PERMISSION_EVENTS)[number];

/** A callback by its event. Its ids are claims of the sender: match them only against ids the till knows. */
export type Message =
  | {
      kind: "payment";
      metaId: string;
      event: PaymentEvent;
      /** Null when missing (section 6, rule 5) or malformed: the till then fetches the outcome */
      outcome: PaymentOutcome | null;
      metaUri: string | null;
      tid: string | null;
      posTid: string | null;
    }
  | {
      kind: "permission";
      metaId: string;
      event: PermissionEvent;
      /** Null as above. Holds tokens, so store it in the vault and never log it */
      outcome: PermissionOutcome | null;
      metaUri: string | null;
      rid: string | null;
      posTid: string | null;
    }
  | {
      kind: "scan";
      metaId: string;
      event: typeof SCAN_EVENT;
      scan: Scan;
      /** ms since the epoch, by the service's clock; null when missing (G19) */
      sentAt: number | null;
    }
  /** An event this till does not know. It is acknowledged, so that the service does not resend it */
  | { kind: "unknown"; metaId: string; event: string };

/** `because` names the invalid part, never its content. */
export type ParsedMessage = { ok: true; message: Message } | { ok: false; because: string };

/** Size limit of a callback (docs/reliability.md), also for bytes that did not pass the receiver. */
export const MAX_CALLBACK_BYTES = 64 * 1024;

export function parseMessage(body: Uint8Array): ParsedMessage {
  if (!(body instanceof Uint8Array)) return { ok: false, because: "not bytes" };
  if (body.length > MAX_CALLBACK_BYTES) return { ok: false, because: "too large" };
  const parsed = parseJson(body);
  if (!parsed.ok) return parsed;
  const envelope = callbackMessage.safeParse(parsed.value);
  if (!envelope.success) return { ok: false, because: `meta: ${fieldsOf(envelope.error)}` };
  const { meta, object } = envelope.data;
  return read(meta, object);
}

function read(meta: z.output<typeof callbackMessage>["meta"], object: unknown): ParsedMessage {
  const { id: metaId, event, uri } = meta;
  const metaUri = uri ?? null;
  const claims = claimedIds.safeParse(object).data;
  const posTid = claims?.pos_tid ?? null;
  if (isOneOf(PAYMENT_EVENTS, event)) {
    const outcome = paymentOutcome.safeParse(object).data ?? null;
    const tid = claims?.tid ?? idFrom("payment_request", metaUri);
    return { ok: true, message: { kind: "payment", metaId, event, outcome, metaUri, tid, posTid } };
  }
  if (isOneOf(PERMISSION_EVENTS, event)) {
    const outcome = permissionOutcome.safeParse(object).data ?? null;
    const rid = claims?.rid ?? idFrom("permission_request", metaUri);
    return { ok: true, message: { kind: "permission", metaId, event, outcome, metaUri, rid, posTid } };
  }
  if (event !== SCAN_EVENT) return { ok: true, message: { kind: "unknown", metaId, event } };
  // A scan carries all its data in the object (section 6, rule 6); nothing can be fetched instead.
  const scanned = scan.safeParse(object);
  if (!scanned.success) return { ok: false, because: `object: ${fieldsOf(scanned.error)}` };
  return { ok: true, message: { kind: "scan", metaId, event, scan: scanned.data, sentAt: timeOf(meta) } };
}

function timeOf({ timestamp }: z.output<typeof callbackMessage>["meta"]): number | null {
  return typeof timestamp === "string" ? parseDateTime(timestamp) : null;
}

/**
 * Returns whether an address from a message may be fetched (section 6, rule 7; G28): plain https on the default port,
 * to a trusted host or a subdomain. The caller must not follow redirects.
 */
export function mayFetch(uri: string, trustedHosts: readonly string[]): boolean {
  if (typeof uri !== "string") return false;
  // Rejects what a URL parser would silently repair: backslashes, white space, user names.
  if (!/^https:\/\/[A-Za-z0-9.-]+(:443)?(\/[\x21-\x5b\x5d-\x7e]*)?$/.test(uri) || !URL.canParse(uri)) return false;
  const { hostname } = new URL(uri);
  if (!Array.isArray(trustedHosts)) return false;
  return trustedHosts
    .filter((host) => typeof host === "string")
    .map((host) => host.toLowerCase())
    .some((host) => host !== "" && (hostname === host || (hostname.endsWith(`.${host}`) && !isIpAddress(hostname))));
}

function isIpAddress(hostname: string): boolean {
  return /^\d+(\.\d+){3}$/.test(hostname);
}

const claimedId = identifier
  .refine((id) => id !== "." && id !== "..")
  .optional()
  .catch(undefined);
const claimedIds = z.object({ tid: claimedId, pos_tid: claimedId, rid: claimedId });

function idFrom(resource: string, uri: string | null): string | null {
  const [pathname = ""] = (uri ?? "").split(/[?#]/, 1);
  return claimedId.parse(idWithin(resource, pathname.replace(/\/outcome\/?$/, "/")) ?? undefined) ?? null;
}

function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  return (words as readonly string[]).includes(word);
}
