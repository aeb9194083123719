/** Parses a callback (sections 2.5, 2.6 and 6) from its bytes. Pure. Its verification: `verify.ts`. */
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
} from "../../../contract/wire.ts";
import { fieldsOf } from "./fields.ts";
import { idWithin } from "./paths.ts";

export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];
export type PermissionEvent = (typeof PERMISSION_EVENTS)[number];

/**
 * A callback by its event. Ids are the message's claims: enough to know what to ask the service about, and nothing
 * to be looked up anywhere but among the ids that the till knows.
 */
export type Message =
  | {
      kind: "payment";
      metaId: string;
      event: PaymentEvent;
      /** Null when it was left out (section 6, rule 5) or does not fit: there is nothing to apply, the outcome is fetched */
      outcome: PaymentOutcome | null;
      metaUri: string | null;
      tid: string | null;
      posTid: string | null;
    }
  | {
      kind: "permission";
      metaId: string;
      event: PermissionEvent;
      /** Null as above. Holds tokens: for the vault, never for a log */
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
      /** When it was, by the service's clock, in ms since the epoch; null: the message does not say (G19) */
      sentAt: number | null;
    }
  /** An event that this till does not know: it is acknowledged, so that nobody sends it again, and that is all */
  | { kind: "unknown"; metaId: string; event: string };

/** `because` names the part that does not fit, never its content. */
export type ParsedMessage = { ok: true; message: Message } | { ok: false; because: string };

/** The size of a callback (docs/reliability.md); the receiver cuts earlier, this holds for every other way in. */
export const MAX_CALLBACK_BYTES = 64 * 1024;

/** Reads a callback's body. @returns a message of a known shape, or why there is none */
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
  // Of a scan the object is everything there is (section 6, rule 6): nothing could be fetched in its place.
  const scanned = scan.safeParse(object);
  if (!scanned.success) return { ok: false, because: `object: ${fieldsOf(scanned.error)}` };
  return { ok: true, message: { kind: "scan", metaId, event, scan: scanned.data, sentAt: timeOf(meta) } };
}

/** `meta.timestamp` (G19), which stays the same when the message is sent again. */
function timeOf({ timestamp }: z.output<typeof callbackMessage>["meta"]): number | null {
  return typeof timestamp === "string" ? parseDateTime(timestamp) : null;
}

/**
 * Whether an address that a message names may be fetched (section 6, rule 7; G28): https on its own port, to a host
 * that equals a trusted one or ends in `.` + it, written plainly. Whoever fetches it follows no redirect.
 * @param trustedHosts host names without a port; none means that nothing may be fetched
 */
export function mayFetch(uri: string, trustedHosts: readonly string[]): boolean {
  if (typeof uri !== "string") return false;
  // What a URL parser would silently repair (backslashes, white space, a user's name) is not written plainly.
  if (!/^https:\/\/[A-Za-z0-9.-]+(:443)?(\/[\x21-\x5b\x5d-\x7e]*)?$/.test(uri) || !URL.canParse(uri)) return false;
  const { hostname } = new URL(uri);
  if (!Array.isArray(trustedHosts)) return false;
  return trustedHosts
    .filter((host) => typeof host === "string")
    .map((host) => host.toLowerCase())
    .some((host) => host !== "" && (hostname === host || (hostname.endsWith(`.${host}`) && !isIpAddress(hostname))));
}

/** A host that the URL parser has read as an IPv4 address, in whatever notation it was written. */
function isIpAddress(hostname: string): boolean {
  return /^\d+(\.\d+){3}$/.test(hostname);
}

const claimedId = identifier
  .refine((id) => id !== "." && id !== "..")
  .optional()
  .catch(undefined);
const claimedIds = z.object({ tid: claimedId, pos_tid: claimedId, rid: claimedId });

/** The id in `…/<resource>/<id>/` or `…/<resource>/<id>/outcome/`. */
function idFrom(resource: string, uri: string | null): string | null {
  const [pathname = ""] = (uri ?? "").split(/[?#]/, 1);
  return claimedId.parse(idWithin(resource, pathname.replace(/\/outcome\/?$/, "/")) ?? undefined) ?? null;
}

function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  return (words as readonly string[]).includes(word);
}
