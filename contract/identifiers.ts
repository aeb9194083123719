/** Identifiers of the specification (sections 2.1, 2.3, 8) as patterns and limits, and which addresses are this machine's. */

/** `pos_tid`, `tid`, `capture_id`, `refund_id`: section 2.3 and G8. */
export const ID_PATTERN = /^[a-zA-Z0-9_.-]+$/;
/** The ids that the till makes for captures and refunds: random enough that nobody makes one twice. */
export const REFUND_ID_PATTERN = /^[0-9A-Z]{20}$/;
export const MAX_TID_LENGTH = 64;
export const MAX_POS_LENGTH = 100;

/**
 * Whether a payment or a permission request can carry this POS's id. A POS may be called anything of up to 100
 * characters (2.1), but what refers to it is held to 64 and an alphabet (2.4, section 8), by some services in payments too.
 */
export function isCarriedPosId(id: string): boolean {
  return id.length <= MAX_TID_LENGTH && ID_PATTERN.test(id);
}

/** What a point of sale may be (2.1). */
export const POS_TYPES = ["store", "webshop", "mobile", "vending", "poster"] as const;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL's host is this machine: the one place where plain HTTP may be spoken. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.has(url.hostname) || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** A phone number in international form, digits only, without `+` or `00` (G3). E.164 allows 15 digits. */
export const PHONE_PATTERN = /^[1-9]\d{6,14}$/;

/** A scan token (G3). */
export const TOKEN_PATTERN = /^token:\S{1,240}$/;

/** A customer of whom the till knows a token and no number. */
export const SOME_CUSTOMER = "•••";

/** A customer identifier as screens, logs and receipts may show it: `•••5090`. A token says nothing to anybody: `•••`. */
export function maskCustomer(identifier: string): string {
  return PHONE_PATTERN.test(identifier) ? SOME_CUSTOMER + identifier.slice(-4) : SOME_CUSTOMER;
}
