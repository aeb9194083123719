/**
 * The end of what is kept: at its deadline, when its sale is over, when a person says so, and when it cannot be opened any
 * more. Each is in the journal by the names of what was erased.
 */
import type { ErasedBecause } from "../../contract/permissions.ts";
import { type Loop, startLoop } from "../lib/loop.ts";
import type { StorageContext } from "../storage/context.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";

export interface ErasurePorts extends Pick<StorageContext, "clock" | "log"> {
  store: PermissionStore;
}

export interface Erasure extends Pick<Loop, "wake" | "close"> {
  /** A sale begins: what was kept for the one before is over. */
  saleBegins(posTid: string): void;
}

/** Looks this often all the same: the clock may have been set. */
const LOOK_MS = 60_000;

/** Starts erasing what is over, that of the time the till was off first. */
export function startErasure(ports: ErasurePorts): Erasure {
  const { clock, store } = ports;
  sweep(store);
  const loop = startLoop(ports, () => {
    const now = clock.now();
    for (const row of store.rows.kept()) if ((row.deadline ?? now) <= now) eraseNow(store, row, "deadline");
    endCodes(store, now);
    const dueAt = [...store.rows.kept().map(({ deadline }) => deadline), ...codesOf(store)].filter((at) => at !== null);
    return Math.max(1, Math.min(LOOK_MS, ...dueAt.map((at) => at - now)));
  });
  return {
    wake: loop.wake,
    close: loop.close,
    saleBegins(posTid) {
      for (const row of store.rows.kept()) {
        if (row.keepDays > 0 || row.sale === posTid) continue;
        // One that was asked for before the sale belongs to the next that begins.
        if (row.sale === null) store.commit(row.posTid, (now) => store.change(row.posTid, { sale: posTid }, now));
        else eraseNow(store, row, "sale");
      }
    },
  };
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
