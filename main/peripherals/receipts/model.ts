import type { Movement, Payment } from "../../../contract/payments/views.ts";
import { localisedReason } from "../../../contract/reasons/chosen-reasons.ts";
import {
  type Receipt,
  type ReceiptLine,
  type ReceiptRef,
  refundedTotal as releasedAmount,
  type ShopDetails,
} from "../../../contract/receipts/receipts.ts";
import {
  type CustomerLanguage,
  customerLanguageOf,
  customerLocale,
} from "../../../contract/values/customer-language.ts";
import type { Environment } from "../../../contract/values/environment.ts";
import { isUnitemised, linesTotal, lineTotal } from "../../../contract/values/lines.ts";
import type { VatTotal } from "../../../contract/values/vat.ts";
import { receiptTime } from "./time.ts";

/** The till's details on every receipt. */
export interface ReceiptTerms {
  shop: ShopDetails;
  environment: Environment;
  till: { posId: string; name: string };
  locale: string;
  timeZone: string;
}

export interface ReceiptContext {
  language: CustomerLanguage;
  at: number;
  /** The person, or null when no user was signed in */
  person: string | null;
  /** The known VAT; may be empty */
  vat: readonly VatTotal[];
}

export function buildReceipt(
  payment: Payment,
  { kind, part }: ReceiptRef,
  context: ReceiptContext,
  terms: ReceiptTerms,
): Receipt {
  const time = (at: number) => receiptTime(at, terms.timeZone);
  const lines = linesOf(payment, { kind, part });
  const isRefund = kind === "refund";
  const { language } = context;
  const shopLanguage = customerLanguageOf(terms.locale);
  return {
    format: "till-receipt",
    version: 1,
    number: null,
    kind,
    part,
    environment: terms.environment,
    language,
    ...(shopLanguage !== language && { shopLanguage }),
    locale: customerLocale(language, terms.locale),
    currency: payment.currency,
    shop: terms.shop,
    till: terms.till,
    person: context.person,
    payment: {
      posTid: payment.posTid,
      number: payment.number,
      tid: payment.tid,
      action: payment.action,
      customer: payment.customer,
      phase: payment.phase,
      startedAt: time(Date.parse(payment.createdAt)),
    },
    ...(lines.some(({ what }) => what === "item") && payment.text !== null && { about: payment.text }),
    lines,
    ...(context.vat.length > 0 && { vat: context.vat.map((total) => (isRefund ? negative(total) : total)) }),
    total: lines.reduce((sum, line) => sum + line.amount, 0),
    time: time(context.at),
    until: kind === "reservation" && payment.expiresAt !== null ? time(Date.parse(payment.expiresAt)) : null,
    reason: isRefund ? reasonOf(payment.refunds[part - 1]?.text ?? null, language) : null,
    issued: null,
    copy: null,
  };
}

function negative({ rate, gross, net, vat }: VatTotal): VatTotal {
  return { rate, gross: -gross, net: -net, vat: -vat };
}

function reasonOf(text: string | null, language: CustomerLanguage): string | null {
  return text === null ? null : localisedReason(language, text);
}

function linesOf(payment: Payment, { kind, part }: ReceiptRef): ReceiptLine[] {
  const { amount, additionalAmount, captures, refunds } = payment;
  switch (kind) {
    case "sale":
      return movementLines(payment, [...captures]);
    case "capture":
      return (part === 0 ? captures : captures.slice(part - 1, part)).flatMap((capture) =>
        movementLines(payment, [capture]),
      );
    case "refund":
      return movementLines(payment, refunds.slice(part - 1, part)).map(negatedLine);
    case "reservation":
      return withTip(payment, amount, additionalAmount);
    case "release":
      return withTip({ ...payment, lines: [] }, releasedAmount(payment), 0);
  }
}

function negatedLine(line: ReceiptLine): ReceiptLine {
  const { amount, discount } = line;
  return discount === undefined ? { ...line, amount: -amount } : { ...line, amount: -amount, discount: -discount };
}

type Sold = Pick<Payment, "amount" | "lines" | "text">;

function movementLines(payment: Sold, movements: readonly Movement[]): ReceiptLine[] {
  const sum = (part: "amount" | "additionalAmount") => movements.reduce((total, movement) => total + movement[part], 0);
  return withTip(payment, sum("amount"), sum("additionalAmount"));
}

function withTip(payment: Sold, amount: number, tip: number): ReceiptLine[] {
  return [
    ...(amount > 0 || tip === 0 ? productLines(payment, amount) : []),
    ...(tip > 0 ? [{ what: "tip" as const, text: null, amount: tip }] : []),
  ];
}

/** Lines appear only for the full amount, because the lines of a part are unknown. */
function productLines({ lines, text }: Sold, amount: number): ReceiptLine[] {
  if (amount !== linesTotal(lines) || isUnitemised(lines)) return [{ what: "amount", text, amount }];
  return lines.map((line) => {
    const { name, quantity, unitAmount, discount } = line;
    const item: ReceiptLine = { what: "item", text: name, quantity, unitAmount, amount: lineTotal(line) };
    if (discount) item.discount = discount;
    return item;
  });
}
