/** A locked till lists the payment at the counter alone: the others are read once somebody has signed in. */
import type { Actions } from "./actions.ts";
import { isShut } from "./select.ts";
import type { TillStore } from "./store.ts";

/** Connects the store to the lock. @returns a function that lets go */
export function followLock(store: TillStore, actions: Pick<Actions, "readOpen" | "readList">): () => void {
  return store.subscribe((state, before) => {
    if (state.terminal === before.terminal || !isShut(before) || isShut(state)) return;
    void actions.readOpen();
    void actions.readList();
  });
}
