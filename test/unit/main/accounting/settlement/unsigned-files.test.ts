/** Settlement files without minus signs, and payout rows that have a fee or another name. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settlementPieces } from "../../../../../contract/accounting/reports.ts";
import { fileNet, payoutOf, settlementSums } from "../../../../../contract/accounting/settlement-match.ts";
import { decimalText } from "../../../../../contract/values/money.ts";
import { readSettlementFile } from "../../../../../main/accounting/settlement/file.ts";
import { runs } from "../../../../support/random-runs.ts";

const AT = "2026-03-02 13:00:07";
const GIVEN = { currency: "NOK", now: Date.parse("2026-03-10T12:00:00Z") };

type Cells = readonly [action: string, gross: string, fee: string, net: string];

/** Reads a file of these rows, which are all of one payment. */
async function readRows(...rows: readonly Cells[]) {
  const lines = rows.map((cells) => ["t1", AT, ...cells].join(","));
  const text = ["tid,timestamp,action,gross,fee,net", ...lines].join("\n");
  const file = await readSettlementFile(settlementPieces(text), GIVEN);
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  return { ...file.value, sums: settlementSums(file.value), payout: payoutOf(file.value), nets: fileNet(file.value) };
}

const CAPTURE: Cells = ["capture", "200", "2", "198"];
const REFUND: Cells = ["refund", "20", "0", "20"];
const CHARGEBACK: Cells = ["chargeback", "50", "0", "50"];

describe("an unsigned movement in a file with unsigned refunds", () => {
  it("is in no total, and leaves the payout unchecked", async () => {
    const file = await readRows(CAPTURE, REFUND, CHARGEBACK);
    expect(file.others).toMatchObject([{ action: "chargeback", amount: 5000, sign: "unknown" }]);
    expect(file.sums).toEqual({ gross: 18_000, others: 0, fee: 200, net: 17_800 });
    expect(file.payout).toEqual({ rows: 17_800, stated: null, unsigned: 1 });
    expect(file.nets).toBeNull();
  });

  it("has an unknown sign when only its gross is present", async () => {
    const { others } = await readRows(["capture", "200", "2", ""], ["refund", "20", "0", ""], ["bonus", "50", "", ""]);
    expect(others).toMatchObject([{ amount: 5000, sign: "unknown" }]);
  });

  it.each(["128", "228", "130"])("has an unknown sign with a payout of %s", async (paid) => {
    const file = await readRows(CAPTURE, REFUND, CHARGEBACK, ["payout", paid, "0", paid]);
    expect(file.others).toMatchObject([{ amount: 5000, sign: "unknown" }]);
    expect(file.payout).toEqual({ rows: 17_800, stated: null, unsigned: 1 });
  });

  it("has an unknown sign when its column has no minus sign, whatever the refund column has", async () => {
    const text = ["tid,timestamp,action,amount,gross", ...["capture,200,200", "refund,20,-20", "chargeback,50,0.00"]];
    const file = await readSettlementFile(
      settlementPieces(text.map((line, at) => (at === 0 ? line : `t1,${AT},${line}`)).join("\n")),
      GIVEN,
    );
    expect(file).toMatchObject({ value: { others: [{ amount: 5000, sign: "unknown" }] } });
  });

  it("does not get a sign that would make the payout negative", async () => {
    const file = await readRows(
      ["capture", "100", "0", "100"],
      ["refund", "1", "0", "1"],
      ["chargeback", "198", "0", "198"],
      ["payout", "99", "0", "99"],
    );
    expect(file.payout).toEqual({ rows: 9900, stated: null, unsigned: 1 });
  });

  it("has an unknown sign in a file without minus signs, or with an unsigned payout", async () => {
    const none = await readRows(CAPTURE, CHARGEBACK, ["payout", "248", "0", "248"]);
    expect(none.payout).toEqual({ rows: 19_800, stated: null, unsigned: 1 });
    const paid = await readRows(CAPTURE, ["refund", "-20", "0", "-20"], CHARGEBACK, ["payout", "228", "0", "228"]);
    expect(paid.payout).toEqual({ rows: 17_800, stated: null, unsigned: 1 });
  });

  it("has a known sign when it has a minus sign", async () => {
    const refund: Cells = ["refund", "20", "0", ""];
    const { others } = await readRows(CAPTURE, refund, ["chargeback", "-50", "", ""], ["bonus", "1", "3", "-2"]);
    expect(others.map(({ amount, sign }) => [amount, sign])).toEqual([
      [-5000, undefined],
      [100, undefined],
    ]);
  });

  it("has the sign of its net when nets are signed and gross amounts are not", async () => {
    const signed: Cells[] = [CAPTURE, ["refund", "20", "0", "-20"], ["bonus", "3", "0", "3"]];
    const file = await readRows(...signed, ["chargeback", "50", "0", "-50"], ["chargeback", "60", "0", ""]);
    expect(file.others.map(({ amount, sign }) => [amount, sign])).toEqual([
      [300, undefined],
      [-5000, undefined],
      [6000, "unknown"],
    ]);
    expect(file.payout).toEqual({ rows: 13_100, stated: null, unsigned: 1 });
  });

  it("never makes a file match a payout", async () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    const movement = fc.record({ amount, isTaken: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ captured: amount, refunded: amount, others: fc.array(movement, { minLength: 1, maxLength: 4 }) }),
        fc.constantFrom("none", "right", "wrong"),
        async ({ captured, refunded, others }, payout) => {
          const moved = others.map((one) => (one.isTaken ? -one.amount : one.amount));
          const net = captured - refunded + moved.reduce((sum, one) => sum + one, 0);
          const row = (action: string, minor: number): Cells => {
            const text = decimalText(Math.abs(minor), "NOK");
            return [action, text, "0", text];
          };
          const paid = payout === "wrong" ? net + 1 : net;
          fc.pre(paid !== 0);
          const file = await readRows(
            row("capture", captured),
            row("refund", refunded),
            ...others.map((one) => row("chargeback", one.amount)),
            ...(payout === "none" ? [] : [row("payout", paid)]),
          );
          expect(file.payout).toEqual({ rows: captured - refunded, stated: null, unsigned: expect.any(Number) });
          expect(file.payout.unsigned).toBeGreaterThanOrEqual(others.length);
          expect(file.sums.others).toBe(0);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe("an unsigned refund in a file with signed refunds", () => {
  it("leaves the payout unchecked", async () => {
    const file = await readRows(CAPTURE, ["refund", "-20", "0", "-20"], REFUND, ["payout", "-158", "0", "-158"]);
    expect(file.payout).toEqual({ rows: 15_800, stated: null, unsigned: 1 });
  });
});

describe("a movement whose net is negative", () => {
  it("is a deduction, also when the net is not gross minus fee", async () => {
    const file = await readRows(CAPTURE, ["chargeback", "50", "15", "-50"]);
    expect(file.others).toMatchObject([{ amount: -5000, fee: 1500 }]);
    expect([file.payout.rows, file.nets]).toEqual([13_300, 14_800]);
  });

  it("is a payment when only its fee makes it negative", async () => {
    const file = await readRows(CAPTURE, ["bonus", "1", "3", "-2"]);
    expect(file.payout).toEqual({ rows: 19_600, stated: null, unsigned: 0 });
    expect(file.others).toMatchObject([{ amount: 100, fee: 300 }]);
  });
});

describe("a payout row", () => {
  it.each<Cells>([
    ["payout", "-198", "1", "-197"],
    ["payout", "198", "1", "197"],
    ["payout", "198", "1", "-197"],
    ["payout", "", "1", "-197"],
    ["payout", "-197", "1", "-198"],
  ])("with a fee pays out its net, or its gross minus the fee: %s %s %s %s", async (...cells) => {
    const file = await readRows(CAPTURE, cells);
    expect(file.sums).toEqual({ gross: 20_000, others: 0, fee: 300, net: 19_700 });
    expect(file.payout).toEqual({ rows: 19_700, stated: 19_700, unsigned: 0 });
  });

  it.each(["Payout", "pay-out", "UTBETALING", "Utbetalning", "Udbetaling", "Auszahlung", "Disbursement"])(
    "may be called %s, signed or unsigned, before or after the rows that it pays",
    async (action) => {
      for (const amount of ["-900", "900"]) {
        const rows: Cells[] = [
          ["capture", "1000", "0", "1000"],
          [action, amount, "0", amount],
        ];
        for (const file of [await readRows(...rows), await readRows(...rows.reverse())]) {
          expect(file.others).toEqual([]);
          expect(file.payout).toEqual({ rows: 100_000, stated: 90_000, unsigned: 0 });
        }
      }
    },
  );

  it.each(["Bank transfer", "Net settlement", "payout returned"])(
    "is not recognised under the name %s: the payout is not checked",
    async (action) => {
      for (const amount of ["-900", "900"]) {
        const file = await readRows(["capture", "1000", "0", "1000"], [action, amount, "0", amount]);
        expect(file.others).toMatchObject([{ action }]);
        expect(file.payout.stated).toBeNull();
      }
    },
  );

  it("is not a movement that deducts the whole amount", async () => {
    const file = await readRows(CAPTURE, ["settlement correction", "-198", "0", "-198"]);
    expect(file.others).toMatchObject([{ amount: -19_800 }]);
    expect(file.payout).toEqual({ rows: 0, stated: null, unsigned: 0 });
  });

  it("may be one of several, and one of them may have collected a negative balance", async () => {
    const rows: Cells[] = [
      ["refund", "-50", "0", "-50"],
      ["payout", "50", "0", "50"],
      ["capture", "100", "0", "100"],
      ["Utbetaling", "-100", "0", "-100"],
    ];
    expect((await readRows(...rows)).payout).toEqual({ rows: 5000, stated: 5000, unsigned: 0 });
  });

  it("does not absorb a separate fee row or a return: they stay movements", async () => {
    const fee = await readRows(CAPTURE, ["payout fee", "-2", "0", "-2"], ["payout", "-196", "0", "-196"]);
    expect(fee.others).toMatchObject([{ amount: -200 }]);
    expect(fee.payout).toEqual({ rows: 19_600, stated: 19_600, unsigned: 0 });
    const returned = await readRows(CAPTURE, ["payout", "-99", "0", "-99"], ["payout returned", "99", "0", "99"]);
    expect(returned.payout).toEqual({ rows: 29_700, stated: 9900, unsigned: 0 });
    const unsigned = await readRows(CAPTURE, ["payout", "198", "0", "198"], ["payout returned", "198", "0", "198"]);
    expect(unsigned.payout).toEqual({ rows: 19_800, stated: null, unsigned: 1 });
  });
});
