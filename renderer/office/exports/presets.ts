/** The periods that are usually exported. Pure. */
import { shiftDay, wallClock } from "../../../contract/reports-time.ts";

export const PRESETS = ["today", "yesterday", "month", "lastMonth"] as const;
export type Preset = (typeof PRESETS)[number];

/** The usual periods that are exactly these days: on the first of a month today is all of this month. */
export function presetsOf(period: { from: string; to: string }, now: number, timeZone: string): Preset[] {
  return PRESETS.filter((preset) => {
    const { from, to } = presetPeriod(preset, now, timeZone);
    return from === period.from && to === period.to;
  });
}

/** A period's first and last day, `2026-11-20`, by the shop's calendar. @param now ms since the epoch */
export function presetPeriod(preset: Preset, now: number, timeZone: string): { from: string; to: string } {
  const today = wallClock(now, timeZone).date;
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
