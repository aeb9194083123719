/** Checks that the figures of a SAF-T Cash Register file agree with each other, as in the administration's example. */
import { expect } from "vitest";
import { list, minor, type ReadSaft, type Report, type Transaction } from "./saft-file.ts";

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0);
const tipOf = ({ raise }: Transaction) => sum(list(raise), ({ raiseAmnt }) => minor(raiseAmnt));
const goodsOf = (transaction: Transaction) => minor(transaction.transAmntIn) - tipOf(transaction);
const isReturn = ({ transType }: Transaction) => transType === "RETURNSAL";
const expectDistinct = (codes: string[]) => expect(codes).toEqual([...new Set(codes)]);
const COUNTS: Record<string, number> = { CASHSAL: 1, RETURNSAL: -1, CORRECTION: 0 };
const hasGoods = (transaction: Transaction) => goodsOf(transaction) !== 0;
const netCount = (all: readonly Transaction[]) => sum(all, ({ transType }) => COUNTS[transType] ?? Number.NaN);

/**
 * Checks net + VAT = gross for every line, rate and transaction. Credit and debit of lines and rates follow the sign of
 * the products; those of the transaction follow the sign of its total.
 */
export function expectTransactions({ transactions }: Pick<ReadSaft, "transactions">): void {
  for (const transaction of transactions) {
    const [lines, rates] = [list(transaction.ctLine), list(transaction.vat)];
    expect(transaction.amntTp).toBe(minor(transaction.transAmntIn) < 0 ? "D" : "C");
    const isBack = goodsOf(transaction) < 0;
    for (const { lineAmntIn, lineAmntEx, qnt, vat, amntTp, lineType } of lines) {
      expect(minor(lineAmntEx) + minor(vat.vatAmnt)).toBe(minor(lineAmntIn));
      expect(vat.vatBasAmnt).toBe(lineAmntEx);
      expect([lineType, amntTp, vat.vatAmntTp, Math.sign(Number(qnt))]).toEqual(
        isBack ? ["RET", "D", "D", -1] : ["SAL", "C", "C", 1],
      );
      expect(isBack ? minor(lineAmntIn) <= 0 : minor(lineAmntIn) >= 0).toBe(true);
    }
    expectDistinct(rates.map(({ vatCode }) => vatCode));
    expect(sum(rates, ({ vatBasAmnt, vatAmnt }) => minor(vatBasAmnt) + minor(vatAmnt))).toBe(goodsOf(transaction));
    for (const { vatCode, vatAmnt, vatBasAmnt, vatAmntTp } of rates) {
      expect(vatAmntTp).toBe(isBack ? "D" : "C");
      const own = lines.filter(({ vat }) => vat.vatCode === vatCode);
      expect([minor(vatBasAmnt), minor(vatAmnt)]).toEqual([
        sum(own, ({ lineAmntEx }) => minor(lineAmntEx)),
        sum(own, ({ vat }) => minor(vat.vatAmnt)),
      ]);
    }
    expect(sum(lines, ({ lineAmntIn }) => minor(lineAmntIn))).toBe(goodsOf(transaction));
    expect(minor(transaction.transAmntIn) - minor(transaction.transAmntEx)).toBe(
      sum(rates, ({ vatAmnt }) => minor(vatAmnt)),
    );
    expect(transaction.payment.paidAmnt).toBe(transaction.transAmntIn);
  }
}

/**
 * Checks every amount and count of a report against its transactions, after returns as in the example.
 * @param before transactions of all earlier periods
 */
export function expectReport(report: Report, own: readonly Transaction[], before: readonly Transaction[]): void {
  const total = sum(own, goodsOf);
  const returns = own.filter((one) => isReturn(one) && hasGoods(one));
  expect(minor(report.reportTotalCashSales.totalCashSaleAmnt)).toBe(total);
  expectVat(report, own, total);
  expect(list(report.reportArtGroups.reportArtGroup)).toMatchObject([
    { artGroupNum: String(netCount(own.filter(hasGoods))) },
  ]);
  expect(sum(list(report.reportArtGroups.reportArtGroup), ({ artGroupAmnt }) => minor(artGroupAmnt))).toBe(total);
  const [paid] = list(report.reportPayments.reportPayment);
  expect([Number(paid?.paymentNum), minor(paid?.paymentAmnt)]).toEqual([
    Math.max(0, netCount(own)),
    sum(own, ({ payment }) => minor(payment.paidAmnt)),
  ]);
  expectPeople(report, own);
  const tipped = [...Map.groupBy(own, ({ refID }) => refID).values()].filter((all) => sum(all, tipOf) > 0);
  expect([Number(report.reportTip?.tipNum ?? 0), minor(report.reportTip?.tipAmnt)]).toEqual([
    tipped.length,
    sum(own, tipOf),
  ]);
  expect([report.reportReturnNum, minor(report.reportReturnAmnt)]).toEqual([
    String(returns.length),
    0 - sum(returns, goodsOf),
  ]);
  const off = own
    .filter((one) => !isReturn(one))
    .flatMap(({ ctLine }) => list(ctLine).flatMap(({ discount }) => list(discount)));
  expect([report.reportDiscountNum, minor(report.reportDiscountAmnt)]).toEqual([
    String(off.length),
    sum(off, ({ dscAmnt }) => minor(dscAmnt)),
  ]);
  const ever = [...before, ...own];
  const grand = [ever.filter((one) => !isReturn(one)), ever.filter(isReturn)].map((part) => sum(part, goodsOf));
  const [sales = 0, returned = 0] = grand;
  const written = ["Sales", "Return", "SalesNet"].map((name) => minor(report[`reportGrandTotal${name}`]));
  expect(written).toEqual([sales, 0 - returned, sales + returned]);
}

function expectVat(report: Report, own: readonly Transaction[], total: number): void {
  const written = list(report.reportCashSalesVat.reportCashSaleVat);
  expectDistinct(written.map(({ vatCode }) => vatCode));
  const codes = new Set([...written, ...own.flatMap(({ vat }) => list(vat))].map(({ vatCode }) => vatCode));
  for (const code of codes) {
    const of = own.flatMap(({ vat }) => list(vat)).filter(({ vatCode }) => vatCode === code);
    const row = written.find(({ vatCode }) => vatCode === code);
    expect([code, minor(row?.cashSaleAmnt), minor(row?.vatAmnt)]).toEqual([
      code,
      sum(of, ({ vatBasAmnt }) => minor(vatBasAmnt)),
      sum(of, ({ vatAmnt }) => minor(vatAmnt)),
    ]);
    expect(row?.vatAmntTp).toBe(minor(row?.cashSaleAmnt) < 0 ? "D" : "C");
  }
  expect(sum(written, ({ cashSaleAmnt, vatAmnt }) => minor(cashSaleAmnt) + minor(vatAmnt))).toBe(total);
}

function expectPeople(report: Report, own: readonly Transaction[]): void {
  const people = Map.groupBy(
    own.filter(({ empID }) => empID !== undefined),
    ({ empID }) => empID,
  );
  const [groups, payments] = [
    list(report.reportEmpArtGroups?.reportEmpArtGroup),
    list(report.reportEmpPayments?.reportEmpPayment),
  ];
  for (const [person, moved] of people) {
    const group = groups.find(({ empID }) => empID === person);
    expect([group?.artGroupNum, minor(group?.artGroupAmnt)]).toEqual([
      String(netCount(moved.filter(hasGoods))),
      sum(moved, goodsOf),
    ]);
    const paid = payments.find(({ empID }) => empID === person);
    expect([paid?.paymentNum, minor(paid?.paymentAmnt)]).toEqual([
      String(Math.max(0, netCount(moved))),
      sum(moved, ({ payment }) => minor(payment.paidAmnt)),
    ]);
  }
  expect(new Set([...groups, ...payments].map(({ empID }) => empID)).size).toBe(people.size);
}
