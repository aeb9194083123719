/** What the page shows, and what was chosen on it. */
import { createContext, use } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type {
  ChainDay,
  ChainPayment,
  ChainTills,
  Found,
  HeadOfficeAnswers,
  ZLine,
} from "../../contract/head-office.ts";
import type { KitState } from "../kit/context.ts";
import type { Preferences, Theme } from "../store/state.ts";

export type SectionId = "today" | "tills" | "find" | "differences" | "reports";

export interface HeadOfficeState extends KitState {
  theme: Theme;
  section: SectionId;
  /** `away`: the ledger did not answer the last question; `lost`: the server does not know this page */
  connection: "ready" | "away" | "lost";
  /** Whether the last question was refused */
  isRefused: boolean;
  /** The day that was chosen; null: the present one */
  day: string | null;
  today: ChainDay | null;
  /** As it was last read; null: not yet */
  presentDay: string | null;
  /** Of the currencies that were sold in; null: the one with most */
  currency: string | null;
  tills: ChainTills | null;
  /** Only those that somebody should look at */
  onlyTrouble: boolean;
  tillsText: string;
  find: { text: string; day: string; shop: string };
  found: Found | null;
  payment: ChainPayment | null;
  /** `2026-03` */
  month: string;
  /** Of the Zs and differences; empty: all */
  shop: string;
  reports: ZLine[] | null;
  differences: HeadOfficeAnswers["differences"] | null;
  requests: HeadOfficeAnswers["requests"] | null;
}

export type HeadOfficeStore = StoreApi<HeadOfficeState>;

/** The store as the page begins. @param now ms since the epoch */
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

/** `2026-03`, by the clock of whoever reads. */
function monthOf(now: number): string {
  const at = new Date(now);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}`;
}

/** The shops of the chain, by name. */
export function shopsOf({ tills }: HeadOfficeState): string[] {
  return [...new Set(tills?.tills.map(({ shop }) => shop))];
}

/** How many tills and shops the chain has, and how many former tills; null: not read yet. */
export function sizeOf({ tills }: HeadOfficeState): { active: number; former: number; shops: number } | null {
  if (tills === null) return null;
  const active = tills.tills.filter(({ state }) => state === "active");
  const shops = new Set(active.map(({ shop }) => shop)).size;
  return { active: active.length, former: tills.tills.length - active.length, shops };
}

/** What people can do on the page: choose what is shown. */
export interface HeadOfficeActions {
  open(section: SectionId): void;
  setTheme(theme: Theme): void;
  setLanguage(language: KitState["language"]): void;
  /** @param day null: the present one */
  chooseDay(day: string | null): void;
  /** Goes on by so many days, to the present one at the most */
  stepDay(by: number): void;
  chooseCurrency(currency: string): void;
  filterTills(chosen: Partial<Pick<HeadOfficeState, "onlyTrouble" | "tillsText">>): void;
  typeSearch(typed: Partial<HeadOfficeState["find"]>): void;
  search(): Promise<void>;
  /** Shows the payments whose money waits for somebody */
  findWaiting(): Promise<void>;
  openPayment(till: string, posTid: string): Promise<void>;
  closePayment(): void;
  choosePeriod(chosen: Partial<Pick<HeadOfficeState, "month" | "shop">>): void;
  saveReports(): Promise<void>;
  /** Reads again what is open */
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

/** A value of the state; objects and lists are compared one level deep. */
export function useOffice<T>(select: (state: HeadOfficeState) => T): T {
  return useStore(useContextValue().store, useShallow(select));
}

/** What people can do. */
export function useOfficeActions(): HeadOfficeActions {
  return useContextValue().actions;
}
