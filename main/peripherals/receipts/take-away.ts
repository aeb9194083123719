/** A receipt as text for a QR code, which contains all of it. Pure. */

import type { Receipt, ReceiptLine } from "../../../contract/receipts/receipts.ts";
import { formatMoney } from "../../../contract/values/money.ts";
import { percentText } from "../../../contract/values/percent.ts";
import { isolateDirection } from "../../../contract/values/plain-text.ts";
import { titleOf, warningOf } from "./blocks.ts";
import { shownTime } from "./time.ts";
import { RECEIPT_WORDS, type ReceiptWords } from "./words.ts";

/** Capacity of a version 15 code at level L (ISO/IEC 18004), readable on the smallest screen. */
export const MAX_CODE_BYTES = 520;

export function receiptText(receipt: Receipt, most: number = MAX_CODE_BYTES): string {
  const words = RECEIPT_WORDS[receipt.language];
  const money = (amount: number) => formatMoney(amount, receipt.currency, receipt.locale);
  const lines = receipt.lines.map((line) => lineText(line, words, money));
  const fitted = (shown: number, detail: Detail) => {
    const remaining = lines.length - shown;
    const more = remaining === 0 ? [] : [words.andMore.replace("{{count}}", String(remaining))];
    return textOf([head(receipt, words, detail), [...lines.slice(0, shown), ...more], foot(receipt, words, money)]);
  };
  for (let shown = lines.length; shown > 0; shown--) {
    const text = fitted(shown, "all");
    if (bytesOf(text) <= most) return text;
  }
  const text = fitted(0, "name");
  return bytesOf(text) <= most ? text : cut(text, most);
}

type Detail = "all" | "name";

function head(receipt: Receipt, words: ReceiptWords, detail: Detail): string[] {
  const { shop, number, time, locale } = receipt;
  const warning = warningOf(receipt);
  return [
    ...(warning === null ? [] : [warning]),
    shop.name,
    ...(detail === "all" ? shop.address : []),
    ...(shop.organisationNumber === null ? [] : [`${words.organisation} ${shop.organisationNumber}`]),
    [titleOf(receipt), number].filter((part) => part !== null).join(" "),
    shownTime(time, locale),
  ];
}

function foot(receipt: Receipt, words: ReceiptWords, money: (amount: number) => string): string[] {
  const { kind, locale, payment, reason, total, vat = [] } = receipt;
  return [
    `${words.total[kind]} ${money(total)}`,
    ...vat.flatMap(({ rate, gross, vat: part }) =>
      rate === null
        ? []
        : [
            `${words.vat} ${percentText(rate, locale)}: ${money(part)} (${words.gross.toLocaleLowerCase(locale)} ${money(gross)})`,
          ],
    ),
    ...(reason === null ? [] : [`${words.reason}: ${reason}`]),
    `${words.payment} ${payment.number}`,
  ];
}

function lineText(line: ReceiptLine, words: ReceiptWords, money: (amount: number) => string): string {
  const { amount, discount = 0 } = line;
  const sold = `${labelOf(line, words)} ${money(amount + discount)}`;
  return discount === 0 ? sold : `${sold}\n${words.discount} ${money(-discount)}`;
}

function labelOf({ what, text, quantity = 1 }: ReceiptLine, words: ReceiptWords): string {
  const name = isolateDirection(text ?? (what === "tip" ? words.tip : words.amount));
  return quantity > 1 ? `${quantity} × ${name}` : name;
}

function textOf(parts: readonly (readonly string[])[]): string {
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n")
    .replace(/[\u00a0\u202f]/g, " ");
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** Cuts at a character boundary. */
function cut(text: string, most: number): string {
  let result = "";
  for (const character of text) {
    if (bytesOf(`${result}${character}…`) > most) return `${result}…`;
    result += character;
  }
  return result;
}
