/**
 * The one table of what can go wrong across the bridge: what happened, whether money moved, and what to do next. It is
 * what screens say in English, too; translations live in the renderer's catalogues under the same codes.
 */
import { inEnglish, type Reason } from "./reasons.ts";
import type { BuiltInRole } from "./roles.ts";

export const ERRORS = {
  invalid_input: {
    happened: "Something that was entered is not right.",
    money: "No money moved.",
    next: "Correct it and try again.",
  },
  not_found: {
    happened: "This payment is not in this till.",
    money: "No money moved.",
    next: "Check the reference, or look on the till that took the payment.",
  },
  not_allowed: {
    happened: "This needs a manager.",
    money: "No money moved.",
    next: "Ask a manager to enter their PIN.",
  },
  illegal_state: {
    happened: "This payment can no longer be changed that way.",
    money: "No money moved.",
    next: "Look at what happened to it.",
  },
  conflict: {
    happened: "Something else changed this at the same time.",
    money: "No money moved by this attempt.",
    next: "Look at it as it is now, then decide again.",
  },
  busy: {
    happened: "Somebody else has the till's screen just now.",
    money: "No money moved.",
    next: "Try again in a moment, or let it wait for its turn.",
  },
  limit: {
    happened: "This is more than the till may take now.",
    money: "No money moved.",
    next: "Take a smaller amount, or wait for the connection.",
  },
  offline: {
    happened: "There is no connection to the payment service.",
    money: "No money moved.",
    next: "Wait for the connection, then try again. A request to a phone number can wait for it in the till.",
  },
  service_refused: {
    happened: "The payment service refused this.",
    money: "No money moved by this attempt.",
    next: "Read the reason, and look at what happened to the payment.",
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
    money: "Being checked: the payment's history says whether money moved.",
    next: "Look at the payment, then try again. If it happens again, give support the error id.",
  },
};

export type ErrorCode = keyof typeof ERRORS;

/** What may succeed later without anything being changed. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["busy", "offline", "locked_out", "internal"]);

/** Who could, where a person may not and a manager may not either, or nobody has signed in. */
export const NEEDS = {
  cashier: { happened: "Somebody has to sign in first.", next: "Sign in with your PIN, then try again." },
  owner: { happened: "This needs the owner.", next: "Ask the owner to enter their PIN." },
};

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
  /** `locked_out`, and a wrong PIN that was one too many: ISO 8601, when the next try is possible */
  until?: string;
  /** Of a wrong PIN: how many more may be tried before the till takes none for a while */
  triesLeft?: number;
  /** `busy`: who has the counter's screen, and since when (ISO 8601) */
  holder?: string;
  since?: string;
  /** A sentence about this very case, in English: of `because`, where main says it */
  reason?: string;
  /** The same as a code, for a screen to say in its own language */
  because?: Reason;
  /** `not_allowed`, `limit`: the least role that may do it or approve it; `cashier`: whoever signs in */
  needs?: BuiltInRole;
}

/** Expected failures are values; nothing is thrown across a boundary. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: TillError };

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failed result with the table's sentence, or a more exact one. */
export function failed(code: ErrorCode, details: ErrorDetails = {}, message?: string): { ok: false; error: TillError } {
  const { happened, money } = ERRORS[code];
  const said = details.because === undefined ? details : { reason: inEnglish(details.because), ...details };
  return {
    ok: false,
    error: {
      code,
      message: message ?? said.reason ?? `${happened} ${money}`,
      retryable: RETRYABLE.has(code),
      details: said,
    },
  };
}

/**
 * A refused right, in words that say whose it is.
 * @param needs the least role that has it; null: nobody's, or nobody knows
 */
export function notAllowed(needs: BuiltInRole | null): { ok: false; error: TillError } {
  if (needs === null) return failed("not_allowed");
  const { happened } = needs === "manager" ? ERRORS.not_allowed : NEEDS[needs];
  return failed("not_allowed", { needs }, `${happened} ${ERRORS.not_allowed.money}`);
}
