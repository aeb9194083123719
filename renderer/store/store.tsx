/** How screens get at the store and at what people can do. */
import { createContext, type ReactNode, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { KitContext } from "../kit/context.ts";
import type { TillState } from "./state.ts";
import type { TillStore } from "./till-store.ts";

/** Everything that people can do: `app/actions.ts` fills it with the actions of all features, by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: it is empty here, so that nothing below the features knows them
export interface Actions {}

export interface TillContextValue {
  store: TillStore;
  actions: Actions;
}

const TillContext = createContext<TillContextValue | null>(null);

/** Hands a window's store and actions to the screens, and to the kit what it needs of them. */
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

/** A value of the state; objects and lists are compared one level deep. */
export function useTill<T>(select: (state: TillState) => T): T {
  return useStore(useTillContext().store, useShallow(select));
}

/** The window's store, for what follows it outside of a render. */
export function useTillStore(): TillStore {
  return useTillContext().store;
}

/** What people can do. */
export function useActions(): Actions {
  return useTillContext().actions;
}

/** The time, ticking every second; the binding owns the ticker. */
export function useNow(): number {
  return useTill((state) => state.now);
}
