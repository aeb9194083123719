import { createContext, use } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { initialState, type Preferences, type TillState } from "./state.ts";

/** All user actions. `app/actions.ts` extends this by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: extended in app/, so that the store does not depend on features
export interface Actions {}

export interface TillContextValue {
  store: TillStore;
  actions: Actions;
}

export const TillContext = createContext<TillContextValue | null>(null);

function useTillContext(): TillContextValue {
  const value = use(TillContext);
  if (value === null) throw new Error("A screen was rendered outside the till's context.");
  return value;
}

export function useTill<T>(select: (state: TillState) => T): T {
  return useStore(useTillContext().store, useShallow(select));
}

export function useTillStore(): TillStore {
  return useTillContext().store;
}

export function useActions(): Actions {
  return useTillContext().actions;
}

export function useNow(): number {
  return useTill((state) => state.now);
}

export type TillStore = StoreApi<TillState>;

export function createTillStore(now: number, preferences: Preferences): TillStore {
  return createStore(() => initialState(now, preferences));
}
