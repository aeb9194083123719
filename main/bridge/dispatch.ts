/** One door for every caller: name → schema → role → handler → Result. Carriers add nothing to it. */

import { randomUUID } from "node:crypto";
import { COMMAND_INPUTS, type CommandInput, type CommandName, type CommandValues } from "../../contract/commands.ts";
import { failed, notAllowed, type Result } from "../../contract/errors.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { StaffRole } from "../../contract/roles.ts";
import type { Log } from "../lib/log.ts";
import { explainStorageError } from "../storage/database/failure.ts";
import { fieldProblems } from "./fields.ts";

/** What main offers: a plain function for every command, given an input that its schema has passed. */
export type CommandHandlers = {
  [N in CommandName]: (input: CommandInput<N>) => Result<CommandValues[N]> | Promise<Result<CommandValues[N]>>;
};

/** What a command is answered with that comes while the till starts again. */
export const STARTING = reasonFor("till_starting");

/** The name is not in the contract: a carrier says so in its own way (HTTP: 404). */
export interface UnknownCommand {
  unknownCommand: true;
}

/** @param isHeard asked once there is an answer: whether the window that called is still there to hear it */
export type Dispatch = (
  name: string,
  input: unknown,
  isHeard?: () => boolean,
) => Promise<Result<unknown> | UnknownCommand>;

export interface DispatchPorts {
  handlers: CommandHandlers;
  /** Whether whoever is at the till now may call a command: asked anew at every command */
  may: (command: CommandName) => boolean;
  /** The least role that may, for the words of the refusal; null: none may */
  needs?: (command: CommandName) => StaffRole | null;
  /** Signs out whoever was signed in by a command that no window heard the answer of */
  undoSignIn(): void;
  log: Log;
}

/** Each signs in whoever calls it: the page that made the call shows so. */
const SIGNS_IN: ReadonlySet<CommandName> = new Set(["staff.signIn", "staff.claimOwner"]);

/**
 * Makes the function that every carrier calls. It never throws and never rejects: what a caller did wrong is
 * `invalid_input` with each field, a missing role `not_allowed`, and an exception of ours `internal` with an id that
 * the log has too. The exception's own text stays in the log: it may hold anything.
 */
export function createDispatch({ log, undoSignIn, ...commands }: DispatchPorts): Dispatch {
  return async (name, input, isHeard = () => true) => {
    if (!isCommandName(name)) return { unknownCommand: true };
    try {
      const result = await runCommand(commands, name, input === undefined ? {} : input);
      // The page that comes back knows nothing of it, and would leave them signed in behind a screen that asks nobody.
      // Whoever was signed in before has made room for them, and is asked again like anybody.
      if (SIGNS_IN.has(name) && result.ok && !isHeard()) undoSignIn();
      return result;
    } catch (error) {
      const errorId = randomUUID();
      log.error({ errorId, command: name, err: error }, "a command failed unexpectedly");
      // A disk that does not take it is a person's to mend: they are told, in our words.
      const because = explainStorageError(error);
      return failed("internal", because === null ? { errorId } : { errorId, because });
    }
  };
}

/** Whether a result says that the command does not exist. */
export function isUnknownCommand(result: Result<unknown> | UnknownCommand): result is UnknownCommand {
  return "unknownCommand" in result;
}

/** Checks an input and the rights of whoever acts, and runs the command. @throws whatever the handler throws */
export async function runCommand<N extends CommandName>(
  { handlers, may, needs }: Omit<DispatchPorts, "log" | "undoSignIn">,
  name: N,
  input: unknown,
): Promise<Result<CommandValues[N]>> {
  const checked = COMMAND_INPUTS[name].safeParse(input);
  if (!checked.success) return failed("invalid_input", { fields: fieldProblems(checked.error) });
  if (!may(name)) return notAllowed(needs?.(name) ?? null);
  // The schema of this very name produced the data; the compiler cannot follow that through the index.
  return await handlers[name](checked.data as CommandInput<N>);
}

/** Own names only: `constructor` and `__proto__` are no commands. */
function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMAND_INPUTS, name);
}
