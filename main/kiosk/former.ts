/** One customer buys at a kiosk at a time: what the one before began, and did not approve, ends when the next begins. */
import { PRESENT_PHASES } from "../../contract/phases.ts";
import { cancelVend, type VendMoneyPorts } from "./vends/money.ts";

/** Cancels what was begun at a kiosk, and not approved. @param next the payment that is begun now */
export function leaveFormer(ports: Omit<VendMoneyPorts, "serviceNow">, next: string): void {
  const { payments, store, vends } = ports;
  for (const { posTid, takenBy, leftAt } of store.rows.inPhases(PRESENT_PHASES)) {
    if (posTid === next || takenBy !== null || leftAt !== null) continue;
    const { abortRequested } = store.view(posTid);
    const vend = vends.find(posTid);
    if (vend === null) {
      if (!abortRequested) payments.abort({ posTid });
    } else if (vend.state === "authorising" && vend.restoredAt === null) {
      cancelVend(ports, posTid, abortRequested ? "none" : "abort", null);
    }
  }
}
