/** One customer buys at a kiosk at a time: what the one before began, and did not finish, ends when the next begins. */
import { PRESENT_PHASES } from "../../contract/phases.ts";
import { cancelUnordered, type VendMoneyPorts } from "./vends/money.ts";
import type { VendRow } from "./vends/rows.ts";

/**
 * Cancels what was begun at a kiosk and not approved, and releases an approved deposit for which nothing was chosen:
 * its customer would else have the money reserved until their time to choose is over. Inside the transaction of the
 * next start.
 * @param next the payment that is begun now
 */
export function leaveFormer(ports: Omit<VendMoneyPorts, "serviceNow">, next: string): void {
  const { payments, store, vends } = ports;
  for (const { posTid, phase, takenBy, leftAt } of store.rows.inPhases([...PRESENT_PHASES, "authorised"])) {
    if (posTid === next || takenBy !== null || leftAt !== null) continue;
    const vend = vends.find(posTid);
    if (vend !== null) {
      if (phase !== "authorised" || isUnused(vend)) endVend(ports, vend);
    } else if (phase !== "authorised" && !store.view(posTid).abortRequested) payments.abort({ posTid });
  }
}

/** What a customer has chosen is about to be ordered from the machine. */
function isUnused({ isDeposit, items }: VendRow): boolean {
  return isDeposit && items.length === 0;
}

function endVend(ports: Omit<VendMoneyPorts, "serviceNow">, { posTid, state, restoredAt }: VendRow): void {
  if (state === "authorising" && restoredAt === null) cancelUnordered(ports, posTid, null);
}
