/**
 * The end of what is kept: at its deadline, when its sale is over, when a person says so, and when it cannot be opened any
 * more. Each is in the journal by the names of what was erased.
 */
import type { ErasedBecause } from "../../contract/permissions.ts";
import { type Loop, startLoop } from "../lib/loop.ts";
import type { StorageContext } from "../storage/context.ts";
import { type Forgotten, forgetCustomer } from "./forget.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";

export interface ErasurePorts extends Pick<StorageContext, "clock" | "log"> {
  store: PermissionStore;
  forgotten: Pick<Forgotten, "all">;
  /** Whether another program began this payment: it names its own by a reference, and the counter does not */
  isProgramsSale(posTid: string): boolean;
}

/** A sale as it begins. */
export interface BegunSale {
  posTid: string;
  /** The permission whose customer it charges; null: it is charged otherwise */
  permission: string | null;
}

export interface Erasure extends Pick<Loop, "wake" | "close"> {
  /**
   * A sale begins: what was kept for the one before at the same place is over, at the counter or of the programs that drive
   * the till. What was asked for by itself is for the sale that charges its customer, else for the counter's next.
   */
  saleBegins(sale: BegunSale): void;
}

/** What the next sale finds being read is read to its end first: a receipt may go to the address that is in it. */
const READS_ON_MS = 2 * 60_000;
/** Looks this often all the same: the clock may have been set. */
const LOOK_MS = 60_000;

/** Starts erasing what is over, that of the time the till was off first. */
export function startErasure(ports: ErasurePorts): Erasure {
  const { clock, forgotten, isProgramsSale, store } = ports;
  // A backup from before brings nothing back of a customer who was forgotten.
  for (const posTid of forgotten.all()) if (store.find(posTid) !== null) forgetCustomer(store, posTid, null);
  sweep(store);
  const isDue = deadlines(clock);
  const loop = startLoop(ports, () => {
    const now = clock.now();
    for (const row of store.rows.kept()) if (isDue(row)) eraseNow(store, row, "deadline");
    endCodes(store, now);
    const dueAt = [...store.rows.kept().map(({ deadline }) => deadline), ...codesOf(store)].filter((at) => at !== null);
    return Math.max(1, Math.min(LOOK_MS, ...dueAt.map((at) => at - now)));
  });
  return {
    wake: loop.wake,
    close: loop.close,
    saleBegins({ posTid, permission }) {
      const isPrograms = isProgramsSale(posTid);
      for (const row of store.rows.kept()) {
        if (row.keepDays > 0 || row.sale === posTid) continue;
        if (row.sale !== null && isProgramsSale(row.sale) === isPrograms) endSale(store, row);
        else if (row.sale === null && (row.posTid === permission || !isPrograms))
          store.commit(row.posTid, (now) => store.change(row.posTid, { sale: posTid }, now));
      }
    },
  };
}

/** How far a clock may be corrected: a little before the answer is no other time. */
const CORRECTION_MS = 5 * 60_000;

/** Whether the clock is from before it was answered: by such a one its deadline may never come. */
export function isBeforeAnswer({ answeredAt }: PermissionRow, now: number): boolean {
  return answeredAt !== null && now < answeredAt - CORRECTION_MS;
}

/** Whether the time of what is kept is over, by whichever clock says so first: the wall clock may be set back. */
function deadlines(clock: ErasurePorts["clock"]): (row: PermissionRow) => boolean {
  const seen = new Map<string, { deadline: number; until: number }>();
  return (row) => {
    const { deadline, posTid } = row;
    const now = clock.now();
    const known = seen.get(posTid);
    if (deadline === null || deadline <= now || isBeforeAnswer(row, now)) {
      seen.delete(posTid);
      return true;
    }
    // A deadline that was moved is another one.
    const until = known?.deadline === deadline ? known.until : clock.monotonic() + deadline - now;
    const isOver = until <= clock.monotonic();
    if (isOver) seen.delete(posTid);
    else seen.set(posTid, { deadline, until });
    return isOver;
  };
}

function endSale(store: PermissionStore, row: PermissionRow): void {
  if (row.toRead.length === 0) eraseNow(store, row, "sale");
  else
    store.commit(row.posTid, (now) => {
      const deadline = Math.min(row.deadline ?? 0, now + READS_ON_MS);
      store.change(row.posTid, { deadline }, now);
    });
}

function eraseNow(store: PermissionStore, { posTid }: PermissionRow, because: ErasedBecause): void {
  store.commit(posTid, (now) => {
    const row = store.find(posTid);
    if (row !== null && row.deadline !== null) store.erase(row, because, {}, now);
  });
}

/** What a restored backup or an interrupted erasure left: rows without a key, and keys without a row. */
function sweep(store: PermissionStore): void {
  const kept = store.rows.kept();
  const keys = new Set(store.records.known());
  for (const row of kept) if (store.open(row) === null) eraseNow(store, row, "unreadable");
  store.mails.sweep();
  store.records.destroy([...keys].filter((posTid) => !kept.some((row) => row.posTid === posTid)));
}

function codesOf(store: PermissionStore): (number | null)[] {
  return store.rows.inPhase("draft").flatMap(({ combined, codeUntil }) => (combined ? [] : [codeUntil]));
}

/** A code that nobody scanned in its time is over: nothing was sent for it. */
function endCodes(store: PermissionStore, now: number): void {
  for (const { posTid, combined, codeUntil } of store.rows.inPhase("draft")) {
    if (combined || codeUntil === null || codeUntil > now) continue;
    store.commit(posTid, (at) => {
      if (store.find(posTid)?.phase === "draft") store.change(posTid, { phase: "expired" }, at);
    });
  }
}
