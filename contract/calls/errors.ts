/** Error codes of the bridge, in English; the renderer's catalogues translate them by code. */
import { inEnglish, type Reason } from "../reasons/reasons.ts";
import type { BuiltInRole } from "../values/roles.ts";

export const ERRORS = {
  invalid_input: {
    happened: "Some of the input is not valid.",
    money: "No money moved.",
    next: "Correct it and try again.",
  },
  not_found: {
    happened: "The till could not find this.",
    money: "No money moved.",
    next: "It may have been removed. Check the list, then try again.",
  },
  not_allowed: {
    happened: "This needs a manager.",
    money: "No money moved.",
    next: "Ask a manager to enter their PIN.",
  },
  illegal_state: {
    happened: "This payment can no longer be changed that way.",
    money: "No money moved.",
    next: "Check the payment's history.",
  },
  conflict: {
    happened: "Something else changed this at the same time.",
    money: "No money moved by this attempt.",
    next: "Check the current state, then decide again.",
  },
  busy: {
    happened: "Someone else is using the till's screen.",
    money: "No money moved.",
    next: "Try again in a moment, or wait for your turn.",
  },
  limit: {
    happened: "This is over the till's current limit.",
    money: "No money moved.",
    next: "Stay within the limit, then try again.",
  },
  offline: {
    happened: "There is no connection to the payment service.",
    money: "No money moved.",
    next: "Wait for the connection, then try again. A request to a phone number can wait for it in the till.",
  },
  service_refused: {
    happened: "The payment service refused this.",
    money: "No money moved by this attempt.",
    next: "Read the reason, and check the payment's history.",
  },
  auth_failed: {
    happened: "The payment service does not accept this till's key.",
    money: "No money moved.",
    next: "Ask the owner to check the till's credentials and clock.",
  },
  locked_out: {
    happened: "There were too many wrong PINs.",
    money: "No money moved.",
    next: "Wait until {{time}}, then try again.",
  },
  internal: {
    happened: "The till could not do this.",
    money: "The payment's history shows whether money moved.",
    next: "Check the payment, then try again. If it fails again, give support the error ID.",
  },
};

export type ErrorCode = keyof typeof ERRORS;

const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["busy", "offline", "locked_out", "internal"]);

/** Texts for a missing right: `cashier` when no user is signed in, `owner` when only the owner has the right. */
export const SIGN_IN_TEXTS = {
  cashier: { happened: "No user is signed in.", next: "Sign in with your PIN, then try again." },
  owner: { happened: "This needs the owner.", next: "Ask the owner to enter their PIN." },
};

/** An invalid field, its path (`lines[2].amount`), and the expected value in English and as a code for translation. */
export interface FieldProblem {
  field: string;
  expected: string;
  because?: Reason;
}

export function invalidField(field: string, because: Reason): FieldProblem {
  return { field, expected: inEnglish(because), because };
}

export interface TillError {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  details: ErrorDetails;
}

export interface ErrorDetails {
  fields?: FieldProblem[];
  posTid?: string;
  operationId?: string;
  /** `internal`: the error id in the log */
  errorId?: string;
  /** `locked_out`, or the wrong PIN that caused the lockout: when the next attempt is possible (ISO 8601) */
  until?: string;
  /** After a wrong PIN: attempts left before the lockout */
  triesLeft?: number;
  /** `busy`: who uses the counter, and since when (ISO 8601) */
  holder?: string;
  since?: string;
  /** The specific cause in English; `because` is its code, for translation */
  reason?: string;
  because?: Reason;
  /** `not_allowed`, `limit`: the lowest built-in role that may do or approve it; `cashier`: any signed-in user */
  needs?: BuiltInRole;
}

/** The result of a command. Expected failures are values; commands never throw across a boundary. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: TillError };

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Returns a failed result. The message defaults to `details.reason`, then to the code's own text. */
export function failed(code: ErrorCode, details: ErrorDetails = {}, message?: string): { ok: false; error: TillError } {
  const { happened, money } = ERRORS[code];
  const detailsWithReason =
    details.because === undefined ? details : { reason: inEnglish(details.because), ...details };
  return {
    ok: false,
    error: {
      code,
      message: message ?? detailsWithReason.reason ?? `${happened} ${money}`,
      retryable: RETRYABLE.has(code),
      details: detailsWithReason,
    },
  };
}

/** Returns `not_allowed`. `needs` is the lowest built-in role with the permission; null: no role, or unknown. */
export function notAllowed(needs: BuiltInRole | null): { ok: false; error: TillError } {
  if (needs === null) return failed("not_allowed");
  const { happened } = needs === "manager" ? ERRORS.not_allowed : SIGN_IN_TEXTS[needs];
  return failed("not_allowed", { needs }, `${happened} ${ERRORS.not_allowed.money}`);
}
