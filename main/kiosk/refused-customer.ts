import { wasCustomerRefused } from "../../contract/payments/refused-customer.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { Signals } from "../lib/signals.ts";
import { cancelVend, type VendMoneyPorts } from "./vends/money.ts";

/** Cancels kiosk payments whose phone number the service does not know, including those of an earlier run. */
export function closeRefusedCustomers(
  ports: Omit<VendMoneyPorts, "serviceNow"> & { signals: Pick<Signals, "on">; isLocked(): boolean },
): void {
  const { isLocked, payments, signals, store, vends } = ports;
  const closeIfRefused = (payment: Payment) => {
    const { abortRequested, phase, posTid } = payment;
    if (phase !== "attention" || abortRequested || !isLocked() || !wasCustomerRefused(payment)) return;
    const row = store.rows.find(posTid);
    if (row === null || row.takenBy !== null || row.leftAt !== null) return;
    const vend = vends.find(posTid);
    if (vend === null) payments.abort({ posTid });
    else if (vend.state === "authorising" && vend.restoredAt === null) cancelVend(ports, posTid, "abort", null);
  };
  for (const { posTid } of store.rows.inPhases(["attention"])) closeIfRefused(store.view(posTid));
  signals.on("payment.changed", closeIfRefused);
}
