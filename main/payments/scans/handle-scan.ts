/** Handles a scan that names no sale: assigns it to the one open sale, stores it for the next sale, or rejects it. */

import { matchWords } from "../../../contract/payments/match-words.ts";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import { isPresent, PRESENT_PHASES } from "../../../contract/values/phases.ts";
import type { Signals } from "../../lib/signals.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { PaymentStore } from "../store.ts";
import { type ScanSituation, type ScanVerdict, verdictOf } from "./guard.ts";
import type { ReadyCustomer } from "./ready-customer.ts";
import { replyText } from "./replies.ts";
import type { SeenScans } from "./seen.ts";

export interface StickerScan {
  scanToken: string;
  ageMs: number;
  /** null: the till's own code without a payment id */
  sticker: { id: string; name: string; isTested: boolean; isInUse: boolean } | null;
}

export interface ScanHandlerPorts extends Pick<StorageContext, "clock" | "database"> {
  store: PaymentStore;
  seen: SeenScans;
  scanReply(posTid: string): string | null;
  ready: ReadyCustomer;
  signals: Pick<Signals, "on">;
  /** Requests the payment from the scanning customer. @returns true if the payment waited for a scan */
  scanned(posTid: string, scanToken: string): boolean;
  onScan(posTid: string | null): void;
  completeTest(id: string): void;
  recordScan(id: string, now: number): void;
  language(posTid: string | null): CustomerLanguage;
  shopName(): string;
  isLocked(): boolean;
}

export type ScanHandler = ReturnType<typeof openScanHandler>;

/** Creates the handler. It tracks when other sales end and when the till is out of service. */
export function openScanHandler(ports: ScanHandlerPorts) {
  const { clock, seen, store } = ports;
  const quiet = followSales(ports);
  const isOutOfService = followService(ports);
  const openSales = () =>
    customersOf(store).map((row) => ({
      ...row,
      isAsked: !store.view(row.posTid).steps.includes("identify"),
    }));
  return {
    /** @returns the reply to the customer; null when there is nothing new */
    handle(scan: StickerScan): string | null {
      const situation = {
        now: clock.monotonic(),
        scannedAt: clock.monotonic() - scan.ageMs,
        isSeen: seen.has(scan.scanToken),
        open: openSales(),
        quietSince: quiet.since(),
        isReady: ports.ready.now() !== null,
      };
      const result = resolveScan(scan, situation, isOutOfService());
      if (result.is === "duplicate") return repeatedReply(ports, scan.scanToken);
      // Stored before anything else: after a crash the customer is forgotten, and no other is asked.
      const isAccepted = transact(ports.database, () => {
        const now = clock.now();
        const requestedPosTid =
          result.is === "sale" && ports.scanned(result.posTid, scan.scanToken) ? result.posTid : null;
        seen.add(scan.scanToken, requestedPosTid, now);
        if (scan.sticker !== null) ports.recordScan(scan.sticker.id, now);
        if (result.is === "stored")
          store.journal.append({ event: "scan.kept", data: { sticker: scan.sticker?.name ?? null } }, now);
        return result.is !== "sale" || requestedPosTid !== null;
      });
      return replyTo(ports, scan, isAccepted ? result : BUSY);
    },
    /** Time in ms since any other sale was open: an older scan may have been for that sale */
    msSinceOtherSale: (): number => clock.monotonic() - quiet.since(),
    /** Start of the newest sale that waits for a scan, in ms since the epoch; null without one */
    newestWaitingSince(): number | null {
      const waiting = openSales().filter(({ isAsked }) => !isAsked);
      return waiting.length === 0 ? null : Math.max(...waiting.map(({ createdAt }) => createdAt));
    },
  };
}

const BUSY = { is: "busy" } as const;

type ScanResult = ScanVerdict | { is: "tested" | "retired" | "out_of_service" };

/**
 * Resolves a scan. Test scans and retired stickers never start a sale. Out of service, only an existing sale accepts
 * scans.
 */
function resolveScan({ sticker }: StickerScan, situation: ScanSituation, isOutOfService: boolean): ScanResult {
  const verdict = verdictOf(situation);
  const isForNextSale = verdict.is === "stored" || verdict.is === "expired" || situation.open.length === 0;
  const saleResult: ScanResult =
    isOutOfService && isForNextSale && verdict.is !== "duplicate" ? { is: "out_of_service" } : verdict;
  if (situation.isSeen || sticker === null) return saleResult;
  if (sticker.isTested) return { is: "tested" };
  return sticker.isInUse ? saleResult : { is: "retired" };
}

/** Tracks whether the till is out of service for customers, and then forgets a waiting customer. */
function followService({ isLocked, ready, signals }: ScanHandlerPorts): () => boolean {
  let isClosed = false;
  const isOutOfService = () => isClosed && isLocked();
  signals.on("selling.changed", (selling) => {
    isClosed = selling.isOut;
    if (isOutOfService()) ready.forget();
  });
  return isOutOfService;
}

function repeatedReply(ports: ScanHandlerPorts, scanToken: string): string | null {
  const posTid = ports.seen.requestedBy(scanToken);
  if (posTid !== null) return ports.scanReply(posTid);
  const ready = ports.ready.now();
  return ready?.scanToken === scanToken ? storedText(ports, ready.matchWordsSeed) : null;
}

function storedText({ language, shopName }: ScanHandlerPorts, matchWordsSeed: string): string {
  const shopLanguage = language(null);
  return replyText("stored", shopLanguage, { shop: shopName(), words: matchWords(matchWordsSeed, shopLanguage) });
}

function replyTo(
  ports: ScanHandlerPorts,
  { scanToken, ageMs, sticker }: StickerScan,
  result: ScanResult,
): string | null {
  switch (result.is) {
    case "duplicate":
      return repeatedReply(ports, scanToken);
    case "sale":
      ports.onScan(result.posTid);
      return ports.scanReply(result.posTid);
    case "stored":
      return storedText(ports, ports.ready.store(scanToken, ageMs));
    case "tested":
      if (sticker !== null) ports.completeTest(sticker.id);
      return replyText("tested", ports.language(null));
    default:
      return replyText(result.is, ports.language(null));
  }
}

/** Sales with a customer present. A sale that the cashier left does not block other customers. */
function customersOf(store: PaymentStore): PaymentRow[] {
  return store.rows.inPhases([...PRESENT_PHASES]).filter(({ leftAt }) => leftAt === null);
}

/** Tracks when the last sale ended, counting the till's start as one. */
function followSales({ clock, signals, store }: ScanHandlerPorts): { since(): number } {
  const open = new Set<string>(customersOf(store).map(({ posTid }) => posTid));
  let since = clock.monotonic();
  signals.on("payment.changed", ({ posTid, phase }) => {
    if (isPresent(phase) && store.rows.find(posTid)?.leftAt === null) open.add(posTid);
    else if (open.delete(posTid)) since = clock.monotonic();
  });
  return { since: () => since };
}
