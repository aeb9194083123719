/** A manager approves one command by PIN or phone; the signed-in user stays signed in. */
import type { CommandInput, CommandValues } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { CommandApproval } from "../kit/context.ts";
import type { Caller } from "./ports.ts";
import type { TillStore } from "./store.ts";

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

/**
 * Awaits the answer to a dialog: closes it, or shows the problem in it. A dialog opened in the meantime stays as it is.
 * @returns the value; null when rejected or already in progress
 */
export async function answerDialog<T>(store: TillStore, asked: Promise<Result<T> | null>): Promise<T | null> {
  store.setState({ managerProblem: null });
  const { dialog } = store.getState();
  const result = await asked;
  if (result === null) return null;
  const isOpen = store.getState().dialog === dialog;
  if (isOpen) store.setState(result.ok ? { dialog: null } : { managerProblem: result.error });
  return result.ok ? result.value : null;
}
