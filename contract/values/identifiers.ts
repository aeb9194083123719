/** `pos_tid`, `tid`, `capture_id`, `refund_id` (2.3, G8). */
export const ID_PATTERN = /^[a-zA-Z0-9_.-]+$/;
/** Capture and refund ids made by the till: random enough to be unique across tills. */
export const REFUND_ID_PATTERN = /^[0-9A-Z]{20}$/;
export const MAX_TID_LENGTH = 64;
export const MAX_POS_LENGTH = 100;

/**
 * Checks whether payments can carry this POS id. POS ids have up to 100 characters (2.1), but references to them are
 * limited to 64 characters of `ID_PATTERN` (2.4, section 8; in some services also for payments).
 */
export function canPaymentsCarryPosId(id: string): boolean {
  return id.length <= MAX_TID_LENGTH && ID_PATTERN.test(id);
}

export const POS_TYPES = ["store", "webshop", "mobile", "vending", "poster"] as const;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Checks whether a URL points to this machine. Plain HTTP is allowed only there. */
export function isLoopback(url: URL): boolean {
  return LOOPBACK.has(url.hostname) || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** A phone number in international form, digits only, without `+` or `00` (G3). E.164 allows 15 digits. */
export const PHONE_PATTERN = /^[1-9]\d{6,14}$/;

export const TOKEN_PATTERN = /^token:\S{1,240}$/;

export const MASKED_CUSTOMER = "•••";

/** Masks a customer for screens, logs and receipts: `•••5090` for a phone number, `•••` for a token. */
export function maskCustomer(identifier: string): string {
  return PHONE_PATTERN.test(identifier) ? MASKED_CUSTOMER + identifier.slice(-4) : MASKED_CUSTOMER;
}
