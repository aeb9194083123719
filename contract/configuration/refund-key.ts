/**
 * The refund key. A till that authenticates with a secret may store the separate key that the service requires for
 * refunds (level KEY, section 5.1). A manager's PIN unlocks it for one refund.
 */
import type { StaffRole } from "../values/roles.ts";

export interface RefundKeyView {
  key: {
    /** SPKI as PEM, registered for this till's user at the service */
    publicKeyPem: string;
    /** SHA-256 of the SPKI (DER), lower-case hex */
    fingerprint: string;
    /** ISO 8601 */
    since: string;
    by: string | null;
  } | null;
  /** True if refunds are signed with it: false while the till has its own key for everything */
  needed: boolean;
  /** Users whose PIN could unlock it. `unlocks` is false after another user set the PIN */
  people: { id: string; name: string; role: StaffRole; unlocks: boolean }[];
  /** Ids of refund operations in progress for which it is unlocked */
  unlockedFor: string[];
}
