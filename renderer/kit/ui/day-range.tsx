import { parseDate } from "@internationalized/date";
import { RangeCalendar } from "react-aria-components";
import { CalendarMonth } from "./calendar-month.tsx";

export interface DayRangeProps {
  label: string;
  /** `2026-11-20`, both inclusive; null: none */
  value: { first: string; last: string } | null;
  onChange: (first: string, last: string) => void;
  latest: string;
}

/** A month to select a first and a last day; the same day twice is one day. */
export function DayRange({ label, value, onChange, latest }: DayRangeProps) {
  return (
    <RangeCalendar
      aria-label={label}
      value={value && { start: parseDate(value.first), end: parseDate(value.last) }}
      onChange={({ start, end }) => onChange(start.toString(), end.toString())}
      maxValue={parseDate(latest)}
    >
      <CalendarMonth isRange />
    </RangeCalendar>
  );
}
