import { createStore, type StoreApi } from "zustand";
import { initialState, type Preferences, type TillState } from "./state.ts";

export type TillStore = StoreApi<TillState>;

export function createTillStore(now: number, preferences: Preferences): TillStore {
  return createStore(() => initialState(now, preferences));
}
