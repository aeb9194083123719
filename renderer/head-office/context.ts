import { createContext, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { HeadOfficeActions } from "./actions.ts";
import type { HeadOfficeState, HeadOfficeStore } from "./state.ts";

export const HeadOfficeContext = createContext<{ store: HeadOfficeStore; actions: HeadOfficeActions } | null>(null);

function useContextValue() {
  const value = use(HeadOfficeContext);
  if (value === null) throw new Error("A part of head office's page was rendered outside its context.");
  return value;
}

export function useOffice<T>(select: (state: HeadOfficeState) => T): T {
  return useStore(useContextValue().store, useShallow(select));
}

export function useOfficeActions(): HeadOfficeActions {
  return useContextValue().actions;
}
