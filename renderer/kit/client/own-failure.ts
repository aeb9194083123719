/** A failure that the window itself says: main's sentences, and its English ones, are not here at the start. */
import type { ErrorCode, ErrorDetails, TillError } from "../../../contract/errors.ts";

/** A failure that may have texts of its own in place of those of its code. */
export interface OwnError extends TillError {
  texts?: "earlier.paid" | "earlier.reserved";
}

/** The same as `failed` of the contract, but for its English words: screens say the code. */
export function ownFailure(code: ErrorCode, details: ErrorDetails = {}): { ok: false; error: TillError } {
  return { ok: false, error: { code, message: code, retryable: code === "internal", details } };
}
