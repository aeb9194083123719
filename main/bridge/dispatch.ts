/** The command dispatcher for every caller: name → schema → actor → right → lock → activity → conditions → handler. */

import { randomUUID } from "node:crypto";
import {
  COMMANDS,
  type CommandInput,
  type CommandName,
  type CommandValues,
  commandRow,
} from "../../contract/bridge/commands.ts";
import type { CommandRow } from "../../contract/calls/command-row.ts";
import { done, failed, notAllowed, type Result } from "../../contract/calls/errors.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { Log } from "../lib/log.ts";
import { explainStorageError } from "../storage/database/failure.ts";
import { fieldProblems } from "./fields.ts";
import type { Visibility } from "./locked-events.ts";
import { type Access, lowestRoleFor, mayCall } from "./rights.ts";

/** What the acting user may see: for handlers that reduce their own answer while the till is locked. */
type VisibilityFor<N extends CommandName> = (typeof COMMANDS)[N] extends { lockedTo: "reduced" }
  ? [seen: Visibility]
  : [];

export type CommandHandlers = {
  [N in CommandName]: (
    input: CommandInput<N>,
    ...seen: VisibilityFor<N>
  ) => Result<CommandValues[N]> | Promise<Result<CommandValues[N]>>;
};

/** Runs a handler if the row's conditions that depend on the running till are met, else returns the refusal. */
export type Conditions = (
  row: CommandRow,
  input: object,
  run: () => Result<unknown> | Promise<Result<unknown>>,
) => Promise<Result<unknown>>;

/** The error for commands that arrive during a restart. */
export const STARTING = reasonFor("till_starting");

const CUSTOMER_DISPLAY_ONLY = "Only the customer screen can send this command. Nothing was changed.";

/** The name is not in the contract; HTTP answers 404. */
export interface UnknownCommand {
  unknownCommand: true;
}

export interface Caller {
  /** Checked after the command: whether the caller can still receive the response */
  canReceive?(): boolean;
  isCustomerDisplay?: boolean;
}

export type Dispatch = (name: string, input: unknown, caller?: Caller) => Promise<Result<unknown> | UnknownCommand>;

export interface CommandPorts {
  begin<T>(act: () => T): T;
  handlers: CommandHandlers;
  access(): Access;
  conditions: Conditions;
  /** What the acting user may see */
  seen: Visibility;
  touch(): void;
}

export interface DispatchPorts extends CommandPorts {
  /** Reverts a sign-in whose response no window received */
  undoSignIn(): void;
  log: Log;
}

/**
 * Creates the function that every transport calls. It never throws or rejects. Unexpected exceptions become `internal`
 * with an id that is also in the log; their text stays in the log.
 */
export function createDispatch({ log, undoSignIn, ...commands }: DispatchPorts): Dispatch {
  return async (name, input, { canReceive = () => true, isCustomerDisplay = false } = {}) => {
    if (!isCommandName(name)) return { unknownCommand: true };
    if (commandRow(name).byCustomer === "alone" && !isCustomerDisplay)
      return failed("not_allowed", {}, CUSTOMER_DISPLAY_ONLY);
    try {
      const result = await runCommand(commands, name, input === undefined ? {} : input);
      // A reloaded page does not know of this sign-in, so the user would stay signed in behind the sign-in screen.
      if (commandRow(name).signsIn && result.ok && !canReceive()) undoSignIn();
      return result;
    } catch (error) {
      const errorId = randomUUID();
      log.error({ errorId, command: name, err: error }, "a command failed unexpectedly");
      // Disk errors get a message, because an operator can fix them.
      const because = explainStorageError(error);
      return failed("internal", because === null ? { errorId } : { errorId, because });
    }
  };
}

export function isUnknownCommand(result: Result<unknown> | UnknownCommand): result is UnknownCommand {
  return "unknownCommand" in result;
}

/** Runs a command: validates its input, checks right and lock as the calling user, records activity. */
export async function runCommand<N extends CommandName>(
  ports: CommandPorts,
  name: N,
  input: unknown,
): Promise<Result<CommandValues[N]>> {
  const checked = checkInput(name, input);
  if (!checked.ok) return checked;
  return await ports.begin(() => {
    const access = ports.access();
    if (!mayCall(name, access)) return refusedBy(name, access);
    const row = commandRow(name);
    if (!row.automatic) ports.touch();
    const seen: Visibility[] = row.lockedTo === "reduced" ? [ports.seen] : [];
    const run = () => ports.handlers[name](checked.value, ...(seen as VisibilityFor<N>));
    // The conditions return the handler's own result, or an error.
    return ports.conditions(row, checked.value, run) as Promise<Result<CommandValues[N]>>;
  });
}

function refusedBy(name: CommandName, access: Access) {
  return commandRow(name).needs === "signed_in" && access.role === null
    ? failed("not_allowed", { because: reasonFor("staff_sign_in_first") })
    : notAllowed(lowestRoleFor(name, access));
}

export function checkInput<N extends CommandName>(name: N, input: unknown): Result<CommandInput<N>> {
  const checked = COMMANDS[name].input.safeParse(input);
  if (!checked.success) return failed("invalid_input", { fields: fieldProblems(checked.error) });
  // The schema of this name produced the data; the compiler cannot infer that through the index.
  return done(checked.data as CommandInput<N>);
}

/** Own names only: rejects `constructor` and `__proto__`. */
function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
