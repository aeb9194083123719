import { createContext, type ReactNode, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { KitContext } from "../kit/context.ts";
import type { TillState } from "./state.ts";
import type { TillStore } from "./till-store.ts";

/** All user actions. `app/actions.ts` extends this by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: extended in app/, so that the store does not depend on features
export interface Actions {}

export interface TillContextValue {
  store: TillStore;
  actions: Actions;
}

const TillContext = createContext<TillContextValue | null>(null);

export function TillProvider({ value, children }: { value: TillContextValue; children?: ReactNode }): ReactNode {
  return (
    <TillContext value={value}>
      <KitContext value={value}>{children}</KitContext>
    </TillContext>
  );
}

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
