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

export interface StaffPhoneValues {
  /** Starts linking a phone: shows a code for it to scan */
  "staff.phone.link": PhoneCheck;
  /** Confirms the link with the owner's PIN and the number shown on the phone */
  "staff.phone.confirm": PhoneCheck;
  /** False if no phone was linked */
  "staff.phone.unlink": { unlinked: boolean };
  /** Like `staff.account.signIn`, with a code for a linked phone */
  "staff.phone.signIn": PhoneCheck;
  "staff.phone.get": PhoneCheck;
  "staff.phone.cancel": PhoneCheck;
  /** Requests an approval. When `done`, `staff.approve` accepts its id instead of a PIN */
  "staff.approveByPhone": PhoneCheck;
  /** Registers the till as an application at the service, or removes the registration */
  "staff.account.set": AccountSignIn;
  /**
   * Starts linking an account in the system's browser; the owner confirms with `staff.phone.confirm`, without a number
   */
  "staff.account.link": PhoneCheck;
  /** Starts a sign-in in the system's browser. When `done`, `staff.signIn` accepts its id instead of a PIN */
  "staff.account.signIn": PhoneCheck;
}
