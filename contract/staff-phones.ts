/**
 * A person's account at the service in place of their PIN, by their own phone or in the system's browser: what the till
 * shows while it waits for it. The commands' rows are in `staff-commands.ts`. Of the account the till keeps a digest;
 * it is shown once, to the owner who confirms it.
 */
import type { QrCode } from "./operations.ts";
import type { Reason } from "./reasons.ts";
import type { StaffMember } from "./roles.ts";

/**
 * `code`: it is shown, and no phone has scanned it · `asked`: a phone is asked, or a person in the browser · `confirm`: to
 * be linked, and the owner has to say so · `done`: approved, linked, or known · `refused`: `because` says why · `over`: its time is, or it was used
 */
export type PhoneCheckState = "code" | "asked" | "confirm" | "done" | "refused" | "over";

/** Whose account it is, for the owner who is to confirm it: as the service calls the person, and the end of the number. */
export interface ShownAccount {
  name: string | null;
  /** `•••5090` */
  number: string | null;
}

/** One time that a person's account is asked for: to approve a command, to be linked to a person, or to sign in. */
export interface PhoneCheck {
  id: string;
  purpose: "approve" | "link" | "signIn";
  /** How the person is asked */
  way: "phone" | "browser";
  state: PhoneCheckState;
  /** Null once it was scanned, and where a browser is asked */
  qr: QrCode | null;
  /** Where the window is to send the system's browser; null: it was opened there already, or a phone is asked */
  url: string | null;
  /** When it is over unless something happens before */
  until: string;
  /** Who has approved it, or whose phone it is to be; null: not known yet */
  by: StaffMember | null;
  /** The account that the browser proved, while the owner is to confirm it; never both of its fields null, and never kept */
  account: ShownAccount | null;
  /** Why it was refused */
  because: Reason | null;
}

/** Whether people may sign in with their accounts at the service. @see `staff.account.set` */
export interface AccountSignIn {
  enabled: boolean;
  /** What of switching it off is left to do; null: nothing */
  because: Reason | null;
}

export interface StaffPhoneValues {
  /** Begins to link a person's phone: its code is shown, and the phone asked when it scans that */
  "staff.phone.link": PhoneCheck;
  /** The owner's word for it: their PIN, and the number that stands on the phone that is to be linked */
  "staff.phone.confirm": PhoneCheck;
  /** Whether there was one */
  "staff.phone.unlink": { unlinked: boolean };
  /** The same as `staff.account.signIn`, by the code for a linked phone */
  "staff.phone.signIn": PhoneCheck;
  "staff.phone.get": PhoneCheck;
  "staff.phone.cancel": PhoneCheck;
  /** Begins to ask for an approval; once it is `done`, `staff.approve` takes its id in place of a PIN */
  "staff.approveByPhone": PhoneCheck;
  /** Registers the till with the service as an application, or takes that back */
  "staff.account.set": AccountSignIn;
  /** Begins to link a person's account in the system's browser; `staff.phone.confirm` without a number is the owner's word for the `account` that is shown */
  "staff.account.link": PhoneCheck;
  /** Begins to sign in in the system's browser; once it is `done`, `staff.signIn` takes its id in place of a PIN */
  "staff.account.signIn": PhoneCheck;
}
