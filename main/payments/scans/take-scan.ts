/** Handles a scan that names no sale: assigns it to the one open sale, keeps it for the next one, or rejects it. */
import type { CustomerLanguage } from "../../../contract/customer-language.ts";
import { matchWords } from "../../../contract/match-words.ts";
import { isPresent, PRESENT_PHASES } from "../../../contract/phases.ts";
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

export interface TakeScanPorts extends Pick<StorageContext, "clock" | "database"> {
  store: PaymentStore;
  seen: SeenScans;
  scanReply(posTid: string): string | null;
  ready: ReadyCustomer;
  signals: Pick<Signals, "on">;
  /** Requests the payment from the scanning customer. @returns true if the payment waited for a scan */
  scanned(posTid: string, scanToken: string): boolean;
  onScan(posTid: string | null): void;
  tested(id: string): void;
  noteScan(id: string, now: number): void;
  language(posTid: string | null): CustomerLanguage;
  shopName(): string;
  isLocked(): boolean;
}

export interface ScanTaking {
  /** @returns the reply to the customer; null when there is nothing new */
  take(scan: StickerScan): string | null;
  /** Time in ms since any other sale was open: an older scan may have been for that sale */
  quietMs(): number;
  /** Start of the newest sale that waits for a scan, in ms since the epoch; null without one */
  waitsSince(): number | null;
}

export function openScanTaking(ports: TakeScanPorts): ScanTaking {
  const { clock, seen, store } = ports;
  const quiet = followSales(ports);
  const isOut = followService(ports);
  const openSales = () =>
    customersOf(store).map((row) => ({
      ...row,
      isAsked: !store.view(row.posTid).steps.includes("identify"),
    }));
  return {
    take(scan) {
      const situation = {
        now: clock.monotonic(),
        scannedAt: clock.monotonic() - scan.ageMs,
        isSeen: seen.has(scan.scanToken),
        open: openSales(),
        quietSince: quiet.since(),
        isReady: ports.ready.now() !== null,
      };
      const fate = fateOf(scan, situation, isOut());
      if (fate.is === "seen") return repeatedAnswer(ports, scan.scanToken);
      // Stored before anything else: after a crash the customer is forgotten, and no other is asked.
      const isTaken = transact(ports.database, () => {
        const now = clock.now();
        const asks = fate.is === "sale" && ports.scanned(fate.posTid, scan.scanToken) ? fate.posTid : null;
        seen.add(scan.scanToken, asks, now);
        if (scan.sticker !== null) ports.noteScan(scan.sticker.id, now);
        if (fate.is === "kept")
          store.journal.append({ event: "scan.kept", data: { sticker: scan.sticker?.name ?? null } }, now);
        return fate.is !== "sale" || asks !== null;
      });
      return answer(ports, scan, isTaken ? fate : WAIT);
    },
    quietMs: () => clock.monotonic() - quiet.since(),
    waitsSince() {
      const waiting = openSales().filter(({ isAsked }) => !isAsked);
      return waiting.length === 0 ? null : Math.max(...waiting.map(({ createdAt }) => createdAt));
    },
  };
}

const WAIT = { is: "wait" } as const;

type Fate = ScanVerdict | { is: "tested" | "retired" | "out" };

/**
 * Decides about a scan. A test's scan or a retired sticker serves no sale; out of service, only a started sale is
 * served.
 */
function fateOf({ sticker }: StickerScan, situation: ScanSituation, isOut: boolean): Fate {
  const verdict = verdictOf(situation);
  const isForNext = verdict.is === "kept" || verdict.is === "old" || situation.open.length === 0;
  const ofSale: Fate = isOut && isForNext && verdict.is !== "seen" ? { is: "out" } : verdict;
  if (situation.isSeen || sticker === null) return ofSale;
  if (sticker.isTested) return { is: "tested" };
  return sticker.isInUse ? ofSale : { is: "retired" };
}

/** Tracks whether the till is out of service for customers, and then forgets a waiting customer. */
function followService({ isLocked, ready, signals }: TakeScanPorts): () => boolean {
  let isKept = false;
  const isOut = () => isKept && isLocked();
  signals.on("selling.changed", (selling) => {
    isKept = selling.isOut;
    if (isOut()) ready.forget();
  });
  return isOut;
}

function repeatedAnswer(ports: TakeScanPorts, scanToken: string): string | null {
  const posTid = ports.seen.askedBy(scanToken);
  if (posTid !== null) return ports.scanReply(posTid);
  const ready = ports.ready.now();
  return ready?.scanToken === scanToken ? keptText(ports, ready.wordsOf) : null;
}

function keptText({ language, shopName }: TakeScanPorts, wordsOf: string): string {
  const usual = language(null);
  return replyText("kept", usual, { shop: shopName(), words: matchWords(wordsOf, usual) });
}

function answer(ports: TakeScanPorts, { scanToken, ageMs, sticker }: StickerScan, fate: Fate): string | null {
  switch (fate.is) {
    case "seen":
      return repeatedAnswer(ports, scanToken);
    case "sale":
      ports.onScan(fate.posTid);
      return ports.scanReply(fate.posTid);
    case "kept":
      return keptText(ports, ports.ready.keep(scanToken, ageMs));
    case "tested":
      if (sticker !== null) ports.tested(sticker.id);
      return replyText("tested", ports.language(null));
    default:
      return replyText(fate.is, ports.language(null));
  }
}

/** Sales with a customer present. A sale that the cashier left does not block other customers. */
function customersOf(store: PaymentStore): PaymentRow[] {
  return store.rows.inPhases([...PRESENT_PHASES]).filter(({ leftAt }) => leftAt === null);
}

/** Tracks when the last sale ended, counting the till's start as one. */
function followSales({ clock, signals, store }: TakeScanPorts): { since(): number } {
  const open = new Set<string>(customersOf(store).map(({ posTid }) => posTid));
  let since = clock.monotonic();
  signals.on("payment.changed", ({ posTid, phase }) => {
    if (isPresent(phase) && store.rows.find(posTid)?.leftAt === null) open.add(posTid);
    else if (open.delete(posTid)) since = clock.monotonic();
  });
  return { since: () => since };
}
