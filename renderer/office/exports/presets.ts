import { businessDayOf, type ShopTime, shiftDay } from "../../../contract/accounting/reports-time.ts";
import type { ExportsState } from "../../store/office-state.ts";

export const PRESETS = ["today", "yesterday", "month", "lastMonth"] as const;
export type Preset = (typeof PRESETS)[number];

/** Returns the presets that match a period: on the first of a month, today is also this month. */
export function presetsOf(period: { from: string; to: string }, now: number, shop: ShopTime): Preset[] {
  return PRESETS.filter((preset) => {
    const { from, to } = presetPeriod(preset, now, shop);
    return from === period.from && to === period.to;
  });
}

/**
 * Returns a preset's first and last business day, such as `2026-11-20`.
 * @param now ms since the epoch
 */
export function presetPeriod(preset: Preset, now: number, shop: ShopTime): { from: string; to: string } {
  const today = businessDayOf(now, shop);
  const first = `${today.slice(0, 8)}01`;
  const before = shiftDay(first, -1);
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: shiftDay(today, -1), to: shiftDay(today, -1) };
    case "month":
      return { from: first, to: today };
    case "lastMonth":
      return { from: `${before.slice(0, 8)}01`, to: before };
  }
}

export function isPeriod({ from, to }: ExportsState["selection"]): boolean {
  return from !== "" && to !== "" && from <= to;
}
