/**
 * The refund key: a till that signs in with a secret may hold the key that the service demands for refunds (level KEY,
 * section 5.1) apart, locked until a manager's PIN unlocks it for one refund. Plain types: never a key itself.
 */
import type { StaffRole } from "./roles.ts";

export interface RefundKeyView {
  /** What may be shown of it; null: this till has none */
  key: {
    /** SPKI, PEM: what the service is given, at this till's user */
    publicKeyPem: string;
    /** SHA-256 of the public half (SPKI, DER) in lower-case hex */
    fingerprint: string;
    /** ISO 8601 */
    since: string;
    /** Who made or brought it */
    by: string | null;
  } | null;
  /** Whether refunds are signed with it: false while the till signs everything with a key of its own */
  needed: boolean;
  /** Everybody whose PIN could unlock it, and whether it does: after a PIN set by somebody else it does not any more */
  people: { id: string; name: string; role: StaffRole; unlocks: boolean }[];
  /** The refunds under way for which it is unlocked now, by their operations' ids */
  unlockedFor: string[];
}

export interface RefundKeyValues {
  "refundKey.get": RefundKeyView;
  /** A key made here; the PIN of the owner who asks unlocks it from then on */
  "refundKey.make": RefundKeyView;
  "refundKey.import": RefundKeyView;
  /** Another person's PIN unlocks it, too */
  "refundKey.enrol": RefundKeyView;
  /** Wiped, for good: refused while a refund is under way */
  "refundKey.remove": RefundKeyView;
}
