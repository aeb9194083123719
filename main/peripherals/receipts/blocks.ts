/** The blocks of a receipt for paper and screen. Pure. */

import type { QrMethod, Receipt, ReceiptLine } from "../../../contract/receipts/receipts.ts";
import { formatAmount, formatMoney } from "../../../contract/values/money.ts";
import { percentText } from "../../../contract/values/percent.ts";
import { isolateDirection } from "../../../contract/values/plain-text.ts";
import { shownTime } from "./time.ts";
import { RECEIPT_WORDS, type ReceiptWords } from "./words.ts";

export type Block =
  | { kind: "banner"; text: string }
  | { kind: "name"; text: string }
  | { kind: "title"; text: string }
  | { kind: "centre"; text: string }
  | { kind: "row"; label: string; value: string }
  | { kind: "total"; label: string; value: string }
  /** A line of a shipping address */
  | { kind: "address"; text: string }
  /** A table row with right-aligned numbers */
  | { kind: "columns"; cells: readonly string[] }
  | { kind: "note"; text: string }
  | { kind: "rule" }
  /** `text` is the content of the code; without `qr` the printer's settings choose the method */
  | { kind: "code"; text: string; qr?: QrMethod };

export function blocksOf(receipt: Receipt): Block[] {
  const words = RECEIPT_WORDS[receipt.language];
  const warning = warningOf(receipt);
  const banners: Block[] = warning === null ? [] : [{ kind: "banner", text: warning }];
  return [
    ...banners,
    ...shop(receipt, words),
    ...heading(receipt, words),
    ...amounts(receipt, words),
    ...references(receipt, words),
    { kind: "code", text: receipt.payment.number },
    { kind: "centre", text: words.scan },
    ...(receipt.shop.footer === null ? [] : [{ kind: "centre" as const, text: isolateDirection(receipt.shop.footer) }]),
    ...banners,
  ];
}

/** Returns why this paper is no receipt, or null when it is one. */
export function warningOf(receipt: Receipt): string | null {
  const { environment } = receipt;
  if (environment !== "live") return inBothLanguages(receipt, (words) => words[environment]);
  return isSlip(receipt) ? inBothLanguages(receipt, (words) => words.notAReceipt) : null;
}

/** Returns the title in the customer's and the shop's language. */
export function titleOf(receipt: Receipt): string {
  return inBothLanguages(receipt, (words) => words.title[receipt.kind]);
}

function inBothLanguages(
  { language, shopLanguage = language }: Receipt,
  pick: (words: ReceiptWords) => string,
): string {
  const [customers, shops] = [pick(RECEIPT_WORDS[language]), pick(RECEIPT_WORDS[shopLanguage])];
  return customers === shops ? customers : `${customers} / ${shops}`;
}

/** True when no money was captured or refunded. */
function isSlip({ kind }: Receipt): boolean {
  return kind === "reservation" || kind === "release";
}

function shop({ shop: { name, address, organisationNumber, phone } }: Receipt, words: ReceiptWords): Block[] {
  return [
    { kind: "name", text: isolateDirection(name) },
    ...address.map((text) => ({ kind: "centre" as const, text: isolateDirection(text) })),
    ...(organisationNumber === null
      ? []
      : [{ kind: "centre" as const, text: `${words.organisation} ${organisationNumber}` }]),
    ...(phone === null ? [] : [{ kind: "centre" as const, text: `${words.phone} ${phone}` }]),
    { kind: "rule" },
  ];
}

function heading(receipt: Receipt, words: ReceiptWords): Block[] {
  const { copy, issued, number, person, till, until } = receipt;
  const shown = (time: Receipt["time"]) => shownTime(time, receipt.locale);
  const copied = inBothLanguages(receipt, (all) => all.copy);
  return [
    { kind: "title", text: titleOf(receipt) },
    ...(copy === null
      ? []
      : ([
          { kind: "banner", text: copy.count > 1 ? `${copied} ${copy.count}` : copied },
          row(words.original, shown(issued ?? receipt.time)),
          row(words.printed, shown(copy.time)),
        ] satisfies Block[])),
    ...(number === null ? [] : [row(isSlip(receipt) ? words.slip : words.receipt, number)]),
    row(words.time, shown(receipt.time)),
    ...(until === null ? [] : [row(words.until, shown(until))]),
    row(words.till, till.name === till.posId ? till.name : `${isolateDirection(till.name)} (${till.posId})`),
    ...(person === null ? [] : [row(words.person, isolateDirection(person))]),
    { kind: "rule" },
  ];
}

function amounts(receipt: Receipt, words: ReceiptWords): Block[] {
  const { about = null, currency, kind, lines, locale, reason, total } = receipt;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  return [
    ...(about === null ? [] : [{ kind: "note" as const, text: isolateDirection(about) }]),
    ...lines.flatMap((line) => lineRows(line, words, money)),
    { kind: "rule" },
    { kind: "total", label: words.total[kind], value: money(total) },
    ...vatTable(receipt, words),
    row(words.state, words.status[kind]),
    ...(reason === null ? [] : [reasonOf(reason, words)]),
    { kind: "rule" },
  ];
}

type Money = (amount: number) => string;

/** A discount is below its line, which shows the full price. */
function lineRows(line: ReceiptLine, words: ReceiptWords, money: Money): Block[] {
  const { amount, discount = 0 } = line;
  const sold = row(labelOf(line, words, money), money(amount + discount));
  return discount === 0 ? [sold] : [sold, row(words.discount, money(-discount))];
}

/** VAT by rate: net amount, VAT and gross amount. */
function vatTable({ vat = [], currency, locale }: Receipt, words: ReceiptWords): Block[] {
  if (vat.length === 0) return [];
  const number = (amount: number) => formatAmount(amount, currency, locale);
  const rate = (value: number | null) => (value === null ? words.noVat : percentText(value, locale));
  return [
    { kind: "columns", cells: [words.vat, words.net, words.vat, words.gross] },
    ...vat.map((total): Block => {
      const { net, vat: part, gross } = total;
      return { kind: "columns", cells: [rate(total.rate), number(net), number(part), number(gross)] };
    }),
    { kind: "rule" },
  ];
}

/** Maximum length of a reason; a longer one becomes a left-aligned note. */
const LONG_REASON = 28;

function reasonOf(reason: string, words: ReceiptWords): Block {
  const shown = isolateDirection(reason);
  return reason.length > LONG_REASON ? { kind: "note", text: `${words.reason}: ${shown}` } : row(words.reason, shown);
}

/** `Kanelbolle, 2 × 49,00 kr`; only the name of a single item, and the word for "amount" of a keyed amount. */
function labelOf({ what, text, quantity = 1, unitAmount = 0 }: ReceiptLine, words: ReceiptWords, money: Money): string {
  if (what !== "item") return isolateDirection(text ?? words[what]);
  const times = quantity > 1 ? `${quantity} × ${money(unitAmount)}` : null;
  return [text && isolateDirection(text), times].filter((part) => part !== null).join(", ") || words.amount;
}

function references({ kind, payment, locale }: Receipt, words: ReceiptWords): Block[] {
  return [
    ...(kind === "refund" ? [row(words.sold, shownTime(payment.startedAt, locale))] : []),
    row(words.payment, payment.number),
    row(words.reference, payment.posTid),
    ...(payment.tid === null ? [] : [row(words.transaction, payment.tid)]),
    ...(payment.customer === null ? [] : [row(words.customer, payment.customer)]),
  ];
}

function row(label: string, value: string): Block {
  return { kind: "row", label, value };
}
