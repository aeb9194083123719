/** Errors raised by the window itself. The main process's texts are not loaded at startup. */
import type { ErrorCode, ErrorDetails, TillError } from "../../../contract/calls/errors.ts";

export interface OwnError extends TillError {
  texts?: "earlier.paid" | "earlier.reserved";
}

/** Same as `failed` of the contract without the English text: screens show the code. */
export function ownFailure(code: ErrorCode, details: ErrorDetails = {}): { ok: false; error: TillError } {
  return { ok: false, error: { code, message: code, retryable: code === "internal", details } };
}
