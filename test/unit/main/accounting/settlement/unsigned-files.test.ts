/** Settlement files without minus signs, and payout rows that have a fee or another name. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText } from "../../../../../contract/money.ts";
import { settlementPieces } from "../../../../../contract/reports.ts";
import { netInFile, payoutOf, sumsOf } from "../../../../../contract/settlement-match.ts";
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
  return { ...file.value, sums: sumsOf(file.value), payout: payoutOf(file.value), nets: netInFile(file.value) };
}

const CAPTURE: Cells = ["capture", "200", "2", "198"];
const REFUND: Cells = ["refund", "20", "0", "20"];
const CHARGEBACK: Cells = ["chargeback", "50", "0", "50"];

describe("a movement without a sign in a file whose refunds have none", () => {
  it("is in no sum, and leaves the payout unchecked", async () => {
    const file = await readRows(CAPTURE, REFUND, CHARGEBACK);
    expect(file.others).toMatchObject([{ action: "chargeback", amount: 5000, sign: "unknown" }]);
    expect(file.sums).toEqual({ gross: 18_000, others: 0, fee: 200, net: 17_800 });
    expect(file.payout).toEqual({ rows: 17_800, stated: null, unsigned: 1 });
    expect(file.nets).toBeNull();
  });

  it("has no known sign where only its gross is written, either", async () => {
    const { others } = await readRows(["capture", "200", "2", ""], ["refund", "20", "0", ""], ["bonus", "50", "", ""]);
    expect(others).toMatchObject([{ amount: 5000, sign: "unknown" }]);
  });

  it.each<[paid: string, amount: number]>([
    ["128", -5000],
    ["228", 5000],
  ])("has the one sign with which the rows add up to the payout of %s", async (paid, amount) => {
    const file = await readRows(CAPTURE, REFUND, CHARGEBACK, ["payout", paid, "0", paid]);
    expect(file.others).toMatchObject([{ amount, sign: "payout" }]);
    const net = Number(paid) * 100;
    expect(file.payout).toEqual({ rows: net, stated: net, unsigned: 0 });
    expect(file.nets).toBeNull();
  });

  it("has no known sign where the payout fits neither, or fits both", async () => {
    const neither = await readRows(CAPTURE, REFUND, CHARGEBACK, ["payout", "130", "0", "130"]);
    expect(neither.payout).toEqual({ rows: 17_800, stated: null, unsigned: 1 });
    const both = await readRows(CAPTURE, REFUND, CHARGEBACK, ["bonus", "50", "0", "50"], ["payout", "178", "0", "178"]);
    expect(both.payout).toEqual({ rows: 17_800, stated: null, unsigned: 2 });
  });

  it("has the one sign that fits its net, where it has no gross", async () => {
    const file = await readRows(CAPTURE, REFUND, ["chargeback", "", "1", "50"], ["payout", "128", "0", "128"]);
    expect(file.others).toMatchObject([{ amount: -4900, fee: 100, sign: "payout" }]);
    expect(file.payout).toEqual({ rows: 12_800, stated: 12_800, unsigned: 0 });
  });

  it("has a known sign where it has a minus sign all the same", async () => {
    const refund: Cells = ["refund", "20", "0", ""];
    const { others } = await readRows(CAPTURE, refund, ["chargeback", "-50", "", ""], ["bonus", "1", "3", "-2"]);
    expect(others.map(({ amount, sign }) => [amount, sign])).toEqual([
      [-5000, undefined],
      [100, undefined],
    ]);
  });

  it("has the sign of its net where the nets are signed and the gross is not", async () => {
    const signed: Cells[] = [CAPTURE, ["refund", "20", "0", "-20"], ["bonus", "3", "0", "3"]];
    const file = await readRows(...signed, ["chargeback", "50", "0", "-50"]);
    expect(file.others.map(({ amount, sign }) => [amount, sign])).toEqual([
      [300, undefined],
      [-5000, undefined],
    ]);
    expect(file.payout).toEqual({ rows: 13_100, stated: 13_100, unsigned: 0 });
  });

  it("never makes a file agree with another payout than the true one", async () => {
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
          const { rows, stated, unsigned } = file.payout;
          expect(rows).toBe(captured - refunded + file.sums.others);
          if (unsigned > 0) expect(stated).toBeNull();
          if (stated !== null) expect(Math.abs(rows)).toBe(Math.abs(paid));
          expect(payout === "none" ? unsigned : others.length).toBe(others.length);
          // Signs other than these add up to the same payout, or they would not be unknown.
          const sums = moved.reduce((all, one) => all.flatMap((sum) => [sum + one, sum - one]), [captured - refunded]);
          const fits = sums.filter((sum) => Math.abs(sum) === Math.abs(paid)).length;
          if (payout !== "none") expect(unsigned).toBe(fits === 1 ? 0 : others.length);
          if (payout === "right" && unsigned === 0) expect(file.others.map((one) => one.amount)).toEqual(moved);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe("a movement whose net is negative", () => {
  it("is one that was taken, also where the net is not its gross less its fee", async () => {
    const file = await readRows(CAPTURE, ["chargeback", "50", "15", "-50"]);
    expect(file.others).toMatchObject([{ amount: -5000, fee: 1500 }]);
    expect(file.payout).toEqual({ rows: 13_300, stated: 14_800, unsigned: 0 });
  });

  it("is one that was given where its fee alone makes it negative", async () => {
    const file = await readRows(CAPTURE, ["bonus", "1", "3", "-2"]);
    expect(file.payout).toEqual({ rows: 19_600, stated: 19_600, unsigned: 0 });
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
  ])("with a fee pays out what its net or its gross leaves of it: %s %s %s %s", async (...cells) => {
    const file = await readRows(CAPTURE, cells);
    expect(file.sums).toEqual({ gross: 20_000, others: 0, fee: 300, net: 19_700 });
    expect(file.payout).toEqual({ rows: 19_700, stated: 19_700, unsigned: 0 });
  });

  it.each(["Payout to bank", "UTBETALING", "Net settlement", "Oppgjør"])(
    "may be called %s where it takes all that is left so far",
    async (action) => {
      const row: Cells = [action, "-198", "0", "-198"];
      const file = await readRows(CAPTURE, row, ["capture", "10", "0", "10"], [action, "-10", "0", "-10"]);
      expect(file.others).toEqual([]);
      expect(file.payout).toEqual({ rows: 20_800, stated: 20_800, unsigned: 0 });
      const unsigned = await readRows(CAPTURE, REFUND, [action, "178", "0", "178"]);
      expect(unsigned.payout).toEqual({ rows: 17_800, stated: 17_800, unsigned: 0 });
      const alone = await readRows(CAPTURE, [action, "198", "0", "198"]);
      expect(alone.payout).toEqual({ rows: 19_800, stated: 19_800, unsigned: 0 });
    },
  );

  it("is a movement by that name otherwise, and so is another that takes all", async () => {
    const { others } = await readRows(CAPTURE, ["payout fee", "-2", "0", "-2"], ["correction", "-196", "0", "-196"]);
    expect(others.map(({ amount }) => amount)).toEqual([-200, -19_600]);
  });
});
