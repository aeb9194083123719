/** Bookings for the rest of a partly captured reservation once the service holds nothing of it. */
import { describe, expect, it } from "vitest";
import { createBookings } from "../../../../../main/accounting/periods/bookings.ts";
import type { Facts } from "../../../../../main/payments/facts.ts";
import { assess } from "../../../../../main/payments/lifecycle.ts";
import type { PaymentRow } from "../../../../../main/payments/payment-row.ts";
import type { OperationRow } from "../../../../../main/payments/queue/operation.ts";
import { openReportDatabase } from "../../../../support/report-database.ts";
import { authorised, believed, factsOfNew, operation, pendingOutcome } from "../../payments/histories.ts";

const SHOP = { timeZone: "Europe/Oslo", cutOff: "04:00" };
const CAPTURE = { id: "a", amount: 4000, additionalAmount: 0, text: null };
const TAKEN = { ...pendingOutcome(), additionalAmount: 0, captures: [CAPTURE] };
const RESERVED = believed(factsOfNew("AUTH"), { ...authorised(TAKEN), authAmount: 6000, authAdditionalAmount: 0 });
const OVER = believed(RESERVED, { ...TAKEN, status: "ok", statusCode: 4000 });
const FAILED = believed(RESERVED, { ...TAKEN, status: "fail", statusCode: 5012 });

const released = (state: OperationRow["state"]) => ({ kind: "release", state, actor: "Ola" }) as OperationRow;

/** Follows a payment from state to state. @returns the bookings made at its end */
function endsBooked(...steps: [Facts, ...OperationRow[]][]): [string, number][] {
  using reports = openReportDatabase(SHOP);
  const { database } = reports;
  reports.book("p", 0, { kind: "approved", amount: 10_000 });
  const bookings = createBookings(database);
  for (const [{ outcome, wasAuthorised }, ...operations] of steps) {
    const asked = { posTid: "p", currency: "NOK", amount: 10_000, additionalAmount: 0, takenBy: "Kari", lines: [] };
    const row = { ...asked, outcome, wasAuthorised, codeEndedAt: null } as unknown as PaymentRow;
    const { intent } = factsOfNew("AUTH");
    const own = [operation("a", "capture", "done", CAPTURE)];
    const asking = { intent: { ...intent, additionalAmount: 0 }, operations: own };
    const facts = { ...factsOfNew("AUTH"), ...asking, outcome, wasAuthorised };
    bookings.follow(row, assess(facts), operations, 1);
  }
  return database
    .prepare<[], { kind: string; amount: number }>(
      "SELECT kind, amount FROM booking WHERE kind IN ('released', 'expired') ORDER BY sequence",
    )
    .all()
    .map(({ kind, amount }) => [kind, amount]);
}

describe("the rest of a reservation", () => {
  it("is booked once when the service ends the reservation as `fail` after captures (specification 3)", () => {
    expect(endsBooked([RESERVED], [FAILED])).toEqual([["expired", 6000]]);
    expect(endsBooked([RESERVED], [FAILED], [OVER])).toEqual([["expired", 6000]]);
    expect(endsBooked([RESERVED], [FAILED, released("unknown")], [FAILED, released("done")])).toEqual([
      ["released", 6000],
    ]);
    const foreignCapture = {
      ...TAKEN,
      captures: [{ ...CAPTURE, id: "portal" }],
      status: "fail" as const,
      statusCode: 5012,
    };
    expect(endsBooked([RESERVED], [believed(RESERVED, foreignCapture)])).toEqual([]);
  });

  it("is booked as lapsed when the service ended it, also after a refused release", () => {
    expect(endsBooked([RESERVED])).toEqual([]);
    expect(endsBooked([RESERVED], [OVER])).toEqual([["expired", 6000]]);
    expect(endsBooked([RESERVED], [OVER, released("refused")])).toEqual([["expired", 6000]]);
  });

  it("is not booked as lapsed during a release, and is booked as released after it", () => {
    for (const state of ["ready", "sending", "unknown", "parked"] as const) {
      expect(endsBooked([RESERVED], [OVER, released(state)])).toEqual([]);
      expect(endsBooked([RESERVED], [OVER, released(state)], [OVER, released("done")])).toEqual([["released", 6000]]);
    }
  });

  it("is not booked when nothing was reserved, or nothing was captured", () => {
    expect(endsBooked([{ ...OVER, wasAuthorised: false }])).toEqual([]);
    const failed = { ...TAKEN, captures: [], status: "fail" as const, statusCode: 3001 };
    expect(endsBooked([RESERVED], [{ ...OVER, outcome: failed }]).map(([, amount]) => amount)).not.toContain(6000);
    const asked = { ...OVER, outcome: { ...TAKEN, status: "pending" as const } };
    expect(endsBooked([RESERVED], [asked])).toEqual([]);
  });
});
