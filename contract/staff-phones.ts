/**
 * A person's own phone in place of their PIN: what the till shows while it waits for one. The commands' rows are in
 * `staff-commands.ts`. Of the person's account at the service the till keeps a digest, and shows nothing.
 */
import type { QrCode } from "./operations.ts";
import type { Reason } from "./reasons.ts";
import type { StaffMember } from "./roles.ts";

/**
 * `code`: it is shown, and no phone has scanned it · `asked`: a phone is asked · `confirm`: to be linked, and the owner
 * has to say so · `done`: approved, or linked · `refused`: `because` says why · `over`: its time is, or it was used
 */
export type PhoneCheckState = "code" | "asked" | "confirm" | "done" | "refused" | "over";

/** One time that a phone is asked: to approve a command, or to be linked to a person. */
export interface PhoneCheck {
  id: string;
  purpose: "approve" | "link";
  state: PhoneCheckState;
  /** Null once it was scanned */
  qr: QrCode | null;
  /** When it is over unless something happens before */
  until: string;
  /** Who has approved it, or whose phone it is to be; null: not known yet */
  by: StaffMember | null;
  /** Why it was refused */
  because: Reason | null;
}

export interface StaffPhoneValues {
  /** Begins to link a person's phone: its code is shown, and the phone asked when it scans that */
  "staff.phone.link": PhoneCheck;
  /** The owner's word for it: their PIN, and the number that stands on the phone that is to be linked */
  "staff.phone.confirm": PhoneCheck;
  /** Whether there was one */
  "staff.phone.unlink": { unlinked: boolean };
  "staff.phone.get": PhoneCheck;
  "staff.phone.cancel": PhoneCheck;
  /** Begins to ask for an approval; once it is `done`, `staff.approve` takes its id in place of a PIN */
  "staff.approveByPhone": PhoneCheck;
}
