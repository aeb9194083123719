/** Conditions of a command's row that depend on the running till: in service, on the screen, shared disk writes. */
import type { CommandRow } from "../../contract/calls/command-row.ts";
import { done, notAllowed, type Result } from "../../contract/calls/errors.ts";
import { OUT_OF_SERVICE } from "../../contract/health/out-of-service.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { Conditions } from "../bridge/dispatch.ts";
import type { Visibility } from "../bridge/locked-events.ts";
import { customerView } from "../payments/view.ts";
import type { Database } from "../storage/database/database.ts";
import { groupCommit } from "../storage/database/group-commit.ts";
import { type InServicePorts, outOfServiceCauses, outOfServiceFailure } from "./in-service.ts";

export interface ConditionPorts extends InServicePorts {
  database: Database;
  visibility: Visibility;
}

/** Subject of a command whose row has one of these conditions. */
interface Subject {
  posTid?: string;
  reference?: string;
}

/** Creates the function that runs a handler if its row's conditions are met, else returns the refusal. */
export function rowConditions(ports: ConditionPorts): Conditions {
  const commitTogether = groupCommit<Result<unknown> | Promise<Result<unknown>>>(ports.database);
  return async (row, input, run) => {
    const subject: Subject = input;
    const cause = outOfServiceCause(ports, row, subject);
    if (cause !== undefined) return outOfServiceFailure(cause);
    const isLimitedToScreen = row.lockedTo !== undefined && row.lockedTo !== "reduced" && ports.visibility.isLocked();
    if (isLimitedToScreen && !isShown(ports.visibility, row, subject)) return notAllowed("cashier");
    const result = await (row.sharesCommit ? commitTogether(run) : run());
    // Such a row is of a command that returns a payment.
    return isLimitedToScreen && result.ok ? done(customerView(result.value as Payment)) : result;
  };
}

function outOfServiceCause(ports: InServicePorts, { inService }: CommandRow, subject: Subject) {
  if (inService === undefined) return undefined;
  const found = outOfServiceCauses(ports, subject);
  return found.find((code) => inService === "required" || OUT_OF_SERVICE[code] !== "dispenser");
}

function isShown({ canSeePayment, isOnScreen }: Visibility, { lockedTo }: CommandRow, { posTid }: Subject): boolean {
  if (posTid === undefined) return false;
  return lockedTo === "visible" ? canSeePayment(posTid) : isOnScreen(posTid);
}
