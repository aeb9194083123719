/**
 * Erases customer data: at its deadline, after its sale, on request, and when it cannot be opened. Each erasure is
 * journalled with the names of the claims.
 */
import type { ErasureReason } from "../../contract/customers/permissions.ts";
import { startLoop } from "../lib/loop.ts";
import type { StorageContext } from "../storage/context.ts";
import { type Forgotten, forgetCustomer } from "./forget.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";

export interface ErasurePorts extends Pick<StorageContext, "clock" | "log"> {
  store: PermissionStore;
  forgotten: Pick<Forgotten, "all">;
  /** True if a program started the payment: programs use references, the counter does not */
  isProgramsSale(posTid: string): boolean;
}

/** Time for reading to finish after the next sale started: a receipt may go to the address being read. */
const READING_GRACE_MS = 2 * 60_000;
/** Longest interval, in case the clock was set. */
const MAX_INTERVAL_MS = 60_000;

/** Starts erasing. Catches up with the time the till was off. */
export function startErasure(ports: ErasurePorts) {
  const { clock, forgotten, isProgramsSale, store } = ports;
  // A restored backup may contain forgotten customers.
  for (const posTid of forgotten.all()) if (store.find(posTid) !== null) forgetCustomer(store, posTid, null);
  removeOrphans(store);
  const isDue = deadlines(clock);
  const loop = startLoop(ports, () => {
    const now = clock.now();
    for (const row of store.rows.withContent()) if (isDue(row)) eraseNow(store, row, "deadline");
    endCodes(store, now);
    const dueAt = [...store.rows.withContent().map(({ deadline }) => deadline), ...codesOf(store)].filter(
      (at) => at !== null,
    );
    return Math.max(1, Math.min(MAX_INTERVAL_MS, ...dueAt.map((at) => at - now)));
  });
  return {
    wake: loop.wake,
    close: loop.close,
    /**
     * Ends the data of the previous sale of the same place: the counter, or programs. Data requested separately belongs
     * to the sale that charges its customer, otherwise to the counter's next.
     */
    onSaleStarted({ posTid, permission }: { posTid: string; permission: string | null }) {
      const isPrograms = isProgramsSale(posTid);
      for (const row of store.rows.withContent()) {
        if (row.keepDays > 0 || row.sale === posTid) continue;
        if (row.sale !== null && isProgramsSale(row.sale) === isPrograms) endSale(store, row);
        else if (row.sale === null && (row.posTid === permission || !isPrograms))
          store.commit(row.posTid, (now) => store.change(row.posTid, { sale: posTid }, now));
      }
    },
  };
}

const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** True if the clock is earlier than the answer: its deadline could never come. */
export function isClockBeforeAnswer({ answeredAt }: PermissionRow, now: number): boolean {
  return answeredAt !== null && now < answeredAt - CLOCK_TOLERANCE_MS;
}

/** Detects passed deadlines by both clocks, since the wall clock may be set back. */
function deadlines(clock: ErasurePorts["clock"]): (row: PermissionRow) => boolean {
  const tracked = new Map<string, { deadline: number; until: number }>();
  return (row) => {
    const { deadline, posTid } = row;
    const now = clock.now();
    const entry = tracked.get(posTid);
    if (deadline === null || deadline <= now || isClockBeforeAnswer(row, now)) {
      tracked.delete(posTid);
      return true;
    }
    const until = entry?.deadline === deadline ? entry.until : clock.monotonic() + deadline - now;
    const isOver = until <= clock.monotonic();
    if (isOver) tracked.delete(posTid);
    else tracked.set(posTid, { deadline, until });
    return isOver;
  };
}

function endSale(store: PermissionStore, row: PermissionRow): void {
  if (row.toRead.length === 0) eraseNow(store, row, "sale");
  else
    store.commit(row.posTid, (now) => {
      const deadline = Math.min(row.deadline ?? 0, now + READING_GRACE_MS);
      store.change(row.posTid, { deadline }, now);
    });
}

function eraseNow(store: PermissionStore, { posTid }: PermissionRow, because: ErasureReason): void {
  store.commit(posTid, (now) => {
    const row = store.find(posTid);
    if (row !== null && row.deadline !== null) store.erase(row, because, {}, now);
  });
}

/** Removes rows without a key and keys without a row, left by a restore or an interrupted erasure. */
function removeOrphans(store: PermissionStore): void {
  const rows = store.rows.withContent();
  const keys = new Set(store.records.known());
  for (const row of rows) if (store.open(row) === null) eraseNow(store, row, "unreadable");
  store.mails.removeOrphanKeys();
  store.records.destroy([...keys].filter((posTid) => !rows.some((row) => row.posTid === posTid)));
}

function codesOf(store: PermissionStore): (number | null)[] {
  return store.rows.inPhase("draft").flatMap(({ combined, codeUntil }) => (combined ? [] : [codeUntil]));
}

function endCodes(store: PermissionStore, now: number): void {
  for (const { posTid, combined, codeUntil } of store.rows.inPhase("draft")) {
    if (combined || codeUntil === null || codeUntil > now) continue;
    store.commit(posTid, (at) => {
      if (store.find(posTid)?.phase === "draft") store.change(posTid, { phase: "expired" }, at);
    });
  }
}
