/** Expiry of QR codes that nobody scans: each is shown for a while, and then its payment ends. */

import { DEFAULT_CODE_SECONDS, type KeptSettings } from "../../contract/settings.ts";
import { startLoop } from "../lib/loop.ts";
import type { StorageContext } from "../storage/context.ts";
import type { PaymentRow } from "./payment-row.ts";
import { createStopwatch } from "./queue/stopwatch.ts";
import type { PaymentStore } from "./store.ts";

const LOOK_EVERY_MS = 1000;

export interface CodeExpiryPorts extends Pick<StorageContext, "clock" | "log"> {
  store: PaymentStore;
  payments: { abort(of: { posTid: string }): { ok: boolean } };
  /** How long a code is shown before more time has to be asked for, in ms */
  codeLivesMs: number;
  /** Whether a payment is still to be compared with the service after a restore: it is ended after that */
  beingChecked(posTid: string): boolean;
  /** Whether the service cannot be reached now: the code is not on the screen then */
  isOffline(): boolean;
}

/**
 * Ends payments whose code was shown for its time and never scanned. Nothing was sent for a shortlink's code, so that it
 * ends here and now, and a scan that comes later is told so; a claim link is a request at the service, which is asked to
 * cancel it and whose outcome decides. While the service is away no code is shown, and its time begins again after.
 */
export function startCodeExpiry(ports: CodeExpiryPorts): { close(): Promise<void> } {
  const { store, payments, clock, codeLivesMs } = ports;
  const stopwatch = createStopwatch(clock);
  let wasOffline = false;
  const shownFor = ({ posTid, codeUntil }: PaymentRow) =>
    codeUntil === null ? 0 : stopwatch.ageOf({ id: posTid, createdAt: codeUntil - codeLivesMs, retriedAt: null });
  const mayEnd = (posTid: string) => !ports.beingChecked(posTid) && store.view(posTid).steps.includes("abort");
  const end = (posTid: string) =>
    store.commit(posTid, (now) => {
      store.rows.change(posTid, { codeEndedAt: now }, now);
      store.journal.append({ event: "payment.codeRanOut", posTid }, now);
      // What may be cancelled is: were it refused, nothing of this was so.
      if (!payments.abort({ posTid }).ok) throw new Error(`${posTid} could not be cancelled`);
    });
  return startLoop(ports, () => {
    const isOffline = ports.isOffline();
    const isTimed = ({ codeEndedAt, codeUntil, qr }: PaymentRow) =>
      codeEndedAt === null && (qr !== null || codeUntil !== null);
    const waiting = store.rows.inPhases(["draft"]).filter(isTimed);
    for (const row of waiting) {
      const isNew = row.codeUntil === null || (wasOffline && !isOffline);
      if (isNew) extendCode(store, row.posTid, codeLivesMs);
      else if (!isOffline && shownFor(row) >= codeLivesMs && mayEnd(row.posTid)) end(row.posTid);
    }
    wasOffline = isOffline;
    return LOOK_EVERY_MS;
  });
}

/** How long a code is shown that nobody scans, in ms. A till that was set up before this was a setting has none. */
export function codeLivesMs({ expiry }: Pick<KeptSettings, "expiry">): number {
  return (expiry.codeSeconds ?? DEFAULT_CODE_SECONDS) * 1000;
}

/** Restarts the time for which a code is shown. */
export function extendCode(store: PaymentStore, posTid: string, codeLivesMs: number): void {
  store.commit(posTid, (now) => store.rows.change(posTid, { codeUntil: now + codeLivesMs }, now));
}
