/** In-place approval: a PIN, or a phone in its place, approves one action, and the signed-in user stays signed in. */

import type { CommandInput, CommandName } from "../../contract/commands.ts";
import { done, failed, type Result, type TillError } from "../../contract/errors.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "../../contract/identifiers.ts";
import type { Approvable } from "../../contract/phone-texts.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { StaffMember } from "../../contract/roles.ts";
import type { Approved } from "../../contract/staff.ts";
import { type Access, mayApprove, roleNeeded } from "../bridge/rights.ts";
import type { StorageContext } from "../storage/context.ts";
import type { JournalData } from "../storage/journal/journal.ts";
import { KIOSK_EXIT } from "./pin-guard.ts";
import type { SignedIn } from "./session.ts";
import type { Staff } from "./staff.ts";

export interface ApprovalPorts extends Pick<StorageContext, "clock" | "journal"> {
  staff: Staff;
  /** What the acting user may do */
  access(): Access;
  /** Who approved this by their phone: once */
  byPhone(check: string, command: Approvable, input: unknown): Result<SignedIn>;
  /** Unlocks with this PIN what the command needs, for this one time; null: there is none. @returns how to run it with that */
  unlocking(by: SignedIn, pin: string | null, command: CommandName, input: unknown): Promise<Result<Running>>;
  /** Checks the input and the rights of the acting user, and runs the command */
  run(command: CommandName, input: unknown): Promise<Result<unknown>>;
}

/** Runs a command with what was unlocked for it. */
export type Running = <T>(act: () => Promise<T>) => Promise<T>;

interface Approver {
  by: SignedIn;
  /** Journals a refusal, and returns it */
  refused<R extends { error: TillError }>(result: R): R;
  tell(event: string, more?: JournalData): void;
}

/** The first half of both commands: checks that who was identified may approve this. @param how they were, for the journal */
function approverOf({ staff, journal, clock, access }: Omit<ApprovalPorts, "unlocking" | "run" | "byPhone">) {
  return (
    known: Result<SignedIn>,
    { command, posTid, how }: { command: CommandName; posTid: string | null; how: { by?: "phone" } },
  ): Result<Approver> => {
    if (!known.ok) return known;
    const by = known.value;
    const tell = (event: string, more: JournalData = {}) => {
      const data = { command, role: staff.roleName(by.role), asked: staff.caller()?.name ?? null, ...how, ...more };
      journal.append({ event, actor: by.name, posTid, data }, clock.now());
    };
    const refused = <R extends { error: TillError }>(result: R): R => {
      tell("staff.approvalRefused", { code: result.error.code });
      return result;
    };
    if (staff.as(by, () => mayApprove(command, access()))) return done({ by, refused, tell });
    const details = {
      because: reasonFor("staff_may_not_approve", { name: by.name }),
      needs: roleNeeded(command, access(), mayApprove) ?? undefined,
    };
    return refused(failed("not_allowed", details));
  };
}

/**
 * Makes `staff.checkApproval`: a wrong PIN is told at its own step, before a button is held for it. It tells no
 * more than `staff.approve` does, and its tries count in the same place.
 */
export function checkApprovalCommand(ports: Omit<ApprovalPorts, "unlocking" | "run" | "byPhone">) {
  const approver = approverOf(ports);
  return async ({ pin, command }: CommandInput<"staff.checkApproval">): Promise<Result<StaffMember>> => {
    const known = await ports.staff.identify(pin, undefined, counterOf(command));
    const found = approver(known, { command, posTid: null, how: {} });
    return found.ok ? done({ name: found.value.by.name, role: found.value.by.role }) : found;
  };
}

/**
 * Makes `staff.approve`. A PIN that is right but may not approve this is no wrong PIN: it costs no wait. The journal says
 * who approved what before anything is done, and afterwards whether it was: an approval alone moves nothing.
 */
export function approvalCommand({ unlocking, run, byPhone, ...ports }: ApprovalPorts) {
  const { staff } = ports;
  const approver = approverOf(ports);
  return async (approval: CommandInput<"staff.approve">): Promise<Result<Approved>> => {
    const { pin, person, phone, command, input } = approval;
    const asker = staff.caller();
    const known =
      phone === undefined
        ? await staff.identify(pin ?? "", person, counterOf(command))
        : byPhone(phone, command, input);
    const how = phone === undefined ? {} : { by: "phone" as const };
    const found = approver(known, { command, posTid: paymentIn(input), how });
    if (!found.ok) return found;
    const { by, refused, tell } = found.value;
    const unlocked = await unlocking(by, pin ?? null, command, input);
    if (!unlocked.ok) return refused(unlocked);
    tell("staff.approved");
    // What is done is the work of whoever asked for it, with the approval of another.
    const doer = asker === null ? by : { ...by, name: asker.name };
    const result = await staff
      .as(doer, () => unlocked.value(() => run(command, input)))
      .catch((error: unknown) => {
        tell("staff.approvalRefused", { code: "internal" });
        throw error;
      });
    if (!result.ok) return refused(result);
    tell("staff.approvalUsed");
    return done({ by: { role: by.role, name: by.name }, value: result.value });
  };
}

/** The exit of a kiosk is where strangers try PINs: what they get wrong there locks nothing else. */
function counterOf(command: CommandName): typeof KIOSK_EXIT | undefined {
  return command === "shell.leaveKiosk" ? KIOSK_EXIT : undefined;
}

/** The payment that an input is about, where it says so: the approval stands in its story. */
function paymentIn(input: unknown): string | null {
  const { posTid } = (input ?? {}) as { posTid?: unknown };
  return typeof posTid === "string" && ID_PATTERN.test(posTid) && posTid.length <= MAX_TID_LENGTH ? posTid : null;
}
