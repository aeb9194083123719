/** Figures of a report from the tally: pure. `contract/accounting/reports.ts` defines each figure. */
import {
  type HourBar,
  OUTCOMES,
  type Outcome,
  type OutcomeTotal,
  type PersonTotal,
  type ReportCounts,
  type Totals,
  totalsFrom,
} from "../../../contract/accounting/reports.ts";
import { clockText, hoursOfDay, type ShopTime, wallClock } from "../../../contract/accounting/reports-time.ts";
import { BOOKING_OF } from "../../payments/search.ts";
import type { BookingKind } from "./entries.ts";
import type { TallyRow } from "./tally.ts";

export function totalsOf(rows: readonly TallyRow[]): Totals {
  const moved = (kind: BookingKind, part: "amount" | "additionalAmount") =>
    rows.reduce((sum, row) => (row.kind === kind ? sum + row[part] : sum), 0);
  const tips = moved("capture", "additionalAmount");
  const tipsRefunded = moved("refund", "additionalAmount");
  return totalsFrom({
    captured: moved("capture", "amount") + tips,
    refunded: moved("refund", "amount") + tipsRefunded,
    tips,
    tipsRefunded,
    transactionFees: rows.reduce((sum, row) => sum + row.transactionFee, 0),
    interchangeFees: rows.reduce((sum, row) => sum + row.interchangeFee, 0),
  });
}

export function countsOf(rows: readonly TallyRow[]): ReportCounts {
  const bookings = (kind: BookingKind) => rows.reduce((sum, row) => (row.kind === kind ? sum + row.bookings : sum), 0);
  return { ...paymentsOf(rows), captures: bookings("capture"), refunds: bookings("refund") };
}

function paymentsOf(rows: readonly TallyRow[]): Record<Outcome, number> {
  const count = (outcome: Outcome) =>
    rows.reduce((sum, row) => (row.kind === BOOKING_OF[outcome] ? sum + row.payments : sum), 0);
  return {
    captured: count("captured"),
    refunded: count("refunded"),
    released: count("released"),
    aborted: count("aborted"),
    rejected: count("rejected"),
    expired: count("expired"),
    approved: count("approved"),
  };
}

export function outcomesOf(rows: readonly TallyRow[]): OutcomeTotal[] {
  const counts = paymentsOf(rows);
  return OUTCOMES.map((outcome) => {
    const of = rows.filter((row) => row.kind === BOOKING_OF[outcome]);
    return {
      outcome,
      count: counts[outcome],
      amount: of.reduce((sum, row) => sum + row.amount + row.additionalAmount, 0),
    };
  });
}

/** Returns the totals of each person by name, with unknown persons last. */
export function personsOf(rows: readonly TallyRow[]): PersonTotal[] {
  const persons = Map.groupBy(rows, (row) => row.actor);
  return [...persons]
    .sort(([one], [other]) => (one === null ? 1 : other === null ? -1 : one < other ? -1 : 1))
    .map(([person, own]) => ({ person, ...totalsOf(own), counts: countsOf(own) }));
}

/** Returns the hours of the only business day with bookings, or 24 clock hours that combine several days. */
export function hoursOf(rows: readonly TallyRow[], businessDay: string | null, shop: ShopTime): HourBar[] {
  return businessDay === null ? hoursByTheClock(rows, shop) : hoursOfOneDay(rows, businessDay, shop);
}

function hoursOfOneDay(rows: readonly TallyRow[], businessDay: string, shop: ShopTime): HourBar[] {
  return hoursOfDay(businessDay, shop).map(({ hour, label, startsAt, endsAt }) => ({
    hour,
    label,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    ...barOf(rows.filter((row) => row.at >= startsAt && row.at < endsAt)),
  }));
}

function hoursByTheClock(rows: readonly TallyRow[], { timeZone, cutOff }: ShopTime): HourBar[] {
  const byHour = Map.groupBy(rows, ({ at }) => wallClock(at, timeZone).hour);
  const first = Number(cutOff.slice(0, 2));
  return Array.from({ length: 24 }, (_, index) => (first + index) % 24).map((hour) => ({
    hour,
    label: clockText(hour),
    startsAt: null,
    endsAt: null,
    ...barOf(byHour.get(hour) ?? []),
  }));
}

function barOf(rows: readonly TallyRow[]): Pick<HourBar, "captured" | "refunded" | "net" | "tips" | "count"> {
  const { captured, refunded, net, tips } = totalsOf(rows);
  return { captured, refunded, net, tips, count: paymentsOf(rows).captured };
}
