/** A failure that the window itself says: main's sentences, and its English ones, are not here at the start. */
import type { ErrorCode, ErrorDetails, TillError } from "../../../contract/errors.ts";

/** The same as `failed` of the contract, but for its English words: screens say the code. */
export function ownFailure(code: ErrorCode, details: ErrorDetails = {}): { ok: false; error: TillError } {
  return { ok: false, error: { code, message: code, retryable: code === "internal", details } };
}
