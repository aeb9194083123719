/** Expiry of QR codes that are never scanned: the payment ends after its code has been shown for a set time. */

import { DEFAULT_CODE_SECONDS, type StoredSettings } from "../../contract/configuration/settings.ts";
import { startLoop } from "../lib/loop.ts";
import type { StorageContext } from "../storage/context.ts";
import type { PaymentRow } from "./payment-row.ts";
import { createStopwatch } from "./queue/stopwatch.ts";
import type { PaymentStore } from "./store.ts";

const CHECK_INTERVAL_MS = 1000;

export interface CodeExpiryPorts extends Pick<StorageContext, "clock" | "log"> {
  store: PaymentStore;
  payments: { abort(of: { posTid: string }): { ok: boolean } };
  /** Time in ms that a code is shown before it has to be extended */
  codeLifetimeMs: number;
  isBeingReconciled(posTid: string): boolean;
  isOffline(): boolean;
}

/**
 * Ends payments whose code was never scanned in time. A shortlink code has no request yet, so the payment ends locally.
 * A claim link is a request: the service is asked to abort it, and its outcome decides. No code is shown while the
 * service is offline, and its time restarts afterwards.
 */
export function startCodeExpiry(ports: CodeExpiryPorts): { close(): Promise<void> } {
  const { store, payments, clock, codeLifetimeMs } = ports;
  const stopwatch = createStopwatch(clock);
  let wasOffline = false;
  const shownFor = ({ posTid, codeUntil }: PaymentRow) =>
    codeUntil === null ? 0 : stopwatch.ageOf({ id: posTid, createdAt: codeUntil - codeLifetimeMs, retriedAt: null });
  const canEnd = (posTid: string) => !ports.isBeingReconciled(posTid) && store.view(posTid).steps.includes("abort");
  const endPayment = (posTid: string) =>
    store.commit(posTid, (now) => {
      store.rows.change(posTid, { codeEndedAt: now }, now);
      store.journal.append({ event: "payment.codeRanOut", posTid }, now);
      // Rolls the transaction back if the abort is refused.
      if (!payments.abort({ posTid }).ok) throw new Error(`${posTid} could not be cancelled`);
    });
  return startLoop(ports, () => {
    const isOffline = ports.isOffline();
    const isTimed = ({ codeEndedAt, codeUntil, qr }: PaymentRow) =>
      codeEndedAt === null && (qr !== null || codeUntil !== null);
    const waiting = store.rows.inPhases(["draft"]).filter(isTimed);
    for (const row of waiting) {
      const isNew = row.codeUntil === null || (wasOffline && !isOffline);
      if (isNew) extendCode(store, row.posTid, codeLifetimeMs);
      else if (!isOffline && shownFor(row) >= codeLifetimeMs && canEnd(row.posTid)) endPayment(row.posTid);
    }
    wasOffline = isOffline;
    return CHECK_INTERVAL_MS;
  });
}

/** Returns the time in ms that an unscanned code is shown. Settings of older tills lack the value. */
export function codeLifetimeMs({ expiry }: Pick<StoredSettings, "expiry">): number {
  return (expiry.codeSeconds ?? DEFAULT_CODE_SECONDS) * 1000;
}

export function extendCode(store: PaymentStore, posTid: string, lifetimeMs: number): void {
  store.commit(posTid, (now) => store.rows.change(posTid, { codeUntil: now + lifetimeMs }, now));
}
