/** How screens get at the store and at what people can do. */
import { createContext, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { Actions } from "../app/actions.ts";
import type { TillState } from "./state.ts";
import type { TillStore } from "./till-store.ts";

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

/** A value of the state; objects and lists are compared one level deep. */
export function useTill<T>(select: (state: TillState) => T): T {
  return useStore(useTillContext().store, useShallow(select));
}

/** What people can do. */
export function useActions(): Actions {
  return useTillContext().actions;
}

/** The time, ticking every second; the binding owns the ticker. */
export function useNow(): number {
  return useTill((state) => state.now);
}
