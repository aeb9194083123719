/** In-place approval: a PIN approves one action, and whoever is signed in stays so. */

import type { CommandInput, CommandName } from "../../contract/commands.ts";
import { done, failed, type Result, type TillError } from "../../contract/errors.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "../../contract/identifiers.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { Approved } from "../../contract/staff.ts";
import type { StaffRole } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";
import type { Journal, JournalData } from "../journal/journal.ts";
import type { StaffService } from "./service.ts";
import type { SignedIn } from "./session.ts";

export interface ApprovalPorts {
  staff: StaffService;
  journal: Journal;
  clock: Clock;
  /** Whether whoever acts now may call a command */
  may(command: CommandName): boolean;
  /** The least role that may call it; null: none may */
  needs(command: CommandName): StaffRole | null;
  /** Unlocks with this PIN what the command needs, for this one time. @returns how to run it with that */
  unlocking(by: SignedIn, pin: string, command: CommandName, input: unknown): Promise<Result<Running>>;
  /** Checks the input and the rights of whoever acts now, and runs the command */
  run(command: CommandName, input: unknown): Promise<Result<unknown>>;
}

/** Runs a command with what was unlocked for it. */
export type Running = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * Makes `staff.approve`. A PIN that is right but may not approve this is no wrong PIN: it costs no wait. The journal says
 * who approved what before anything is done, and afterwards whether it was: an approval alone moves nothing.
 */
export function approvalCommand({ staff, journal, clock, may, needs, unlocking, run }: ApprovalPorts) {
  return async ({ pin, person, command, input }: CommandInput<"staff.approve">): Promise<Result<Approved>> => {
    const known = await staff.identify(pin, person);
    if (!known.ok) return known;
    const { name, role } = known.value;
    const asker = staff.caller();
    const tell = (event: string, more: JournalData = {}) => {
      const data = { command, role, asked: asker?.name ?? null, ...more };
      journal.append({ event, actor: name, posTid: paymentIn(input), data }, clock.now());
    };
    const refused = <R extends { error: TillError }>(result: R): R => {
      tell("staff.approvalRefused", { code: result.error.code });
      return result;
    };
    if (!staff.as(known.value, () => may(command))) {
      const details = { because: reasonFor("staff_may_not_approve", { name }), needs: needs(command) ?? undefined };
      return refused(failed("not_allowed", details));
    }
    const unlocked = await unlocking(known.value, pin, command, input);
    if (!unlocked.ok) return refused(unlocked);
    tell("staff.approved");
    // What is done is the work of whoever asked for it, by the leave of whoever approved it.
    const doer = asker === null ? known.value : { ...known.value, name: asker.name };
    const result = await staff
      .as(doer, () => unlocked.value(() => run(command, input)))
      .catch((error: unknown) => {
        tell("staff.approvalRefused", { code: "internal" });
        throw error;
      });
    if (!result.ok) return refused(result);
    tell("staff.approvalUsed");
    return done({ by: { role, name }, value: result.value });
  };
}

/** The payment that an input is about, where it says so: the approval stands in its story. */
function paymentIn(input: unknown): string | null {
  const { posTid } = (input ?? {}) as { posTid?: unknown };
  return typeof posTid === "string" && ID_PATTERN.test(posTid) && posTid.length <= MAX_TID_LENGTH ? posTid : null;
}
