/** Input size limits of every carrier, and the errors beyond them. */
import type { ErrorCode } from "../../contract/errors.ts";

/** The contract: 413 over 64 KiB, or the same error where there is no HTTP. */
export const MAX_INPUT_BYTES = 65_536;

export const NOT_JSON = ["invalid_input", "The body is not JSON."] as const satisfies [ErrorCode, string];
export const TOO_LARGE = ["invalid_input", "The body is larger than 64 KiB."] as const satisfies [ErrorCode, string];

/** What is wrong with an input before anybody looks at what it says; null when nothing is. */
export function inputProblem(input: unknown): typeof NOT_JSON | typeof TOO_LARGE | null {
  try {
    return Buffer.byteLength(JSON.stringify(input) ?? "") > MAX_INPUT_BYTES ? TOO_LARGE : null;
  } catch {
    // What Electron copies between processes may go in circles, or be no JSON at all.
    return NOT_JSON;
  }
}
