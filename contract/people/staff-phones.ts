/** Users' accounts at the service, for sign-in and approval. The till stores only a digest of an account. */
import type { QrCode } from "../calls/operations.ts";
import type { Reason } from "../reasons/reasons.ts";
import type { StaffMember } from "../values/roles.ts";

/**
 * `code`: no phone has scanned it · `asked`: the user is asked · `confirm`: the owner must confirm the link · `done` ·
 * `refused`: see `because` · `over`: expired or used
 */
export type PhoneCheckState = "code" | "asked" | "confirm" | "done" | "refused" | "over";

export interface ShownAccount {
  name: string | null;
  number: string | null;
}

/** A pending request for a user's account: to approve, to link, or to sign in. */
export interface PhoneCheck {
  id: string;
  purpose: "approve" | "link" | "signIn";
  way: "phone" | "browser";
  state: PhoneCheckState;
  qr: QrCode | null;
  /** URL for the system's browser; null: already opened, or a phone is used */
  url: string | null;
  until: string;
  /** Who approved, or whose phone is being linked; null: unknown */
  by: StaffMember | null;
  /** The account to confirm, never stored; at least one of its fields is set */
  account: ShownAccount | null;
  because: Reason | null;
}

/** Sign-in with accounts at the service; see `staff.account.set`. */
export interface AccountSignIn {
  enabled: boolean;
  /** What remains to be done after switching it off; null: nothing */
  because: Reason | null;
}
