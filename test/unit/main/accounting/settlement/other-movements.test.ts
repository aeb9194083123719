/** Rows of a settlement file with amounts under an action that the till does not know. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settlementPieces } from "../../../../../contract/accounting/reports.ts";
import { payoutOf, settlementSums } from "../../../../../contract/accounting/settlement-match.ts";
import { decimalText } from "../../../../../contract/values/money.ts";
import { readSettlementFile } from "../../../../../main/accounting/settlement/file.ts";
import { ROOT } from "../../../../support/builder.ts";
import { runs } from "../../../../support/random-runs.ts";

const HEADER = "tid,sub_id,timestamp,action,currency,amount,additional_amount,gross,fee,interchange,vat,net";
const AT = "2026-03-02 13:00:07";
const GIVEN = { currency: "NOK", now: Date.parse("2026-03-10T12:00:00Z") };

async function read(text: string) {
  return readSettlementFile(settlementPieces(text), GIVEN);
}

async function readWhole(text: string) {
  const file = await read(text);
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  return { ...file.value, sums: settlementSums(file.value), payout: payoutOf(file.value) };
}

describe("a row with an amount under an unknown action", () => {
  it("counts in the totals and keeps the action's name from the file", async () => {
    const file = await readWhole(
      `${HEADER}
t1,,${AT},capture,NOK,200.00,0.00,200.00,2.00,0.00,0.00,198.00
t1,c1,${AT},Charge Back,NOK,50.00,0.00,-50.00,15.00,0.00,0.00,-65.00
,,,adjustment,NOK,,,3.00,0.00,0.00,0.00,3.00
t2,,${AT},auth,NOK,75.00,0.00,75.00,0.00,0.00,0.00,0.00
`,
    );
    expect(file.others).toEqual([
      {
        ...{ line: 3, tid: "t1", action: "Charge Back", at: "2026-03-02T13:00:07.000Z" },
        ...{ amount: -5000, fee: 1500, net: -6500 },
      },
      { line: 4, tid: null, action: "adjustment", at: null, amount: 300, fee: 0, net: 300 },
    ]);
    expect(file.sums).toEqual({ gross: 20_000, others: -4700, fee: 1700, net: 13_600 });
    expect(file.payout).toEqual({ rows: 13_600, stated: null, unsigned: 0 });
    expect(file.passedOver).toBe(1);
  });

  it("takes its direction from its net when its gross is unsigned", async () => {
    const { others } = await readWhole(
      `${HEADER}\nt1,,${AT},chargeback,NOK,,,50.00,15.00,0.00,0.00,-65.00\n,,${AT},correction,NOK,,,,,,,-1.25\n`,
    );
    expect(others.map(({ amount }) => amount)).toEqual([-5000, -125]);
  });

  it("counts by its gross and fee when its net is wrong", async () => {
    const file = await readWhole(
      `${HEADER}\nt1,,${AT},bonus,NOK,,,50.00,1.00,0.00,0.00,48.00\n,,,payout,NOK,,,-48.00,0.00,0.00,0.00,-48.00\n`,
    );
    expect(file.payout).toEqual({ rows: 4900, stated: 4800, unsigned: 0 });
  });

  it("counts by its amount when its gross is zero", async () => {
    const header = "tid,timestamp,action,gross,amount,additional_amount,fee,net";
    const { others } = await readWhole(`${header}\n,,chargeback,0.00,-100.00,-5.00,0,-105.00\n,,bonus,,3,,,\n`);
    expect(others.map(({ amount, sign }) => [amount, sign])).toEqual([
      [-10_500, undefined],
      [300, "unknown"],
    ]);
  });

  it.each([
    ["nothing moved", "0.00,-100.00,0.00,0.00"],
    ["money was received", "-100.00,,0.00,100.00"],
  ])("has an unknown sign when its amount is negative and its net says that %s", async (_what, cells) => {
    const rows = `t1,${AT},capture,200.00,,0.00,200.00\n,,chargeback,${cells}\n,,payout,-100.00,,0.00,-100.00\n`;
    const file = await readWhole(`tid,timestamp,action,gross,amount,fee,net\n${rows}`);
    expect(file.others).toMatchObject([{ amount: -10_000, sign: "unknown" }]);
    expect(file.payout).toEqual({ rows: 20_000, stated: null, unsigned: 1 });
  });

  it("counts a reservation's row by its fee alone", async () => {
    const file = await readWhole("tid,timestamp,action,amount,fee\nt1,2026-03-02 13:00:07,auth,200.00,0.30\n");
    expect(file.others).toMatchObject([{ action: "auth", amount: 0, fee: 30 }]);
    expect(file.sums).toEqual({ gross: 0, others: 0, fee: 30, net: -30 });
  });

  it("is rejected when its columns or amounts are unreadable", async () => {
    const header = "tid,timestamp,action,gross,fee";
    const rows = `t1,${AT},chargeback,5.00\nt1,${AT},correction,x1,0\nt1,now,bonus,1.00,0\nt1,${AT},fee,-１００,\n`;
    const file = await read(`${header}\n${rows}`);
    expect(file).toMatchObject({
      problems: [
        { field: "line 2, fee", expected: "5 columns, as in the header (this line has 4)" },
        { field: "line 3, gross", expected: "an amount in NOK, like 149.50" },
        { field: "line 4, timestamp" },
        { field: "line 5, gross", expected: "an amount in NOK, like 149.50" },
      ],
    });
  });
});

describe("the payout of a settlement file", () => {
  it("is the sum of all rows in the example of docs/receipts-and-exports.md", async () => {
    const page = readFileSync(join(ROOT, "docs/receipts-and-exports.md"), "utf8");
    const file = await readWhole(/```csv\n(.*?)```/s.exec(page)?.[1] ?? "");
    expect(file.payout).toEqual({ rows: 178_100, stated: 178_100, unsigned: 0 });
    expect(file.others.map(({ action, amount }) => [action, amount])).toEqual([
      ["chargeback", -3000],
      ["Terminal rent", -9900],
    ]);
  });

  it("is the sum of its payout rows, and differs from the other rows by the missing amount", async () => {
    const rows = `${HEADER}\nt1,,${AT},capture,NOK,,,200.00,2.00,0.00,0.00,198.00\n`;
    const payouts = `,,${AT},payout,NOK,,,-100.00,0.00,0.00,0.00,-100.00\n,,${AT},Payout,NOK,,,-90.00,0,0,0,-90.00\n`;
    const file = await readWhole(rows + payouts);
    expect(file.payouts).toEqual([-10_000, -9000]);
    expect(file.payout).toEqual({ rows: 19_800, stated: 19_000, unsigned: 0 });
    expect(file.sums).toMatchObject({ net: 19_800, others: 0 });
  });

  it("is unknown without payout rows", async () => {
    const file = await readWhole(`tid,timestamp,action,gross,net\nt1,${AT},capture,5.00,5.00\n,,rent,-1.00,-1.00\n`);
    expect(file.payout).toEqual({ rows: 400, stated: null, unsigned: 0 });
  });

  it("has an unknown sign when the other rows total less than zero", async () => {
    const refund = `tid,timestamp,action,gross\nt1,${AT},refund,-50.00`;
    for (const paid of ["50.00", "-50.00"]) {
      const file = await readWhole(`${refund}\n,,payout,${paid}\n`);
      expect(file.payout).toEqual({ rows: -5000, stated: null, unsigned: 1 });
    }
  });

  it("equals captures − refunds − fees ± others for random files, and drops no row with an amount", async () => {
    const unknown = fc
      .string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzæøå -"), maxLength: 12 })
      .map((name) => name.trim())
      .filter((name) => !["capture", "refund", "payout", "request", "auth", "release", "abort"].includes(name));
    const amount = fc.integer({ min: -10_000_000, max: 10_000_000 });
    const row = fc.record({
      action: fc.oneof(fc.constantFrom("capture", "refund", "CAPTURE"), unknown),
      gross: amount,
      fees: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -5000, max: 5000 }))),
      hasTid: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }),
        fc.integer({ min: -3, max: 3 }),
        async (rows, parts, off) => {
          // A row with a minus sign: the file writes its signs.
          const first = { action: "refund", gross: 1, fees: [0, 0, 0], hasTid: true };
          const signed = [first, ...rows].map(({ action, gross, ...rest }) => {
            const moved = action === "refund" ? -Math.abs(gross) : gross;
            return { ...rest, action, moved, fee: rest.fees.reduce((sum, fee) => sum + fee, 0) };
          });
          const net = signed.reduce((sum, { moved, fee }) => sum + moved - fee, 0);
          // The last payout pays the rest of the net, and adds the wanted difference.
          const last = net + off - parts.reduce((sum, part) => sum + part, 0);
          const payouts = parts.length > 0 && last > 0 ? [...parts, last] : [];
          const text = (minor: number) => decimalText(minor, "NOK");
          const lines = [
            ...signed.map(({ action, moved, fees, fee, hasTid }, at) =>
              [hasTid || /^(capture|refund)$/i.test(action) ? `t${at}` : "", AT, action, text(moved)]
                .concat(fees.map(text), text(moved - fee))
                .join(","),
            ),
            ...payouts.map((part) => `,,payout,${text(-part)},0,0,0,${text(-part)}`),
          ];
          const file = await readWhole(`tid,timestamp,action,gross,fee,interchange,vat,net\n${lines.join("\n")}`);
          const isOf = (word: string) => (one: { action: string }) => one.action.toLowerCase() === word;
          const sum = (of: typeof signed) => of.reduce((total, { moved }) => total + moved, 0);
          const [captures, refunds] = [signed.filter(isOf("capture")), signed.filter(isOf("refund"))];
          const others = signed.filter((one) => !captures.includes(one) && !refunds.includes(one));
          expect(file.sums).toEqual({
            gross: sum(captures) + sum(refunds),
            others: sum(others),
            fee: signed.reduce((total, { fee }) => total + fee, 0),
            net,
          });
          const withMoney = others.filter(({ moved, fees }) => moved !== 0 || fees.some((fee) => fee !== 0));
          expect(file.others.map(({ action }) => action)).toEqual(withMoney.map(({ action }) => action));
          expect(file.lines).toHaveLength(captures.length + refunds.length);
          expect(file.lines.length + file.others.length + file.passedOver).toBe(signed.length);
          const isUnsigned = net < 0 && payouts.length > 0;
          const stated = isUnsigned || payouts.length === 0 ? null : net + off;
          expect(file.payout).toEqual({ rows: net, stated, unsigned: isUnsigned ? payouts.length : 0 });
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
