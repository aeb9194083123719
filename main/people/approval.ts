/** In-place approval: a PIN or a phone approves one action, and the signed-in user stays signed in. */

import type { CommandInput, CommandName } from "../../contract/commands.ts";
import { done, failed, type Result, type TillError } from "../../contract/errors.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "../../contract/identifiers.ts";
import type { Approvable } from "../../contract/phone-texts.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { StaffMember } from "../../contract/roles.ts";
import type { Approved } from "../../contract/staff.ts";
import { type Access, lowestRoleFor, mayApprove } from "../bridge/rights.ts";
import type { StorageContext } from "../storage/context.ts";
import type { JournalData } from "../storage/journal/journal.ts";
import { KIOSK_EXIT } from "./pin-guard.ts";
import type { SignedIn } from "./session.ts";
import type { Staff } from "./staff.ts";

export interface ApprovalPorts extends Pick<StorageContext, "clock" | "journal"> {
  staff: Staff;
  access(): Access;
  /** Returns the person who approved this by phone; works once */
  byPhone(check: string, command: Approvable, input: unknown): Result<SignedIn>;
  /** Unlocks by PIN what the command needs, for one run. @returns how to run the command */
  unlocking(by: SignedIn, pin: string | null, command: CommandName, input: unknown): Promise<Result<Running>>;
  run(command: CommandName, input: unknown): Promise<Result<unknown>>;
}

export type Running = <T>(act: () => Promise<T>) => Promise<T>;

interface Approver {
  by: SignedIn;
  refused<R extends { error: TillError }>(result: R): R;
  tell(event: string, more?: JournalData): void;
}

/** Checks that an identified person may approve a command. @param how the way of identification, for the journal */
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
      needs: lowestRoleFor(command, access(), mayApprove) ?? undefined,
    };
    return refused(failed("not_allowed", details));
  };
}

/**
 * Creates `staff.checkApproval`, which reports a wrong PIN before the action is confirmed. Reveals no more than
 * `staff.approve`; both share the counters of failed tries.
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
 * Creates `staff.approve`. A correct PIN without the right to approve is no failed try. The journal records the
 * approval before the command runs, and its use afterwards.
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
    // The work counts as the requester's, approved by another person.
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

/** Returns a separate counter for a kiosk's exit, where strangers try PINs. */
function counterOf(command: CommandName): typeof KIOSK_EXIT | undefined {
  return command === "shell.leaveKiosk" ? KIOSK_EXIT : undefined;
}

function paymentIn(input: unknown): string | null {
  const { posTid } = (input ?? {}) as { posTid?: unknown };
  return typeof posTid === "string" && ID_PATTERN.test(posTid) && posTid.length <= MAX_TID_LENGTH ? posTid : null;
}
