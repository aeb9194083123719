/** A manager's approval of one command: their PIN, or their phone, approves it in place, and the signed-in user stays so. */
import type { CommandInput, CommandValues } from "../../contract/commands.ts";
import type { Result } from "../../contract/errors.ts";
import type { Leave } from "../kit/context.ts";
import type { Caller } from "./ports.ts";

type Approvable = CommandInput<"staff.approve">["command"];

/**
 * Calls a command once, approved by a PIN or a phone where one is given.
 * @param leave null when the signed-in user may do it
 * @returns what the command came to, or why the PIN was not taken; null when the command is under way already
 */
export async function asManager<N extends Approvable>(
  caller: Caller,
  leave: Leave,
  { key, command, input }: { key: string; command: N; input: CommandInput<N> },
): Promise<Result<CommandValues[N]> | null> {
  if (leave === null) return caller.once(key, command, input);
  const by = typeof leave === "string" ? { pin: leave } : leave;
  const result = await caller.once(key, "staff.approve", { ...by, command, input });
  // What was approved is the value of that very command: main ran it by its name.
  return result?.ok ? { ok: true, value: result.value.value as CommandValues[N] } : result;
}
