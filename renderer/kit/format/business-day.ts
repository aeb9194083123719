/** The shop's days, for lists. */
import { businessDayOf, type ShopTime, shiftDay, startOfDay } from "../../../contract/reports-time.ts";

/**
 * When the business day of `now` began, or an earlier one: "today" is the same in every list and report, also between
 * midnight and the cut-off.
 * @returns ISO 8601 in UTC
 */
export function startOfBusinessDay(now: number, shop: ShopTime, daysBefore = 0): string {
  return new Date(startOfDay(shiftDay(businessDayOf(now, shop), -daysBefore), shop)).toISOString();
}
