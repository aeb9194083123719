/** Unlocks the refund key with the PIN that approves a refund, for that refund only. `staff.approve` calls it first. */

import type { CommandName } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Operations } from "../../payments/queue/operations.ts";
import type { Running } from "../../people/approval.ts";
import type { SignedIn } from "../../people/session.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import type { RefundKey } from "./refund-key.ts";

export interface UnlockingPorts {
  refundKey: RefundKey;
  operations: Pick<Operations, "find">;
  journal: Journal;
  clock: Pick<Clock, "now">;
}

export function unlockingFor({ refundKey, operations, journal, clock }: UnlockingPorts) {
  const isNeeded = (command: CommandName, input: unknown): boolean => {
    if (!refundKey.needsPin()) return false;
    if (command === "payment.refund") return true;
    const row = command === "queue.retry" ? operations.find(operationIdIn(input)) : null;
    return row !== null && row.settledAt === null && refundKey.signerOf(row) === "locked";
  };
  return async (by: SignedIn, pin: string | null, command: CommandName, input: unknown): Promise<Result<Running>> => {
    if (!isNeeded(command, input)) return done((act) => act());
    // A phone approves, but cannot unlock the key.
    if (pin === null) return failed("not_allowed", { because: reasonFor("phone_needs_pin") });
    const key = await refundKey.unlock({ person: by.id, pin });
    if (key === null) return failed("not_allowed", { because: notEnrolled(by) });
    journal.append({ event: "refundKey.unlocked", actor: by.name, data: { command } }, clock.now());
    return done((act) => refundKey.during(key, act));
  };
}

function notEnrolled({ name, role }: SignedIn): Reason {
  return reasonFor(role === "cashier" ? "refund_key_cashier" : "refund_key_not_enrolled", { name });
}

/** Returns the operation's id in an input that the command has not validated yet. */
function operationIdIn(input: unknown): string {
  const { operationId } = (input ?? {}) as { operationId?: unknown };
  return typeof operationId === "string" ? operationId : "";
}
