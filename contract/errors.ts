/**
 * The one table of what can go wrong across the bridge. `staff` says what happened and whether money moved, `next`
 * what to do. Translations of these sentences live in the renderer's catalogues under the same codes.
 */
import { inEnglish, type Reason } from "./reasons.ts";
import type { StaffRole } from "./roles.ts";

export interface ErrorEntry {
  /** Whether the same call may succeed later without anything being changed. */
  retryable: boolean;
  staff: string;
  next: string;
}

export const ERRORS = {
  invalid_input: {
    retryable: false,
    staff: "Something that was entered is not right. No money moved.",
    next: "Correct the marked field and try again.",
  },
  not_found: {
    retryable: false,
    staff: "This payment is not in this till. No money moved.",
    next: "Check the reference, or look on the till that took the payment.",
  },
  not_allowed: {
    retryable: false,
    staff: "This needs a manager. No money moved.",
    next: "Ask a manager to enter their PIN.",
  },
  illegal_state: {
    retryable: false,
    staff: "This payment can no longer be changed that way. No money moved.",
    next: "Look at its timeline.",
  },
  conflict: {
    retryable: false,
    staff: "Something else changed this at the same time. No money moved by this attempt.",
    next: "Look at the payment as it is now, then decide again.",
  },
  limit: {
    retryable: false,
    staff: "The amount is over the limit. No money moved.",
    next: "Use a smaller amount, or ask a manager.",
  },
  offline: {
    retryable: true,
    staff: "There is no connection to the payment service. No money moved.",
    next: "Wait for the connection, then try again.",
  },
  service_refused: {
    retryable: false,
    staff: "The payment service refused this. No money moved by this attempt.",
    next: "Read the reason, and look at the payment's timeline.",
  },
  auth_failed: {
    retryable: false,
    staff: "The payment service does not accept this till's key. No money moved.",
    next: "Ask the owner to check the till's credentials and clock.",
  },
  locked_out: {
    retryable: true,
    staff: "Too many wrong PINs. No money moved.",
    next: "Wait until the time shown, then try again.",
  },
  internal: {
    retryable: true,
    staff: "The till could not do this. Whether money moved is in the payment's timeline.",
    next: "Look at the payment, then try again. If it happens again, give support the error id.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** One field that was wrong: where it is (`service.auth.secret`, `lines[2].amount`) and what was expected there. */
export interface FieldProblem {
  field: string;
  /** In English */
  expected: string;
  /** The same as a code, for a screen to say in its own language */
  because?: Reason;
}

/** A wrong field, in words that every language has. */
export function wrongField(field: string, because: Reason): FieldProblem {
  return { field, expected: inEnglish(because), because };
}

/** What a failed command carries across a boundary: plain data, safe to show and to log. */
export interface TillError {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  details: ErrorDetails;
}

export interface ErrorDetails {
  /** `invalid_input`: every field that was wrong */
  fields?: FieldProblem[];
  posTid?: string;
  operationId?: string;
  /** `internal`: the id under which the log has the cause */
  errorId?: string;
  /** `locked_out`: ISO 8601, when the next try is possible */
  until?: string;
  /** A sentence about this very case, in English: of `because`, where main says it */
  reason?: string;
  /** The same as a code, for a screen to say in its own language */
  because?: Reason;
  /** `not_allowed`, `limit`: the least role that may do it or approve it; `cashier`: whoever signs in */
  needs?: StaffRole;
}

/** Who could, for a person who may not. */
const NEEDED: Readonly<Record<StaffRole, string>> = {
  cashier: "Somebody has to sign in first. No money moved.",
  manager: ERRORS.not_allowed.staff,
  owner: "This needs the owner. No money moved.",
};

/** Expected failures are values; nothing is thrown across a boundary. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: TillError };

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failed result with the table's sentence, or a more exact one. */
export function failed(code: ErrorCode, details: ErrorDetails = {}, message?: string): { ok: false; error: TillError } {
  const entry = ERRORS[code];
  const said = details.because === undefined ? details : { reason: inEnglish(details.because), ...details };
  return {
    ok: false,
    error: { code, message: message ?? said.reason ?? entry.staff, retryable: entry.retryable, details: said },
  };
}

/**
 * A refused right, in words that say whose it is.
 * @param needs the least role that has it; null: nobody's, or nobody knows
 */
export function notAllowed(needs: StaffRole | null): { ok: false; error: TillError } {
  return needs === null ? failed("not_allowed") : failed("not_allowed", { needs }, NEEDED[needs]);
}
