/** The fields of a command's row, and input schemas that several features share. */
import { z } from "zod";
import { expectedReason } from "../reasons/reasons.ts";
import { ID_PATTERN, MAX_TID_LENGTH, PHONE_PATTERN, TOKEN_PATTERN } from "../values/identifiers.ts";
import { isPossiblePhone } from "../values/phones.ts";
import { cleanName, stripInvisible } from "../values/plain-text.ts";
import type { Permission } from "../values/roles.ts";

/** The type of a command's value. `examples` is always empty: the shape exists only for the compiler. */
export interface Shape<Value> {
  examples: readonly Value[];
}

export const shape = <Value>(): Shape<Value> => ({ examples: [] });

/** Declares a command: its input, its value, and every condition that is checked before its handler runs. */
export interface CommandRow {
  input: z.ZodType;
  returns: Shape<unknown>;
  /**
   * The required permission; `signed_in`: any signed-in user. Absent: every caller that the lock lets through, also while
   * no user is signed in
   */
  needs?: Permission | "signed_in";
  /** While the till is locked: `always`, `till` (where all users sign in) or `kiosk` (customers). Absent: refused */
  whileLocked?: "always" | "till" | "kiosk";
  /**
   * While the till is locked: only about a payment that is on the screen (`visible`: or was until the next one), and the
   * returned payment is reduced to what its customer may see. For commands about one `posTid` that return a payment.
   * `reduced`: the handler leaves out what a locked till hides
   */
  lockedTo?: "on_screen" | "visible" | "reduced";
  /** A kiosk that is out of service refuses the call. `but_dispenser`: the handler checks the machine itself */
  inService?: "required" | "but_dispenser";
  /** Calls at the same moment share one disk write. For handlers that answer without waiting */
  sharesCommit?: true;
  /** Any caller may use the command before the till is set up, when there is no owner yet */
  firstRun?: true;
  /** A user who has the permission may approve one call by entering their PIN */
  approvable?: true;
  /** Read-only, or called by windows without user input. Such calls do not reset the idle timeout */
  automatic?: true;
  /** The customer display may call the command, and only commands with this flag; `alone`: no other window may */
  byCustomer?: true | "alone";
  /** Signs the caller in. The sign-in is undone when the page that made the call does not receive the result */
  signsIn?: true;
  /** An additional permission that some inputs require. The handler checks it, and an approver must have it */
  mayNeed?: Permission;
  /** Maximum size of the input as JSON, in bytes; default {@link MAX_INPUT_BYTES} */
  maxBytes?: number;
}

export const MAX_INPUT_BYTES = 65_536;

export const noInput = z.strictObject({});
export const posTid = z.string().min(1).max(MAX_TID_LENGTH).regex(ID_PATTERN);
export const paymentIdInput = z.strictObject({ posTid });
export const presetId = z.string().regex(/^[a-z0-9-]{1,40}$/, expectedReason("field_preset_id"));
export const timestamp = z.iso.datetime({ offset: true });
/** Rejects control characters: a printer executes them as commands, and PostgreSQL cannot store NUL. */
const withoutControlCharacters = () =>
  z
    .string()
    .trim()
    .regex(/^\P{Cc}*$/u, expectedReason("field_one_line"));
/** One line of text, stored exactly as entered: an identifier, a sentence, a line for the printer. */
export const exactLine = (max: number) => withoutControlCharacters().min(1).max(max);
/** A name in the provisioning file, stored as written to allow comparison with later provisioning; cleaned on use. */
export const exactName = (max: number) =>
  exactLine(max).refine((text) => cleanName(text) !== "", expectedReason("field_visible_text"));
/** A one-line name, stored in its cleaned form ({@link cleanName}). `empty` is the message for an empty name. */
export const oneLine = (max: number, empty = expectedReason("field_visible_text")) =>
  withoutControlCharacters()
    // Text far above the limit is rejected below, so cleaning is skipped.
    .overwrite((text) => (text.length > 4 * max ? text : cleanName(text)))
    .min(1, empty)
    .max(max);
export const pin = z
  .string()
  .overwrite(stripInvisible)
  .regex(/^\d{4,12}$/, expectedReason("pin_four_digits"));

/** The customer to charge: a phone number (G3), an access or scan token, or text scanned from the customer's phone. */
export const customerInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("phone"),
    value: z
      .string()
      .overwrite(stripInvisible)
      .regex(PHONE_PATTERN, expectedReason("field_phone"))
      .refine((value) => !PHONE_PATTERN.test(value) || isPossiblePhone(value), {
        error: expectedReason("field_phone_possible"),
      }),
  }),
  z.strictObject({
    kind: z.literal("token"),
    value: z.string().min(1).max(4096).regex(/^\S+$/, expectedReason("field_no_spaces")),
  }),
  z.strictObject({
    kind: z.literal("scan"),
    value: z.string().regex(TOKEN_PATTERN, expectedReason("field_scan_token")),
  }),
  /** The customer who granted this permission (`posTid`); the token never leaves the main process */
  z.strictObject({ kind: z.literal("permission"), value: posTid }),
]);
export type CustomerInput = z.output<typeof customerInput>;

/** The caller's idempotency key: the same reference and content return the same payment. */
export const paymentReference = z.string().regex(/^[\x20-\x7e]{1,64}$/, expectedReason("field_printable"));

/** Returns the indexes of values that already occurred earlier in the list. Nulls are ignored. */
export function duplicateIndexes(values: readonly (string | null)[]): number[] {
  return values.flatMap((value, index) => (value !== null && values.indexOf(value) < index ? [index] : []));
}
