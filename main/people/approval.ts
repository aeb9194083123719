/** In-place approval: a PIN or a phone approves one action, and the signed-in user stays signed in. */

import type { CommandInput, CommandName } from "../../contract/bridge/commands.ts";
import type { Approvable } from "../../contract/bridge/phone-texts.ts";
import { done, failed, type Result, type TillError } from "../../contract/calls/errors.ts";
import type { Approved } from "../../contract/people/staff.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { ID_PATTERN, MAX_TID_LENGTH } from "../../contract/values/identifiers.ts";
import type { StaffMember } from "../../contract/values/roles.ts";
import { type Access, lowestRoleFor, mayApprove } from "../bridge/rights.ts";
import type { StorageContext } from "../storage/context.ts";
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
  refuse<R extends { error: TillError }>(result: R): R;
  record(event: "staff.approved" | "staff.approvalUsed"): void;
  recordRefusal(code: string): void;
}

/** Checks that an identified person may approve a command. @param how the way of identification, for the journal */
function approverOf({ staff, journal, clock, access }: Omit<ApprovalPorts, "unlocking" | "run" | "byPhone">) {
  return (
    identified: Result<SignedIn>,
    { command, posTid, how }: { command: CommandName; posTid: string | null; how: { by?: "phone" } },
  ): Result<Approver> => {
    if (!identified.ok) return identified;
    const by = identified.value;
    const dataNow = () => ({ command, role: staff.roleName(by.role), asked: staff.caller()?.name ?? null, ...how });
    const record: Approver["record"] = (event) =>
      journal.append({ event, actor: by.name, posTid, data: dataNow() }, clock.now());
    const recordRefusal = (code: string) => {
      const data = { ...dataNow(), code };
      journal.append({ event: "staff.approvalRefused", actor: by.name, posTid, data }, clock.now());
    };
    const refuse = <R extends { error: TillError }>(result: R): R => {
      recordRefusal(result.error.code);
      return result;
    };
    if (staff.as(by, () => mayApprove(command, access()))) return done({ by, refuse, record, recordRefusal });
    const details = {
      because: reasonFor("staff_may_not_approve", { name: by.name }),
      needs: lowestRoleFor(command, access(), mayApprove) ?? undefined,
    };
    return refuse(failed("not_allowed", details));
  };
}

/**
 * Creates `staff.checkApproval`, which reports a wrong PIN before the action is confirmed. Reveals no more than
 * `staff.approve`; both share the counters of failed tries.
 */
export function checkApprovalCommand(ports: Omit<ApprovalPorts, "unlocking" | "run" | "byPhone">) {
  const approver = approverOf(ports);
  return async ({ pin, command }: CommandInput<"staff.checkApproval">): Promise<Result<StaffMember>> => {
    const identified = await ports.staff.identify(pin, undefined, counterOf(command));
    const approval = approver(identified, { command, posTid: null, how: {} });
    return approval.ok ? done({ name: approval.value.by.name, role: approval.value.by.role }) : approval;
  };
}

/**
 * Creates `staff.approve`. A correct PIN without the right to approve is no failed try. The journal records the
 * approval before the command runs, and its use afterwards.
 */
export function approvalCommand({ unlocking, run, byPhone, ...ports }: ApprovalPorts) {
  const { staff } = ports;
  const approver = approverOf(ports);
  return async ({ pin, person, phone, command, input }: CommandInput<"staff.approve">): Promise<Result<Approved>> => {
    const requester = staff.caller();
    const identified =
      phone === undefined
        ? await staff.identify(pin ?? "", person, counterOf(command))
        : byPhone(phone, command, input);
    const how = phone === undefined ? {} : { by: "phone" as const };
    const approval = approver(identified, { command, posTid: paymentIn(input), how });
    if (!approval.ok) return approval;
    const { by, refuse, record, recordRefusal } = approval.value;
    const unlocked = await unlocking(by, pin ?? null, command, input);
    if (!unlocked.ok) return refuse(unlocked);
    record("staff.approved");
    // The work counts as the requester's, approved by another person.
    const actor = requester === null ? by : { ...by, name: requester.name };
    const result = await staff
      .as(actor, () => unlocked.value(() => run(command, input)))
      .catch((error: unknown) => {
        recordRefusal("internal");
        throw error;
      });
    if (!result.ok) return refuse(result);
    record("staff.approvalUsed");
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
