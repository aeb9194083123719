import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  Movement,
  Operation,
  OperationKind,
  Payment,
  TimelineEntry,
} from "../../../../../contract/payments/views.ts";
import { PHASES } from "../../../../../contract/values/phases.ts";
import { MOST_ROWS, ROW_KEYS, rowsOf, type StoryRow } from "../../../../../renderer/kit/story/rows.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
const entry = (second: number, event: string, values: TimelineEntry["values"] = {}): TimelineEntry => ({
  at: at(second),
  event,
  values,
});

function movement(second: number, amount: number): Movement {
  return { id: `m${second}`, amount, additionalAmount: 0, at: at(second), text: null };
}

function operation(second: number, kind: OperationKind, more: Partial<Operation> = {}): Operation {
  const settled = { state: "done" as const, settledAt: at(second + 1), unknownSince: null };
  return { id: `${kind}-${second}`, kind, amount: null, createdAt: at(second), ...settled, ...more } as Operation;
}

function payment(more: Partial<Payment> = {}): Payment {
  return {
    action: "SALE",
    phase: "captured",
    amount: 14_900,
    additionalAmount: 0,
    additionalEdit: false,
    capturedTotal: 0,
    refundedTotal: 0,
    customer: null,
    operations: [],
    captures: [],
    refunds: [],
    codeRanOut: false,
    createdAt: at(0),
    modifiedAt: at(50),
    ...more,
  } as Payment;
}

const keys = (rows: readonly StoryRow[]) => rows.map(({ key }) => key);

/** Operations of a shop's payments, each with its journal entries. */
const BEGUN = [
  entry(0, "payment.started", { amount: 14_900, additionalAmount: 0, code: "shortlink", actor: "Ingrid" }),
  entry(9, "payment.scanned"),
  entry(10, "operation.done", { kind: "create" }),
  entry(11, "outcome.pending"),
];

describe("the timeline of a payment", () => {
  it("of a partly refunded, printed sale with a tip has its six rows, with users and amounts", () => {
    const rows = rowsOf(
      payment({
        phase: "partly_refunded",
        additionalAmount: 1500,
        additionalEdit: true,
        customer: "•••5090",
        capturedTotal: 16_400,
        refundedTotal: 4900,
        captures: [movement(32, 16_400)],
        refunds: [movement(45, 4900)],
        operations: [operation(31, "capture"), operation(44, "refund")],
      }),
      [
        ...BEGUN,
        entry(30, "outcome.auth"),
        entry(33, "receipt.printed"),
        entry(44, "operation.requested", {
          kind: "refund",
          id: "refund-44",
          amount: 4900,
          actor: "Kari",
          approvedBy: "Ola",
        }),
        entry(45, "money.refunded", { amount: 4900 }),
      ],
    );
    expect(rows).toMatchObject([
      { key: "asked", amount: 14_900, who: "Ingrid", approver: null, at: at(0) },
      { key: "scanned", at: at(9) },
      { key: "approvedTip", amount: 1500, customer: "•••5090" },
      { key: "paid", amount: 16_400, at: at(32) },
      { key: "printed", at: at(33) },
      { key: "refunded", amount: 4900, who: "Kari", approver: "Ola", at: at(45) },
    ]);
  });

  it("of a reservation states the reserved, captured and refunded amounts", () => {
    const reserved = payment({ action: "AUTH", phase: "authorised", amount: 50_000 });
    expect(keys(rowsOf(reserved, [...BEGUN, entry(30, "outcome.auth")]))).toEqual(["asked", "scanned", "reserved"]);
    const captured = payment({
      action: "AUTH",
      amount: 50_000,
      capturedTotal: 20_000,
      captures: [movement(40, 10_000), movement(50, 10_000)],
      operations: [operation(39, "capture"), operation(49, "capture"), operation(55, "release")],
    });
    expect(rowsOf(captured, [...BEGUN, entry(30, "outcome.auth")]).slice(2)).toMatchObject([
      { key: "reserved", amount: 50_000 },
      { key: "captured", amount: 20_000, times: 2, at: at(50) },
      { key: "released", amount: 30_000 },
    ]);
  });

  it.each([
    [{ phase: "rejected" }, [entry(20, "outcome.fail", { statusCode: 5006 })], ["asked", "scanned", "rejected"]],
    [{ phase: "expired" }, [entry(20, "outcome.fail")], ["asked", "scanned", "expired"]],
    [{ phase: "expired", action: "AUTH" }, [entry(20, "outcome.auth")], ["asked", "scanned", "reserved", "lapsed"]],
    [{ phase: "aborted" }, [entry(20, "payment.cancelled", { actor: "Ola" })], ["asked", "scanned", "cancelled"]],
    [{ phase: "aborted", codeRanOut: true }, [], ["asked", "scanned", "codeRanOut"]],
    [{ phase: "waiting" }, [], ["asked", "scanned"]],
  ] as const)("of an unpaid payment (%o) ends with the reason", (more, entries, expected) => {
    expect(keys(rowsOf(payment(more as Partial<Payment>), [...BEGUN, ...entries]))).toEqual(expected);
  });

  it("shows a pending or failed request, and never as done", () => {
    const asking = operation(40, "refund", { state: "sending", amount: 4900, settledAt: null });
    const paid = { capturedTotal: 14_900, captures: [movement(32, 14_900)] };
    const rows = (refund: Operation) => keys(rowsOf(payment({ ...paid, operations: [refund] }), BEGUN));
    expect(rows(asking)).toEqual(["asked", "scanned", "paid", "asking.refund"]);
    expect(rows({ ...asking, state: "refused", settledAt: at(41) })).toContain("refused.refund");
    // Abandoned without a response: the result is unknown.
    expect(rows({ ...asking, state: "refused", unknownSince: at(40) })).toEqual(["asked", "scanned", "paid"]);
  });

  it("names the user who abandoned an operation, and the reason", () => {
    const refund = operation(40, "refund", { state: "refused", amount: 4900, settledAt: at(50) });
    const paid = { capturedTotal: 14_900, captures: [movement(32, 14_900)] };
    const given = { id: "refund-40", kind: "refund", reason: "Paid in cash", actor: "Kari" };
    const story = (id: string) =>
      rowsOf(payment({ ...paid, operations: [refund] }), [
        ...BEGUN,
        entry(50, "operation.discarded", { ...given, id }),
      ]).at(-1);
    expect(story("refund-40")).toMatchObject({ key: "refused.refund", who: "Kari", note: "Paid in cash" });
    expect(story("refund-1")).toMatchObject({ key: "refused.refund", who: null, note: null });
  });
});

const KINDS: readonly OperationKind[] = ["create", "capture", "release", "abort", "reauth", "refund"];
const EVENTS = [
  ...["payment.started", "payment.scanned", "payment.identified", "payment.cancelled", "payment.late"],
  ...["payment.attached", "outcome.pending", "outcome.auth", "outcome.ok", "outcome.fail", "receipt.printed"],
  ...["operation.requested", "money.captured", "money.refunded", "phase.changed", "staff.signedIn"],
];

const second = fc.nat({ max: 59 });
const anyOperation = fc
  .record({
    second,
    kind: fc.constantFrom(...KINDS),
    state: fc.constantFrom<Operation["state"]>("queued", "sending", "done", "refused", "attention"),
    isUnknown: fc.boolean(),
  })
  .map((one) => operation(one.second, one.kind, { state: one.state, unknownSince: one.isUnknown ? at(1) : null }));
const anyEntry = fc
  .record({ second, event: fc.constantFrom(...EVENTS), kind: fc.constantFrom(...KINDS) })
  .map((one) => entry(one.second, one.event, { kind: one.kind, actor: "Ada", amount: 100 }));
const anyPayment = fc
  .record({
    action: fc.constantFrom<Payment["action"]>("SALE", "AUTH"),
    phase: fc.constantFrom(...PHASES),
    additionalEdit: fc.boolean(),
    additionalAmount: fc.constantFrom(0, 500),
    capturedTotal: fc.constantFrom(0, 5000, 14_900),
    refundedTotal: fc.constantFrom(0, 100),
    customer: fc.constantFrom(null, "•••5090"),
    codeRanOut: fc.boolean(),
    operations: fc.array(anyOperation, { maxLength: 5 }),
    captures: fc.array(fc.nat({ max: 59 }), { maxLength: 3 }),
    refunds: fc.array(fc.nat({ max: 59 }), { maxLength: 3 }),
  })
  .map((one) =>
    payment({
      ...one,
      captures: one.captures.map((when) => movement(when, 100)),
      refunds: one.refunds.map((when) => movement(when, 100)),
    }),
  );
const anyHistory = fc
  .array(anyEntry, { maxLength: 20 })
  .map((entries) => entries.sort((one, other) => one.at.localeCompare(other.at)));

/** Returns whether a row's statement is true, from the journal and not from the row's source. */
function happened({ key, amount }: StoryRow, told: Payment, entries: readonly TimelineEntry[]): boolean {
  const saw = (...events: string[]) => entries.some(({ event }) => events.includes(event));
  const [verb = "", kind = ""] = key.split(".");
  const operations = told.operations.filter((one) => one.kind === kind);
  if (verb === "asking") return operations.some(({ state }) => state !== "done" && state !== "refused");
  if (verb === "refused") return operations.some((one) => one.state === "refused" && one.unknownSince === null);
  switch (key) {
    case "asked":
      return true;
    case "scanned":
    case "attached":
    case "late":
      return saw(`payment.${key}`);
    case "sentTo":
      return saw("payment.identified");
    case "approved":
    case "approvedTip":
    case "reserved":
      return saw("outcome.auth", "outcome.ok");
    case "paid":
    case "captured":
      return amount === told.capturedTotal && amount > 0;
    case "refunded":
      return amount === told.refundedTotal && amount > 0;
    case "renewed":
    case "released":
      return told.operations.some(
        (one) => one.state === "done" && one.kind === (key === "renewed" ? "reauth" : "release"),
      );
    case "lapsed":
      return told.phase === "expired" && saw("outcome.auth", "outcome.ok");
    case "codeRanOut":
      return told.phase === "aborted" && told.codeRanOut;
    case "cancelled":
      return told.phase === "aborted";
    case "printed":
      return saw("receipt.printed");
    default:
      return told.phase === key;
  }
}

describe("the timeline of any payment", () => {
  it("has at most six rows, in order, each once and each true", () => {
    fc.assert(
      fc.property(anyPayment, anyHistory, (told, entries) => {
        const rows = rowsOf(told, entries);
        expect(rows.length).toBeLessThanOrEqual(MOST_ROWS);
        expect(new Set(keys(rows)).size).toBe(rows.length);
        expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).sort());
        expect(rows.filter((row) => !happened(row, told, entries))).toEqual([]);
        expect(keys(rows).filter((key) => !ROW_KEYS.includes(key))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("never omits where the money is", () => {
    fc.assert(
      fc.property(anyPayment, anyHistory, (told, entries) => {
        const said = keys(rowsOf(told, entries));
        expect(said.includes("paid") || said.includes("captured")).toBe(told.capturedTotal > 0);
        expect(said.includes("refunded")).toBe(told.refundedTotal > 0);
        if (told.phase === "rejected") expect(said).toContain("rejected");
      }),
      { numRuns: 300 },
    );
  });
});
