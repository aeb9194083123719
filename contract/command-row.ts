/** What stands in a command's row, and the pieces of input schemas that several features share. */
import { z } from "zod";
import { ID_PATTERN, MAX_TID_LENGTH } from "./identifiers.ts";
import { expects } from "./reasons.ts";
import type { Permission } from "./roles.ts";

/** Everything that decides about a command before its handler runs. */
export interface CommandRow {
  /** Checked first, whatever the caller */
  input: z.ZodType;
  /** The right that it takes. None: it only reads, or is about the caller's own session */
  needs?: Permission;
  /**
   * That it works while nobody is signed in where somebody must be: `always`, or only where everybody signs in (`till`),
   * or only for the customers of a `kiosk`. Without it the lock refuses it.
   */
  whileLocked?: "always" | "till" | "kiosk";
  /** Before anybody set the till up there is no owner to ask: anybody at it may call it */
  firstRun?: true;
  /** A manager's or owner's PIN may approve it once, in place */
  approvable?: true;
  /**
   * Windows call it by themselves - when an event comes, a section stays open, the counter presents another payment - or
   * it only reads. No user activity: a till whose windows do no more than this is idle.
   */
  automatic?: true;
  /** It signs in the caller: undone when the page that made the call does not hear of it */
  signsIn?: true;
}

export const noInput = z.strictObject({});
export const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
/** Of a command about one payment, and about nothing more of it. */
export const onePayment = z.strictObject({ posTid });
export const timestamp = z.iso.datetime({ offset: true });
export const pin = z.string().regex(/^\d{4,12}$/, expects("pin_four_digits"));
