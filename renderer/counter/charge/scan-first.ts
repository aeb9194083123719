/** While a sale is prepared, a customer may scan a sticker first: main is told, and asks about scans where none are told. */
import type { TillClient } from "../../../contract/events.ts";
import { totalOf } from "../../kit/amount/entry.ts";
import { isForKiosk, stageOf } from "../../store/select.ts";
import type { TillState } from "../../store/state.ts";
import type { TillStore } from "../../store/till-store.ts";

/** Half of what main goes on asking for after it was told. */
const EVERY_MS = 30_000;

/** Tells main for as long as that is so. @returns a function that lets go */
export function followScanFirst(store: TillStore, client: TillClient): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return store.subscribe((state) => {
    if (!isPrepared(state) || state.now - toldAt < EVERY_MS) return;
    toldAt = state.now;
    void client.call("scan.expect", {});
  });
}

/** At a kiosk whenever no payment is open: a customer may scan before they touch anything. */
function isPrepared(state: TillState): boolean {
  const { terminal, draft, route } = state;
  if (terminal === null || terminal.scanFirst.stickers === 0 || terminal.callbacks.scans !== "last_scan") return false;
  if (isForKiosk(state)) return state.currentId === null;
  return route === "charge" && stageOf(state).kind === "charge" && totalOf(draft.entry) > 0;
}
