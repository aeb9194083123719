import { businessDayOf, type ShopTime, shiftDay, startOfDay } from "../../../contract/accounting/reports-time.ts";

/**
 * Returns the start of the business day of `now`, or of an earlier one. Lists and reports share it, also between
 * midnight and the cut-off.
 * @returns ISO 8601 in UTC
 */
export function startOfBusinessDay(now: number, shop: ShopTime, daysBefore = 0): string {
  return new Date(startOfDay(shiftDay(businessDayOf(now, shop), -daysBefore), shop)).toISOString();
}
