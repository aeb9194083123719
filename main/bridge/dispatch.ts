/** The command dispatcher, one for every caller: name → schema → actor → right → lock → touch → handler. Carriers add nothing to it. */

import { randomUUID } from "node:crypto";
import { COMMANDS, type CommandInput, type CommandName, type CommandValues, rowOf } from "../../contract/commands.ts";
import { done, failed, notAllowed, type Result } from "../../contract/errors.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { Log } from "../lib/log.ts";
import { explainStorageError } from "../storage/database/failure.ts";
import { fieldProblems } from "./fields.ts";
import { type Access, mayCall, roleNeeded } from "./rights.ts";

/** What main offers: a plain function for every command, given an input that its schema has passed. */
export type CommandHandlers = {
  [N in CommandName]: (input: CommandInput<N>) => Result<CommandValues[N]> | Promise<Result<CommandValues[N]>>;
};

/** What a command is answered with that comes while the till starts again. */
export const STARTING = reasonFor("till_starting");

const CUSTOMERS_ALONE = "Only the customer's own screen answers what it asks. Nothing was answered.";

/** The name is not in the contract: a carrier says so in its own way (HTTP: 404). */
export interface UnknownCommand {
  unknownCommand: true;
}

/** The window that calls a command. */
export interface Caller {
  /** Asked once there is an answer: whether it is still there to hear it */
  isHeard?(): boolean;
  /** It is the customer's own screen, and not the till's window */
  isCustomers?: boolean;
}

export type Dispatch = (name: string, input: unknown, caller?: Caller) => Promise<Result<unknown> | UnknownCommand>;

/** What a command's steps go by. */
export interface CommandPorts {
  /** Runs a command as the calling user, to its end */
  begin<T>(act: () => T): T;
  handlers: CommandHandlers;
  /** Who acts, and what they may do: read anew for every command */
  access(): Access;
  /** Told of user activity */
  touch(): void;
}

export interface DispatchPorts extends CommandPorts {
  /** Signs a user out again whose sign-in no window has heard the answer of */
  undoSignIn(): void;
  log: Log;
}

/**
 * Makes the function that every carrier calls. It never throws and never rejects: what a caller did wrong is
 * `invalid_input` with each field, a missing role `not_allowed`, and an exception of ours `internal` with an id that
 * the log has too. The exception's own text stays in the log: it may hold anything.
 */
export function createDispatch({ log, undoSignIn, ...commands }: DispatchPorts): Dispatch {
  return async (name, input, { isHeard = () => true, isCustomers = false } = {}) => {
    if (!isCommandName(name)) return { unknownCommand: true };
    if (rowOf(name).byCustomer === "alone" && !isCustomers) return failed("not_allowed", {}, CUSTOMERS_ALONE);
    try {
      const result = await runCommand(commands, name, input === undefined ? {} : input);
      // The page that comes back knows nothing of it, and would leave them signed in behind a screen that asks nobody.
      // The previous user was signed out for them, and has to sign in again.
      if (rowOf(name).signsIn && result.ok && !isHeard()) undoSignIn();
      return result;
    } catch (error) {
      const errorId = randomUUID();
      log.error({ errorId, command: name, err: error }, "a command failed unexpectedly");
      // A disk that does not take it is a problem that an operator can solve: they are told, in our words.
      const because = explainStorageError(error);
      return failed("internal", because === null ? { errorId } : { errorId, because });
    }
  };
}

/** Whether a result says that the command does not exist. */
export function isUnknownCommand(result: Result<unknown> | UnknownCommand): result is UnknownCommand {
  return "unknownCommand" in result;
}

/**
 * Runs a command by its row, in this order: its schema; as the calling user, their right and the lock; the
 * user's activity; its handler. @throws whatever the handler throws
 */
export async function runCommand<N extends CommandName>(
  ports: CommandPorts,
  name: N,
  input: unknown,
): Promise<Result<CommandValues[N]>> {
  const checked = checkInput(name, input);
  if (!checked.ok) return checked;
  return await ports.begin(() => {
    const access = ports.access();
    if (!mayCall(name, access)) return notAllowed(roleNeeded(name, access));
    if (!rowOf(name).automatic) ports.touch();
    return ports.handlers[name](checked.value);
  });
}

/** The input as its handler gets it, or each field that is wrong. */
export function checkInput<N extends CommandName>(name: N, input: unknown): Result<CommandInput<N>> {
  const checked = COMMANDS[name].input.safeParse(input);
  if (!checked.success) return failed("invalid_input", { fields: fieldProblems(checked.error) });
  // The schema of this very name produced the data; the compiler cannot follow that through the index.
  return done(checked.data as CommandInput<N>);
}

/** Own names only: `constructor` and `__proto__` are no commands. */
function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
