/** Customers may scan a sticker before the sale. The main process polls for scans while a sale is prepared. */

import type { TillClient } from "../../../contract/bridge/events.ts";
import { totalOf } from "../../kit/amount/entry.ts";
import { lazyModule } from "../../kit/lazy-module.ts";
import { isCustomerWindow, stageOf } from "../../store/select.ts";
import type { TillState } from "../../store/state.ts";
import type { TillStore } from "../../store/store.ts";

/** Half of the main process's timeout. */
const EVERY_MS = 30_000;

export function followScanFirst(store: TillStore, client: TillClient): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return store.subscribe((state) => {
    if (!isPrepared(state) || state.now - toldAt < EVERY_MS) return;
    toldAt = state.now;
    void client.call("scan.expect", {});
  });
}

/** In a kiosk whenever no payment is open: customers may scan first. */
function isPrepared(state: TillState): boolean {
  const { terminal, draft, route } = state;
  if (terminal === null || terminal.scanFirst.stickers === 0 || terminal.callbacks.scans !== "last_scan") return false;
  if (isCustomerWindow(state)) return state.currentId === null;
  return route === "charge" && stageOf(state).kind === "charge" && totalOf(draft.entry) > 0;
}

export const READY_CUSTOMER = lazyModule(() => import("./ready-customer.tsx"));
