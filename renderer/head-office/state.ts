import { createStore, type StoreApi } from "zustand";
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
