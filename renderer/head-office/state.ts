import { createContext, use } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type {
  ChainDay,
  ChainPayment,
  ChainTills,
  HeadOfficeResponses,
  SearchResult,
  ZLine,
} from "../../contract/head-office/head-office.ts";
import type { KitState } from "../kit/context.ts";
import type { Preferences, Theme } from "../store/state.ts";

export type SectionId = "today" | "tills" | "find" | "differences" | "reports";

export interface HeadOfficeState extends KitState {
  theme: Theme;
  section: SectionId;
  /** `away`: the last request failed; `lost`: the server rejects this page */
  connection: "ready" | "away" | "lost";
  isRefused: boolean;
  /** null: today */
  day: string | null;
  today: ChainDay | null;
  presentDay: string | null;
  /** The selected currency; null: the one with most sales */
  currency: string | null;
  tills: ChainTills | null;
  onlyTrouble: boolean;
  tillsText: string;
  find: { text: string; day: string; shop: string };
  found: SearchResult | null;
  payment: ChainPayment | null;
  /** `2026-03` */
  month: string;
  shop: string;
  reports: ZLine[] | null;
  differences: HeadOfficeResponses["differences"] | null;
  requests: HeadOfficeResponses["requests"] | null;
}

export type HeadOfficeStore = StoreApi<HeadOfficeState>;

export function createHeadOfficeStore(now: number, { theme, language, unitsFirst }: Preferences): HeadOfficeStore {
  return createStore<HeadOfficeState>(() => ({
    terminal: null,
    language,
    unitsFirst,
    isFresh: false,
    now,
    busy: {},
    managerProblem: null,
    phoneCheck: null,
    theme,
    section: "today",
    connection: "ready",
    isRefused: false,
    day: null,
    today: null,
    presentDay: null,
    currency: null,
    tills: null,
    onlyTrouble: false,
    tillsText: "",
    find: { text: "", day: "", shop: "" },
    found: null,
    payment: null,
    month: monthOf(now),
    shop: "",
    reports: null,
    differences: null,
    requests: null,
  }));
}

/** `2026-03` in the reader's time zone. */
function monthOf(now: number): string {
  const at = new Date(now);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}`;
}

export function shopsOf({ tills }: HeadOfficeState): string[] {
  return [...new Set(tills?.tills.map(({ shop }) => shop))];
}

export function sizeOf({ tills }: HeadOfficeState): { active: number; former: number; shops: number } | null {
  if (tills === null) return null;
  const active = tills.tills.filter(({ state }) => state === "active");
  const shops = new Set(active.map(({ shop }) => shop)).size;
  return { active: active.length, former: tills.tills.length - active.length, shops };
}

export interface HeadOfficeActions {
  open(section: SectionId): void;
  setTheme(theme: Theme): void;
  setLanguage(language: KitState["language"]): void;
  chooseDay(day: string | null): void;
  /** Moves by this many days, at most to today */
  stepDay(by: number): void;
  chooseCurrency(currency: string): void;
  filterTills(chosen: Partial<Pick<HeadOfficeState, "onlyTrouble" | "tillsText">>): void;
  typeSearch(typed: Partial<HeadOfficeState["find"]>): void;
  search(): Promise<void>;
  findWaiting(): Promise<void>;
  openPayment(till: string, posTid: string): Promise<void>;
  closePayment(): void;
  choosePeriod(chosen: Partial<Pick<HeadOfficeState, "month" | "shop">>): void;
  saveReports(): Promise<void>;
  refresh(): Promise<void>;
}

export interface HeadOfficeContextValue {
  store: HeadOfficeStore;
  actions: HeadOfficeActions;
}

export const HeadOfficeContext = createContext<HeadOfficeContextValue | null>(null);

function useContextValue(): HeadOfficeContextValue {
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
