import { type ShopTime, shiftDay, startOfDay } from "../../../contract/accounting/reports-time.ts";
import { type FieldProblem, invalidField } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";

export interface Period {
  from: number;
  to: number;
}

/** Reads a period of business days (`2026-11-20`, the end is inclusive) or ISO 8601 instants. */
export function readPeriod(from: string, to: string, shop: ShopTime): { period: Period } | { problem: FieldProblem } {
  const period = {
    from: isDay(from) ? startOfDay(from, shop) : Date.parse(from),
    to: isDay(to) ? startOfDay(shiftDay(to, 1), shop) : Date.parse(to),
  };
  return period.from < period.to ? { period } : { problem: invalidField("to", reasonFor("export_period")) };
}

function isDay(point: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(point);
}
