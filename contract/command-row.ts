/** What stands in a command's row, and the pieces of input schemas that several features share. */
import { z } from "zod";
import { ID_PATTERN, MAX_TID_LENGTH } from "./identifiers.ts";
import { cleanName, withoutMarks } from "./plain-text.ts";
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
  /** The PIN of a person who has its right may approve it once, in place */
  approvable?: true;
  /**
   * Windows call it by themselves - when an event comes, a section stays open, the counter presents another payment - or
   * it only reads. No user activity: a till whose windows do no more than this is idle.
   */
  automatic?: true;
  /** The page on the customer's own screen may call it, and nothing without it; `alone`: no other window may */
  byCustomer?: true | "alone";
  /** It signs in the caller: undone when the page that made the call does not hear of it */
  signsIn?: true;
  /** A right that some of its inputs take beside: its handler looks at them, and an approver has to have it */
  mayNeed?: Permission;
  /** How large its input may be as JSON, in bytes, where {@link MAX_INPUT_BYTES} is too little */
  maxBytes?: number;
}

/** How large a command's input may be as JSON, in bytes, unless its row says more. */
export const MAX_INPUT_BYTES = 65_536;

export const noInput = z.strictObject({});
export const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
/** Of a command about one payment, and about nothing more of it. */
export const onePayment = z.strictObject({ posTid });
export const presetId = z.string().regex(/^[a-z0-9-]{1,40}$/, expects("field_preset_id"));
export const timestamp = z.iso.datetime({ offset: true });
/** Without control characters, which are commands to a printer, and one of which (NUL) PostgreSQL does not keep. */
const withoutControls = () =>
  z
    .string()
    .trim()
    .regex(/^\P{Cc}*$/u, expects("field_one_line"));
/** One line that is kept as it was written: an identifier, a sentence, a line for the printer. */
export const exactLine = (max: number) => withoutControls().min(1).max(max);
/** A name of provisioning. It is kept as it was written, to be compared with later provisioning, and is cleaned where it is used. */
export const exactName = (max: number) =>
  exactLine(max).refine((text) => cleanName(text) !== "", expects("field_visible_text"));
/**
 * One line that names something, kept as it is seen: {@link cleanName}.
 * @param empty what is expected where there is nothing; else a text of at least one character
 */
export const oneLine = (max: number, empty = expects("field_visible_text")) =>
  withoutControls()
    // A text that is far too long is not worth cleaning.
    .overwrite((text) => (text.length > 4 * max ? text : cleanName(text)))
    .min(1, empty)
    .max(max);
export const pin = z
  .string()
  .overwrite(withoutMarks)
  .regex(/^\d{4,12}$/, expects("pin_four_digits"));

/** Which of several values came before, by their places: for lists in which each may be once. Null is no value. */
export function repeated(values: readonly (string | null)[]): number[] {
  return values.flatMap((value, index) => (value !== null && values.indexOf(value) < index ? [index] : []));
}
