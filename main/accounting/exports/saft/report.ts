import type { Report, Totals } from "../../../../contract/accounting/reports.ts";
import { sumVat, type VatTotal } from "../../../../contract/values/vat.ts";
import { amountText } from "./chain.ts";
import { ARTICLE, byVatCode, type CodeTotal, PAYMENT_TYPE } from "./codes.ts";
import type { EmployeeIds, ReportOf, TransactionCounts } from "./lookups.ts";
import type { SaftSubject } from "./subject.ts";
import { cut, element, group } from "./xml.ts";

/**
 * Writes a Z or X report. Sales exclude tips and are net of returns, as in the tax administration's example. Figures
 * that this till lacks, such as a change float, are 0.
 */
export function eventReport(of: ReportOf, subject: SaftSubject, empID: EmployeeIds): string {
  const { report, receipts, id } = of;
  const { details, merchant, pos, local } = subject;
  const money = (minor: number) => amountText(minor, report.currency);
  const { date, time } = local(Date.parse(report.to));
  const [sold, allTime] = [salesOf(report), salesOf(report.grandTotals)];
  const periodTotals: SalesTotals = { ...report, ...countsOf(of.counts), empID: null };
  const people = report.byPerson.flatMap((one): SalesTotals[] => {
    const person = empID(one.person);
    return person === null || (one.captured === 0 && one.refunded === 0)
      ? []
      : [{ ...one, ...countsOf(of.counts.filter((row) => row.person === one.person)), empID: person }];
  });
  return group("eventReport", [
    element("reportID", id),
    element("reportType", report.kind === "z" ? "Z report" : "X report"),
    element("companyIdent", cut(details.companyIdent || merchant, 35)),
    element("companyName", cut(details.companyName || merchant, 100)),
    element("reportDate", date),
    element("reportTime", time),
    element("registerID", cut(pos.id, 100)),
    group("reportTotalCashSales", [element("totalCashSaleAmnt", money(sold.net))]),
    group("reportArtGroups", [articles("reportArtGroup", periodTotals, money)]),
    ...groupOfSome("reportEmpArtGroups", people, (one) => articles("reportEmpArtGroup", one, money)),
    group("reportPayments", [paid("reportPayment", periodTotals, money)]),
    ...groupOfSome("reportEmpPayments", people, (one) => paid("reportEmpPayment", one, money)),
    ...tip(of, money),
    group(
      "reportCashSalesVat",
      byVatCode(vatOf(report, sold.net), details.vatCode).map((total) => vatRow(total, money)),
    ),
    element("reportOpeningChangeFloat", money(0)),
    element("reportReceiptNum", receipts),
    ...corrections(of, { count: periodTotals.returns, amount: sold.returned }, money),
    element("reportGrandTotalSales", money(allTime.sales)),
    element("reportGrandTotalReturn", money(allTime.returned)),
    element("reportGrandTotalSalesNet", money(allTime.net)),
  ]);
}

type Money = (minor: number) => string;

type Amounts = Pick<Totals, "captured" | "refunded" | "tips" | "tipsRefunded">;
type Counts = Omit<TransactionCounts, "person">;
type SalesTotals = Amounts & Counts & { empID: string | null };

/** Returns sales and returns without tips, both positive. */
function salesOf({ captured, refunded, tips, tipsRefunded }: Amounts) {
  const [sales, returned] = [captured - tips, refunded - tipsRefunded];
  return { sales, returned, net: sales - returned };
}

function countsOf(all: readonly TransactionCounts[]): Counts {
  const sum = (of: keyof Counts) => all.reduce((total, one) => total + one[of], 0);
  return { payments: sum("payments"), sales: sum("sales"), returns: sum("returns") };
}

/** Returns VAT by rate net of returns, with amounts without a known rate last. Never empty. */
function vatOf({ byVat }: Report, net: number): VatTotal[] {
  const returned = byVat?.refunded ?? [];
  const negative = returned.map(({ rate, gross, net, vat }) => ({ rate, gross: -gross, net: -net, vat: -vat }));
  const known = sumVat([...(byVat?.captured ?? []), ...negative]);
  const rest = net - known.reduce((sum, { gross }) => sum + gross, 0);
  return known.length > 0 && rest === 0 ? known : [...known, { rate: null, gross: rest, net: rest, vat: 0 }];
}

function vatRow({ code, percentage, gross, net, vat }: CodeTotal, money: Money): string {
  return group("reportCashSaleVat", [
    element("vatCode", code),
    element("vatPerc", percentage),
    element("cashSaleAmnt", money(net)),
    element("vatAmnt", money(vat)),
    element("vatAmntTp", gross < 0 ? "D" : "C"),
  ]);
}

function tip({ report, tips }: ReportOf, money: Money): string[] {
  if (report.tips === 0 && report.tipsRefunded === 0) return [];
  const amount = money(report.tips - report.tipsRefunded);
  return [group("reportTip", [element("tipNum", tips), element("tipAmnt", amount)])];
}

function corrections(
  { copies, discounts, drawers }: ReportOf,
  returned: { count: number; amount: number },
  money: Money,
): string[] {
  const zeroAmount = money(0);
  const zeroPair = (name: string) => [element(`${name}Num`, 0), element(`${name}Amnt`, zeroAmount)];
  return [
    element("reportOpenCashBoxNum", drawers),
    element("reportReceiptCopyNum", copies.count),
    element("reportReceiptCopyAmnt", money(copies.amount)),
    ...zeroPair("reportReceiptProforma"),
    element("reportReturnNum", returned.count),
    element("reportReturnAmnt", money(returned.amount)),
    element("reportDiscountNum", discounts.count),
    element("reportDiscountAmnt", money(discounts.amount)),
    ...zeroPair("reportVoidTrans"),
    group("reportCorrLines", [group("reportCorrLine", [element("corrLineType", "None"), ...zeroPair("corrLine")])]),
    group("reportPriceInquiries", [
      group("reportPriceInquiry", [element("priceInquiryGroup", ARTICLE.group), ...zeroPair("priceInquiry")]),
    ]),
    group("reportOtherCorrs", [group("reportOtherCorr", [element("otherCorrType", "None"), ...zeroPair("otherCorr")])]),
    ...zeroPair("reportReceiptDelivery"),
    ...zeroPair("reportTraining"),
  ];
}

function groupOfSome(name: string, all: readonly SalesTotals[], row: (one: SalesTotals) => string): string[] {
  return all.length === 0 ? [] : [group(name, all.map(row))];
}

function articles(name: string, of: SalesTotals, money: Money): string {
  return group(name, [
    element("empID", of.empID),
    element("artGroupID", ARTICLE.group),
    element("artGroupNum", of.sales),
    element("artGroupAmnt", money(salesOf(of).net)),
  ]);
}

/** Payments include tips. The format does not allow a negative number of payments. */
function paid(name: string, of: SalesTotals, money: Money): string {
  return group(name, [
    element("empID", of.empID),
    element("paymentType", PAYMENT_TYPE),
    element("paymentNum", Math.max(0, of.payments)),
    element("paymentAmnt", money(of.captured - of.refunded)),
  ]);
}
