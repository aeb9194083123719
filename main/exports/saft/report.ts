import { twoDecimals } from "./chain.ts";
import { ARTICLE, PAYMENT_TYPE } from "./codes.ts";
import type { ClosedPeriod, EmployeeIds } from "./lookups.ts";
import type { SaftSubject } from "./subject.ts";
import { cut, element, group } from "./xml.ts";

/** The report of a closed period. What a till of this kind has none of - discounts, a change float - is nought. */
export function eventReport(closed: ClosedPeriod, subject: SaftSubject, empID: EmployeeIds): string {
  const { report, receipts } = closed;
  const { details, merchant, pos, local } = subject;
  const money = (minor: number) => twoDecimals(minor, report.currency);
  const { date, time } = local(Date.parse(report.to));
  const net = money(report.net);
  const vat = [
    element("vatCode", details.vatCode),
    element("vatPerc", "0.00"),
    element("cashSaleAmnt", net),
    element("vatAmnt", money(0)),
  ];
  return group("eventReport", [
    element("reportID", report.number),
    element("reportType", "Z report"),
    element("companyIdent", cut(details.companyIdent || merchant, 35)),
    element("companyName", cut(details.companyName || merchant, 100)),
    element("reportDate", date),
    element("reportTime", time),
    element("registerID", cut(pos.id, 100)),
    group("reportTotalCashSales", [element("totalCashSaleAmnt", net)]),
    group("reportArtGroups", [counted("reportArtGroup", "artGroup", ARTICLE.group, report.counts.captures, net)]),
    group("reportPayments", [paid("reportPayment", null, report.counts.captured, net)]),
    ...byPerson(closed, empID, money),
    ...tip(closed, money),
    group("reportCashSalesVat", [group("reportCashSaleVat", vat)]),
    element("reportOpeningChangeFloat", money(0)),
    element("reportReceiptNum", receipts),
    ...corrections(closed, money),
    element("reportGrandTotalSales", money(report.grandTotals.captured)),
    element("reportGrandTotalReturn", money(report.grandTotals.refunded)),
    element("reportGrandTotalSalesNet", money(report.grandTotals.net)),
  ]);
}

type Money = (minor: number) => string;

function byPerson({ report }: ClosedPeriod, empID: EmployeeIds, money: Money): string[] {
  const people = report.byPerson.flatMap(({ person, counts, net }) => {
    const id = empID(person);
    return id === null ? [] : [paid("reportEmpPayment", id, counts.captured, money(net))];
  });
  return people.length === 0 ? [] : [group("reportEmpPayments", people)];
}

function tip({ report, tips }: ClosedPeriod, money: Money): string[] {
  const amount = report.tips - report.tipsRefunded;
  if (tips === 0) return [];
  return [group("reportTip", [element("tipNum", tips), element("tipAmnt", money(amount))])];
}

function corrections({ report, copies }: ClosedPeriod, money: Money): string[] {
  const none = money(0);
  const nought = (name: string) => [element(`${name}Num`, 0), element(`${name}Amnt`, none)];
  return [
    element("reportOpenCashBoxNum", 0),
    element("reportReceiptCopyNum", copies.count),
    element("reportReceiptCopyAmnt", money(copies.amount)),
    ...nought("reportReceiptProforma"),
    element("reportReturnNum", report.counts.refunds),
    element("reportReturnAmnt", money(report.refunded)),
    ...nought("reportDiscount"),
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
