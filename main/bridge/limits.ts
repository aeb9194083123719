/** Input size limits of every carrier, and the errors beyond them: 413, or the same error where there is no HTTP. */
import { MAX_INPUT_BYTES } from "../../contract/command-row.ts";
import { COMMANDS, type CommandName, rowOf } from "../../contract/commands.ts";
import type { ErrorCode } from "../../contract/errors.ts";

export const NOT_JSON = ["invalid_input", "The body is not JSON. No money moved."] as const satisfies [
  ErrorCode,
  string,
];

/** The commands whose inputs may be larger than others', with how large, in bytes. */
export const LARGE_INPUTS: readonly { command: CommandName; maxBytes: number }[] = (
  Object.keys(COMMANDS) as CommandName[]
).flatMap((command) => {
  const { maxBytes } = rowOf(command);
  return maxBytes === undefined ? [] : [{ command, maxBytes }];
});

/** @param maxBytes what would have been taken */
export function tooLarge(maxBytes: number): [ErrorCode, string] {
  return ["invalid_input", `The body is larger than ${maxBytes / 1024} KiB.`];
}

/** What is wrong with an input before anybody looks at what it says; null when nothing is. */
export function inputProblem(command: string, input: unknown): readonly [ErrorCode, string] | null {
  const maxBytes = LARGE_INPUTS.find((row) => row.command === command)?.maxBytes ?? MAX_INPUT_BYTES;
  try {
    return Buffer.byteLength(JSON.stringify(input) ?? "") > maxBytes ? tooLarge(maxBytes) : null;
  } catch {
    // What Electron copies between processes may go in circles, or be no JSON at all.
    return NOT_JSON;
  }
}
