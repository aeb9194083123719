import { amountText } from "./chain.ts";
import { ARTICLE, PAYMENT_TYPE, vatCodeOf } from "./codes.ts";
import type { EmployeeIds, ReportOf } from "./lookups.ts";
import type { SaftSubject } from "./subject.ts";
import { cut, element, group } from "./xml.ts";

/**
 * A Z, or an X that somebody took. Sales stand apart from what was given back: each count beside the amount of just what
 * it counts. What a till of this kind has none of, like a change float, is nought.
 */
export function eventReport(of: ReportOf, subject: SaftSubject, empID: EmployeeIds): string {
  const { report, receipts, id } = of;
  const { details, merchant, pos, local } = subject;
  const money = (minor: number) => amountText(minor, report.currency);
  const { date, time } = local(Date.parse(report.to));
  const { captures } = report.counts;
  // As in the lines of the transactions: goods without the tips, which are counted by themselves.
  const goods = money(report.captured - report.tips);
  const sales = report.byVat?.captured ?? [];
  const vat = (sales.length > 0 ? sales : [{ rate: null, gross: report.captured - report.tips, vat: 0 }]).map(
    ({ rate, gross, vat: amount }) => {
      const code = rate === null ? { code: details.vatCode, percentage: "0.00" } : vatCodeOf(rate);
      return group("reportCashSaleVat", [
        element("vatCode", code.code),
        element("vatPerc", code.percentage),
        element("cashSaleAmnt", money(gross)),
        element("vatAmnt", money(amount)),
      ]);
    },
  );
  return group("eventReport", [
    element("reportID", id),
    element("reportType", report.kind === "z" ? "Z report" : "X report"),
    element("companyIdent", cut(details.companyIdent || merchant, 35)),
    element("companyName", cut(details.companyName || merchant, 100)),
    element("reportDate", date),
    element("reportTime", time),
    element("registerID", cut(pos.id, 100)),
    group("reportTotalCashSales", [element("totalCashSaleAmnt", money(report.captured))]),
    group("reportArtGroups", [counted("reportArtGroup", "artGroup", ARTICLE.group, captures, goods)]),
    group("reportPayments", [paid("reportPayment", null, captures, money(report.captured))]),
    ...byPerson(of, empID, money),
    ...tip(of, money),
    group("reportCashSalesVat", vat),
    element("reportOpeningChangeFloat", money(0)),
    element("reportReceiptNum", receipts),
    ...corrections(of, money),
    element("reportGrandTotalSales", money(report.grandTotals.captured)),
    element("reportGrandTotalReturn", money(report.grandTotals.refunded)),
    element("reportGrandTotalSalesNet", money(report.grandTotals.net)),
  ]);
}

type Money = (minor: number) => string;

function byPerson({ report }: ReportOf, empID: EmployeeIds, money: Money): string[] {
  const people = report.byPerson.flatMap(({ person, counts, captured }) => {
    const id = empID(person);
    // A report of an older till counted each person's payments, and not their captures.
    return id === null ? [] : [paid("reportEmpPayment", id, counts.captures ?? counts.captured, money(captured))];
  });
  return people.length === 0 ? [] : [group("reportEmpPayments", people)];
}

function tip({ report, tips }: ReportOf, money: Money): string[] {
  if (tips === 0) return [];
  return [group("reportTip", [element("tipNum", tips), element("tipAmnt", money(report.tips))])];
}

function corrections({ report, copies, discounts }: ReportOf, money: Money): string[] {
  const none = money(0);
  const nought = (name: string) => [element(`${name}Num`, 0), element(`${name}Amnt`, none)];
  return [
    element("reportOpenCashBoxNum", 0),
    element("reportReceiptCopyNum", copies.count),
    element("reportReceiptCopyAmnt", money(copies.amount)),
    ...nought("reportReceiptProforma"),
    element("reportReturnNum", report.counts.refunds),
    element("reportReturnAmnt", money(report.refunded)),
    element("reportDiscountNum", discounts.count),
    element("reportDiscountAmnt", money(discounts.amount)),
    ...nought("reportVoidTrans"),
    group("reportCorrLines", [group("reportCorrLine", [element("corrLineType", "None"), ...nought("corrLine")])]),
    group("reportPriceInquiries", [
      group("reportPriceInquiry", [element("priceInquiryGroup", ARTICLE.group), ...nought("priceInquiry")]),
    ]),
    group("reportOtherCorrs", [group("reportOtherCorr", [element("otherCorrType", "None"), ...nought("otherCorr")])]),
    ...nought("reportReceiptDelivery"),
    ...nought("reportTraining"),
  ];
}

function counted(name: string, prefix: string, id: string, count: number, amount: string): string {
  return group(name, [element(`${prefix}ID`, id), element(`${prefix}Num`, count), element(`${prefix}Amnt`, amount)]);
}

function paid(name: string, empID: string | null, count: number, amount: string): string {
  return group(name, [
    element("empID", empID),
    element("paymentType", PAYMENT_TYPE),
    element("paymentNum", count),
    element("paymentAmnt", amount),
  ]);
}
