/** The store of a window: everything its screens know. */
import { createStore, type StoreApi } from "zustand";
import { initialState, type Preferences, type TillState } from "./state.ts";

export type TillStore = StoreApi<TillState>;

/** An empty store. @param now ms since the epoch */
export function createTillStore(now: number, preferences: Preferences): TillStore {
  return createStore(() => initialState(now, preferences));
}
