/** Input size limits of every transport, and their errors: 413, or the same error without HTTP. */

import { COMMANDS, type CommandName, commandRow } from "../../contract/bridge/commands.ts";
import { MAX_INPUT_BYTES } from "../../contract/calls/command-row.ts";
import type { ErrorCode } from "../../contract/calls/errors.ts";

export const NOT_JSON = ["invalid_input", "The body is not JSON. No money moved."] as const satisfies [
  ErrorCode,
  string,
];

export const LARGE_INPUTS: readonly { command: CommandName; maxBytes: number }[] = (
  Object.keys(COMMANDS) as CommandName[]
).flatMap((command) => {
  const { maxBytes } = commandRow(command);
  return maxBytes === undefined ? [] : [{ command, maxBytes }];
});

export function tooLarge(maxBytes: number): [ErrorCode, string] {
  return ["invalid_input", `The body is larger than ${maxBytes / 1024} KiB.`];
}

/** Returns the error of an input that is too large or not JSON, else null. */
export function inputProblem(command: string, input: unknown): readonly [ErrorCode, string] | null {
  const maxBytes = LARGE_INPUTS.find((row) => row.command === command)?.maxBytes ?? MAX_INPUT_BYTES;
  try {
    return Buffer.byteLength(JSON.stringify(input) ?? "") > maxBytes ? tooLarge(maxBytes) : null;
  } catch {
    // Values copied by Electron may have cycles or be no JSON.
    return NOT_JSON;
  }
}
