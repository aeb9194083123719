/** A locked till, and a kiosk, tells of the payment at the counter alone: all else is read anew once somebody has signed in. */
import { isForStaff } from "../store/select.ts";
import type { TillStore } from "../store/till-store.ts";

/** Connects the store to the lock. @returns a function that lets go */
export function followLock(store: TillStore, readEverything: () => Promise<void>): () => void {
  return store.subscribe((state, before) => {
    if (state.terminal === before.terminal || !isForStaff(before) || isForStaff(state)) return;
    void readEverything();
  });
}
