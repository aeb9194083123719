/** A manager approves one command by PIN or phone; the signed-in user stays signed in. */
import type { CommandInput, CommandValues } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { CommandApproval } from "../kit/context.ts";
import type { Caller } from "./ports.ts";

type Approvable = CommandInput<"staff.approve">["command"];

/**
 * Calls a command once, with an approval if one is given.
 * @param approval null when the signed-in user has the permission
 * @returns the result, or the PIN's error; null when the command is already in progress
 */
export async function asManager<N extends Approvable>(
  caller: Caller,
  approval: CommandApproval,
  { key, command, input }: { key: string; command: N; input: CommandInput<N> },
): Promise<Result<CommandValues[N]> | null> {
  if (approval === null) return caller.callExclusive(key, command, input);
  const by = typeof approval === "string" ? { pin: approval } : approval;
  const result = await caller.callExclusive(key, "staff.approve", { ...by, command, input });
  // The value is that of the approved command: the main process ran it by name.
  return result?.ok ? { ok: true, value: result.value.value as CommandValues[N] } : result;
}
