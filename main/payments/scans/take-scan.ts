/** Takes a scan that names no sale: by the guard it goes to the one open sale, is kept for the next one, or to neither. */
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

/** A scan that was proven: by its signature, or by the service's own answer. */
export interface StickerScan {
  /** G3's identifier */
  scanToken: string;
  /** How long ago it was made, at the most, in ms */
  ageMs: number;
  /** null: of the till's own code, without the sale that it names */
  sticker: { id: string; name: string; isTested: boolean; isInUse: boolean } | null;
}

export interface TakeScanPorts extends Pick<StorageContext, "clock" | "database"> {
  store: PaymentStore;
  seen: SeenScans;
  /** What the customer whom an open payment asks reads; null: it asks no customer now */
  askedText(posTid: string): string | null;
  ready: ReadyCustomer;
  signals: Pick<Signals, "on">;
  /** Asks the scanning customer to pay. @returns whether the payment waited for a scan */
  scanned(posTid: string, scanToken: string): boolean;
  onScan(posTid: string | null): void;
  /** A sticker's test is over with this scan */
  tested(id: string): void;
  /** Inside a transaction: when it was scanned last */
  noteScan(id: string, now: number): void;
  language(posTid: string | null): CustomerLanguage;
  shopName(): string;
  /** Whether customers stand at the window, and no staff are there to work around what keeps the till from selling */
  isLocked(): boolean;
}

export interface ScanTaking {
  /** @returns what the customer reads; null: nothing new */
  take(scan: StickerScan): string | null;
  /** For how long no other sale than those that are open was, in ms: older scans may have been meant for one that is over */
  quietMs(): number;
  /** When the newest sale began that waits for a scan, in ms since the epoch; null: none does */
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
      // Before anything follows from it: a till that dies in between forgets the customer, and asks no other.
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
 * A test's scan is no sale's, and a sticker that is given up serves none. Out of service only a sale that had begun is.
 * @param isOut whether nothing can be bought here now
 */
function fateOf({ sticker }: StickerScan, situation: ScanSituation, isOut: boolean): Fate {
  const verdict = verdictOf(situation);
  const isForNext = verdict.is === "kept" || verdict.is === "old" || situation.open.length === 0;
  const ofSale: Fate = isOut && isForNext && verdict.is !== "seen" ? { is: "out" } : verdict;
  if (situation.isSeen || sticker === null) return ofSale;
  if (sticker.isTested) return { is: "tested" };
  return sticker.isInUse ? ofSale : { is: "retired" };
}

/** Knows whether nothing can be bought here now. Who waits for the next sale is then told otherwise by the screen, and forgotten. */
function followService({ isLocked, ready, signals }: TakeScanPorts): () => boolean {
  let isKept = false;
  const isOut = () => isKept && isLocked();
  signals.on("selling.changed", (selling) => {
    isKept = selling.isOut;
    if (isOut()) ready.forget();
  });
  return isOut;
}

/** What the customer of an earlier scan reads when it is told again: that they are asked, or are next. */
function repeatedAnswer(ports: TakeScanPorts, scanToken: string): string | null {
  const posTid = ports.seen.askedBy(scanToken);
  if (posTid !== null) return ports.askedText(posTid);
  const ready = ports.ready.now();
  return ready?.scanToken === scanToken ? keptText(ports, ready.wordsOf) : null;
}

function keptText({ language, shopName }: TakeScanPorts, wordsOf: string): string {
  const usual = language(null);
  return replyText("kept", usual, { shop: shopName(), words: matchWords(wordsOf, usual) });
}

/** What follows once it is on disk. @returns what the customer reads */
function answer(ports: TakeScanPorts, { scanToken, ageMs, sticker }: StickerScan, fate: Fate): string | null {
  switch (fate.is) {
    case "seen":
      return repeatedAnswer(ports, scanToken);
    case "sale":
      ports.onScan(fate.posTid);
      return ports.askedText(fate.posTid);
    case "kept":
      return keptText(ports, ports.ready.keep(scanToken, ageMs));
    case "tested":
      if (sticker !== null) ports.tested(sticker.id);
      return replyText("tested", ports.language(null));
    default:
      return replyText(fate.is, ports.language(null));
  }
}

/** The sales whose customers are here: one that the till has gone on from keeps no customer from their turn. */
function customersOf(store: PaymentStore): PaymentRow[] {
  return store.rows.inPhases([...PRESENT_PHASES]).filter(({ leftAt }) => leftAt === null);
}

/** Knows since when no other sale than those that are open was. Nothing is known of the time before this start. */
function followSales({ clock, signals, store }: TakeScanPorts): { since(): number } {
  const open = new Set<string>(customersOf(store).map(({ posTid }) => posTid));
  let since = clock.monotonic();
  signals.on("payment.changed", ({ posTid, phase }) => {
    if (isPresent(phase) && store.rows.find(posTid)?.leftAt === null) open.add(posTid);
    else if (open.delete(posTid)) since = clock.monotonic();
  });
  return { since: () => since };
}
