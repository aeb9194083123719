/** In-place approval: a PIN approves one action, and whoever is signed in stays so. */
import type { CommandInput, CommandName } from "../../contract/commands.ts";
import { done, failed, type Result } from "../../contract/errors.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "../../contract/identifiers.ts";
import type { Approved } from "../../contract/staff.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/journal.ts";
import type { StaffService } from "./service.ts";
import type { SignedIn } from "./session.ts";

export interface ApprovalPorts {
  staff: StaffService;
  journal: Journal;
  clock: Clock;
  /** Whether whoever acts now may call a command */
  may(command: CommandName): boolean;
  /** Unlocks with this PIN what the command needs, for this one time. @returns how to run it with that */
  unlocking(by: SignedIn, pin: string, command: CommandName, input: unknown): Promise<Result<Running>>;
  /** Checks the input and the rights of whoever acts now, and runs the command */
  run(command: CommandName, input: unknown): Promise<Result<unknown>>;
}

/** Runs a command with what was unlocked for it. */
export type Running = <T>(act: () => Promise<T>) => Promise<T>;

/** Makes `staff.approve`. A PIN that is right but may not approve this is no wrong PIN: it costs no wait. */
export function approvalCommand({ staff, journal, clock, may, unlocking, run }: ApprovalPorts) {
  return async ({ pin, person, command, input }: CommandInput<"staff.approve">): Promise<Result<Approved>> => {
    const known = await staff.identify(pin, person);
    if (!known.ok) return known;
    const { name, role } = known.value;
    if (!staff.as(known.value, () => may(command)))
      return failed("not_allowed", { reason: `${name} may not approve this. No money moved.` });
    const unlocked = await unlocking(known.value, pin, command, input);
    if (!unlocked.ok) return unlocked;
    const asker = staff.current();
    const data = { command, role, asked: asker?.name ?? null };
    journal.append({ event: "staff.approved", actor: name, posTid: paymentIn(input), data }, clock.now());
    // What is done is the work of whoever asked for it, by the leave of whoever approved it.
    const doer = asker === null ? known.value : { ...known.value, name: asker.name };
    const result = await staff.as(doer, () => unlocked.value(() => run(command, input)));
    return result.ok ? done({ by: { role, name }, value: result.value }) : result;
  };
}

/** The payment that an input is about, where it says so: the approval stands in its story. */
function paymentIn(input: unknown): string | null {
  const { posTid } = (input ?? {}) as { posTid?: unknown };
  return typeof posTid === "string" && ID_PATTERN.test(posTid) && posTid.length <= MAX_TID_LENGTH ? posTid : null;
}
