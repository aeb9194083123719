import { PRESENT_PHASES } from "../../contract/values/phases.ts";
import { cancelUnordered, type VendMoneyPorts } from "./vends/money.ts";
import type { VendRow } from "./vends/rows.ts";

/**
 * Ends the previous customer's unfinished payments when the next one starts, in the same transaction: cancels
 * unapproved ones, and releases approved deposits without a choice.
 */
export function endPreviousPayments(ports: Omit<VendMoneyPorts, "serviceNow">, next: string): void {
  const { payments, store, vends } = ports;
  for (const { posTid, phase, takenBy, leftAt } of store.rows.inPhases([...PRESENT_PHASES, "authorised"])) {
    if (posTid === next || takenBy !== null || leftAt !== null) continue;
    const vend = vends.find(posTid);
    if (vend !== null) {
      if (phase !== "authorised" || hasNoChoice(vend)) endVend(ports, vend);
    } else if (phase !== "authorised" && !store.view(posTid).abortRequested) payments.abort({ posTid });
  }
}

/** Vends with chosen items are about to be ordered. */
function hasNoChoice({ isDeposit, items }: VendRow): boolean {
  return isDeposit && items.length === 0;
}

function endVend(ports: Omit<VendMoneyPorts, "serviceNow">, { posTid, state, restoredAt }: VendRow): void {
  if (state === "authorising" && restoredAt === null) cancelUnordered(ports, posTid, null);
}
