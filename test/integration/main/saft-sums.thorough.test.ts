/** SAF-T Cash Register by sums and by codes; its form is checked with xmllint in the same files. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Product } from "../../../contract/catalogue/catalogue.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { transact } from "../../../main/storage/database/database.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { fakePrinter } from "../../support/fake-printer.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { saftProblems } from "../../support/saft.ts";
import { BASIC_TYPES, predefinedCodes, STANDARD_VAT_CODES } from "../../support/saft-codes.ts";
import { exportSaft, list, minor, type ReadSaft } from "../../support/saft-file.ts";
import {
  amountOf,
  close,
  correct,
  refund,
  restartWith,
  type SoldLine,
  sell,
  soldLine,
} from "../../support/saft-sales.ts";
import { expectReport, expectTransactions } from "../../support/saft-sums.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** VAT of an amount, calculated apart from the till's own code. */
const vatIn = (gross: number, rate: number) => Math.round((gross * rate) / (10_000 + rate));

/** Expects every code in the file's table of basics, and in the administration's list where it names one. */
function expectCodes({ basics, events, transactions, vatCodes }: ReadSaft): void {
  for (const { basicType, basicID, predefinedBasicID } of basics) {
    expect(BASIC_TYPES).toContain(basicType);
    expect(basicID).not.toBe("");
    if (predefinedBasicID !== undefined) expect(predefinedCodes(basicType)).toContain(predefinedBasicID);
  }
  const ids = (type: string) => basics.filter(({ basicType }) => basicType === type).map(({ basicID }) => basicID);
  for (const { eventType } of events) expect(ids("13")).toContain(eventType);
  for (const { transType, ctLine, raise, payment } of transactions) {
    expect(ids("11")).toContain(transType);
    expect(ids("12")).toContain(payment.paymentType);
    for (const { raiseType } of list(raise)) expect(ids("10")).toContain(raiseType);
    for (const { lineType, artGroupID, discount } of list(ctLine)) {
      expect(ids("05")).toContain(lineType);
      expect(ids("04")).toContain(artGroupID);
      for (const { dscTp } of list(discount)) expect(ids("08")).toContain(dscTp);
    }
  }
  for (const { standardVatCode } of vatCodes) expect(STANDARD_VAT_CODES).toContain(standardVatCode);
}

describe("a SAF-T report", () => {
  it("has the figures of the administration's example, with VAT rounded once per rate of a receipt", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const groceries = [soldLine(1640, 1500, 2), soldLine(2580, 1500), soldLine(2780, 1500)];
    const { posTid } = await sell(world, groceries);
    await sell(world, [soldLine(11_600, 2500), soldLine(2990, 2500, 6)]);
    await sell(world, [soldLine(11_600, 2500), soldLine(1640, 1500, 2)]);
    await refund(world, posTid, 1640);
    await close(world);
    const [report] = (await exportSaft(world)).reports;
    expect(report).toMatchObject({
      reportTotalCashSales: { totalCashSaleAmnt: "514.20" },
      reportArtGroups: { reportArtGroup: { artGroupNum: "2", artGroupAmnt: "514.20" } },
      reportPayments: { reportPayment: { paymentNum: "2", paymentAmnt: "514.20" } },
      reportCashSalesVat: {
        reportCashSaleVat: [
          { vatPerc: "25.00", cashSaleAmnt: "329.12", vatAmnt: "82.28", vatAmntTp: "C" },
          // The example rounds each line: 89.38 and 13.42.
          { vatPerc: "15.00", cashSaleAmnt: "89.39", vatAmnt: "13.41", vatAmntTp: "C" },
        ],
      },
      reportReturnNum: "1",
      reportReturnAmnt: "16.40",
      reportGrandTotalSales: "530.60",
      reportGrandTotalReturn: "16.40",
      reportGrandTotalSalesNet: "514.20",
    });
  });

  it("excludes tips from sales, and includes them in payments", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { posTid } = await sell(world, [soldLine(12_500, 2500)], { tip: 1000 });
    await refund(world, posTid, 2500, 400);
    await close(world);
    const [report] = (await exportSaft(world)).reports;
    expect(report).toMatchObject({
      reportTotalCashSales: { totalCashSaleAmnt: "100.00" },
      reportPayments: { reportPayment: { paymentAmnt: "106.00" } },
      reportTip: { tipNum: "1", tipAmnt: "6.00" },
      reportReturnAmnt: "25.00",
      reportGrandTotalSales: "125.00",
      reportGrandTotalSalesNet: "100.00",
    });
  });

  it("deducts a service correction from what it corrects, and counts it neither as a sale nor as a return", async () => {
    await using world = await createTestTill({ callbacks: false });
    await world.asManager();
    await correct(world, await world.pay("SALE", 10_000), 7000);
    await world.must("report.takeX", {});
    const file = await exportSaft(world);
    expect(await saftProblems(file.xml)).toEqual([]);
    expectCodes(file);
    expectTransactions(file);
    expect(file.transactions).toMatchObject([
      { transType: "CASHSAL", transAmntIn: "100.00", amntTp: "C" },
      { transType: "CORRECTION", transAmntIn: "-30.00", amntTp: "D" },
    ]);
    expectReport(file.reports[0] ?? ({} as never), file.transactions, []);
  });

  it("counts a capture once when the service lists it without its id later", async () => {
    await using world = await createTestTill({ callbacks: false });
    await world.asManager();
    const sale = await sell(world, [soldLine(10_000, 2500)]);
    expect(sale.captures).toMatchObject([{ id: expect.any(String) }]);
    await correct(world, { ...sale, captures: [] }, 7000);
    await world.must("report.takeX", {});
    const file = await exportSaft(world);
    expect(file.transactions.map(({ transType }) => transType)).toEqual(["CASHSAL", "CORRECTION", "CORRECTION"]);
    expectReport(file.reports[0] ?? ({} as never), file.transactions, []);
  });

  it("is zero in every figure on a day without sales", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await close(world);
    const { reports, xml } = await exportSaft(world);
    expect(await saftProblems(xml)).toEqual([]);
    expectReport(reports[0] ?? ({} as never), [], []);
  });

  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 3 }),
    unitAmount: fc.integer({ min: 99, max: 20_000 }),
    vatRate: fc.constantFrom(2500, 1500, 1200, 0),
    share: fc.constantFrom(0, 0, 0.1, 0.33),
  });
  const action = fc.oneof(
    fc.record({
      kind: fc.constant("sale" as const),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      tip: fc.constantFrom(0, 0, 700),
    }),
    fc.record({
      kind: fc.constant("reservation" as const),
      lines: fc.array(line, { minLength: 2, maxLength: 3 }),
      share: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    }),
    fc.record({
      kind: fc.constant("refund" as const),
      which: fc.nat(),
      share: fc.constantFrom(0.2, 0.5, 1),
    }),
  );
  const days = fc.array(fc.array(action, { minLength: 2, maxLength: 5 }), { minLength: 3, maxLength: 3 });
  type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

  const soldLines = (lines: (SoldLine & { share: number })[]): SoldLine[] =>
    lines.map(({ share, ...sold }) => {
      const discount = Math.floor(sold.quantity * sold.unitAmount * share);
      return discount === 0 ? sold : { ...sold, discount };
    });

  /** Plays days at a till and keeps its own list of every movement of money. */
  function player(world: TestTill) {
    const moved: { goods: number; tip: number; lines?: SoldLine[] }[] = [];
    const left: { posTid: string; goods: number; tip: number }[] = [];
    const take = (posTid: string, goods: number, tip: number, lines?: SoldLine[]) => {
      moved.push({ goods, tip, lines });
      left.push({ posTid, goods, tip });
    };
    return {
      moved,
      async play(step: Action) {
        if (step.kind === "sale") {
          const lines = soldLines(step.lines);
          const { posTid } = await sell(world, lines, { tip: step.tip });
          take(posTid, amountOf(lines), step.tip, lines);
        } else if (step.kind === "reservation") {
          const lines = soldLines(step.lines);
          const { posTid } = await sell(world, lines, { action: "AUTH" });
          const amount = Math.max(1, Math.floor(amountOf(lines) * step.share));
          await world.must("payment.capture", { posTid, amount });
          await world.waitForPayment(posTid, ({ captures }) => captures.length === 1);
          take(posTid, amount, 0);
        } else {
          const of = left[step.which % Math.max(1, left.length)];
          const goods = Math.floor((of?.goods ?? 0) * step.share);
          if (of === undefined || goods === 0) return;
          const tip = step.share === 1 ? of.tip : 0;
          await refund(world, of.posTid, goods, tip || undefined);
          of.goods -= goods;
          of.tip -= tip;
          moved.push({ goods: -goods, tip: -tip });
        }
      },
    };
  }

  it("totals the transactions of its day, which total the payments, on random days", {
    timeout: 120_000,
  }, async () => {
    const check = async (week: Action[][]) => {
      await using world = await createTestTill();
      // Power losses are not tested here.
      world.database.pragma("synchronous = OFF");
      await world.asManager();
      const { moved, play } = player(world);
      const ends: number[] = [];
      for (const day of week) {
        for (const step of day) await play(step);
        await close(world);
        ends.push(moved.length);
      }
      const file = await exportSaft(world);
      expect(await saftProblems(file.xml)).toEqual([]);
      expectCodes(file);
      expectTransactions(file);
      const { transactions, reports } = file;
      expect(transactions.map(({ transAmntIn }) => minor(transAmntIn))).toEqual(
        moved.map(({ goods, tip }) => goods + tip),
      );
      for (const [index, { lines }] of moved.entries()) {
        if (lines === undefined) continue;
        const vat = [2500, 1500, 1200].reduce((total, rate) => {
          return total + vatIn(amountOf(lines.filter(({ vatRate }) => vatRate === rate)), rate);
        }, 0);
        const one = transactions[index];
        expect(minor(one?.transAmntIn) - minor(one?.transAmntEx)).toBe(vat);
      }
      expect(reports).toHaveLength(week.length);
      for (const [day, report] of reports.entries()) {
        const start = ends[day - 1] ?? 0;
        expectReport(report, transactions.slice(start, ends[day]), transactions.slice(0, start));
      }
    };
    await fc.assert(fc.asyncProperty(days, check), { numRuns: 3, endOnFailure: true });
  });
});

const COFFEE: Product = { id: "coffee", name: "Kaffe", amount: 4500, vatRate: 1500 };
const MUG: Product = { id: "mug", name: "Kopp", amount: 12_900, vatRate: 2500 };

describe("SAF-T events", () => {
  it("name each product whose price was changed, with both prices and the user", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await world.must("catalogue.set", { categories: [], products: [COFFEE, MUG] });
    await world.must("catalogue.set", { categories: [], products: [{ ...COFFEE, amount: 4900 }, MUG] });
    await world.must("catalogue.set", { categories: [], products: [{ ...COFFEE, name: "Kaffi", amount: 4900 }] });
    const file = await exportSaft(world);
    expect(await saftProblems(file.xml)).toEqual([]);
    const changes = file.eventsOf("13021");
    expect(changes).toMatchObject([{ eventText: "artID coffee; Kaffe; old price 45.00; new price 49.00" }]);
    expect(changes[0]?.empID).toBe(file.events.find(({ eventType }) => eventType === "EMPIN")?.empID);
  });

  it("name a price that a new provisioning file changed", async () => {
    await using world = await createTestTill({ provisioning: { products: [COFFEE, MUG] } });
    const products = [{ ...COFFEE, amount: 5100 }, MUG];
    await restartWith(world, { products });
    const changes = (await exportSaft(world)).eventsOf("13021");
    expect(changes).toMatchObject([{ eventText: "artID coffee; Kaffe; old price 45.00; new price 51.00" }]);
    const { events } = await exportSaft(world);
    const types = events.map(({ eventType }) => eventType);
    expect(types.indexOf("PRICECHANGE")).toBeGreaterThan(types.lastIndexOf("POSSTART"));
  });

  it("keep the currency of a price change", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await world.must("catalogue.set", { categories: [], products: [COFFEE] });
    await world.must("catalogue.set", { categories: [], products: [{ ...COFFEE, amount: 4900 }] });
    await restartWith(world, { currency: "JPY" });
    const changes = (await exportSaft(world)).eventsOf("13021");
    expect(changes).toMatchObject([{ eventText: "artID coffee; Kaffe; old price 45.00; new price 49.00" }]);
  });

  it("are in chronological order when many prices change at once", async () => {
    let at = Date.now();
    // Each reading of the clock is later than the one before.
    const clock = { ...systemClock, now: () => (at += 1) };
    await using world = await createTestTill({ clock });
    await world.asManager();
    const products = Array.from({ length: 50 }, (_, index) => ({ ...MUG, id: `mug-${index}` }));
    await world.must("catalogue.set", { categories: [], products });
    const dearer = products.map((product) => ({ ...product, amount: product.amount + 100 }));
    await world.must("catalogue.set", { categories: [], products: dearer });
    const times = world.database.prepare<[], number>("SELECT at FROM journal ORDER BY sequence").pluck().all();
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect((await exportSaft(world)).eventsOf("13021")).toHaveLength(50);
  });

  it("name the installation of a new version", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const installed = { event: "update.installed", data: { version: "2.0.0", from: "1.0.0" } } as const;
    transact(world.database, () => createJournal(world.database).append(installed, Date.now()));
    expect((await exportSaft(world)).eventsOf("13007")).toMatchObject([{ eventText: "update.installed" }]);
  });

  it("name each sale that was completed without a printed receipt", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const printed = await sell(world, [soldLine(1000, 2500)]);
    await world.must("receipt.print", { posTid: printed.posTid, on: "page" });
    const unprinted = await sell(world, [soldLine(2000, 2500)]);
    await refund(world, unprinted.posTid, 500);
    await close(world);
    // A receipt that is printed after the close removes the event of that day.
    await world.must("receipt.print", { posTid: unprinted.posTid, kind: "sale", on: "page" });
    const file = await exportSaft(world);
    expect(file.eventsOf("13030").map(({ transID }) => transID)).toEqual(["2"]);
    expect(file.eventsOf("13012").map(({ transID }) => transID)).toEqual(["1", "2"]);
  });

  it("count the receipts of each part of a reservation for its own transaction", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { posTid } = await sell(world, [soldLine(3000, 2500)], { action: "AUTH" });
    for (const part of [1, 2, 3]) {
      await world.must("payment.capture", { posTid, amount: 1000 });
      await world.waitForPayment(posTid, ({ captures }) => captures.length === part);
    }
    for (const part of [3, 2, 2]) await world.must("receipt.print", { posTid, kind: "capture", part, on: "page" });
    const file = await exportSaft(world);
    expect(file.transactions.map(({ receiptNum, receiptCopyNum }) => [receiptNum, receiptCopyNum])).toEqual([
      ["0", "0"],
      ["1", "1"],
      ["1", "0"],
    ]);
    expect(file.eventsOf("13012").map(({ transID }) => transID)).toEqual(["3", "2"]);
    expect(file.eventsOf("13014").map(({ transID }) => transID)).toEqual(["2"]);
    expect(file.eventsOf("13030").map(({ transID }) => transID)).toEqual(["1"]);
  });

  it("count the openings of the cash drawer outside a sale", async () => {
    await using printer = await fakePrinter();
    const provisioning = { printer: { ...printer.settings(), drawer: true } };
    await using world = await createTillWithRegisters({ provisioning });
    await world.asManager();
    expect(await registerAt(world, keyOf("a")).post("/drawer")).toMatchObject({ status: 200 });
    await close(world);
    const file = await exportSaft(world);
    expect(file.eventsOf("13005")).toHaveLength(1);
    expect(file.reports[0]?.reportOpenCashBoxNum).toBe("1");
  });
});
