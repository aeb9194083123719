import type { Receipt } from "../../../contract/receipts/receipts.ts";
import type { OperatorLanguage } from "../../../contract/values/customer-language.ts";
import { htmlText } from "../../lib/html.ts";
import { type Block, blocksOf, titleOf } from "../receipts/blocks.ts";
import { receiptText } from "../receipts/take-away.ts";
import type { MailMessage } from "./smtp.ts";

/** `id` stays the same for every attempt, so that servers and mail programs recognise the message. */
export function receiptMessage(
  receipt: Receipt,
  { id, to, from }: { id: string; to: string; from: string },
): MailMessage {
  const { language, number, shop, issued, time } = receipt;
  return {
    fromName: shop.name,
    to,
    subject: [titleOf(receipt), number, shop.name].filter((part) => part !== null && part !== "").join(" · "),
    text: `${receiptText(receipt, Number.POSITIVE_INFINITY)}\n`,
    html: htmlOf(blocksOf(receipt), language),
    messageId: `<${id}.receipt@${domainOf(from)}>`,
    date: new Date((issued ?? time).at),
    language,
  };
}

/** Tables with inline styles, which every mail program supports. Nothing is loaded from a network. */
function htmlOf(blocks: readonly Block[], language: string): string {
  const rows = blocks.map((block) => `<tr>${cellsOf(block)}</tr>`).join("");
  const table = `<table role="presentation" cellpadding="0" cellspacing="0" style="${TABLE}">${rows}</table>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>${table}</body></html>`;
}

const TABLE = "width:100%;max-width:28em;font:16px/1.5 sans-serif;color:#000;background:#fff";
const COLUMNS = 4;

function cellsOf(block: Block): string {
  switch (block.kind) {
    case "name":
      return across(`<strong style="font-size:1.3em">${htmlText(block.text)}</strong>`, "center");
    case "title":
    case "banner":
      return across(`<strong>${htmlText(block.text)}</strong>`, "center");
    case "centre":
      return across(htmlText(block.text), "center");
    case "note":
    case "address":
      return across(htmlText(block.text), "left");
    case "row":
      return pair(htmlText(block.label), htmlText(block.value));
    case "total":
      return pair(`<strong>${htmlText(block.label)}</strong>`, `<strong>${htmlText(block.value)}</strong>`);
    case "columns":
      return block.cells.map((cell, index) => cellOf(htmlText(cell), 1, index === 0 ? "left" : "right")).join("");
    case "rule":
      return across('<hr style="border:0;border-top:1px dashed #000">', "left");
    case "code":
      // Many mail programs block images. The number in the code is also in a row above.
      return across("", "left");
  }
}

function across(content: string, align: Align): string {
  return cellOf(content, COLUMNS, align);
}

function pair(label: string, value: string): string {
  return cellOf(label, COLUMNS / 2, "left") + cellOf(value, COLUMNS / 2, "right");
}

type Align = "left" | "center" | "right";

function cellOf(content: string, span: number, align: Align): string {
  return `<td colspan="${span}" style="padding:2px 4px;text-align:${align}">${content}</td>`;
}

const TEST_WORDS = {
  en: { subject: "Test from the till", text: "This till can send receipts by e-mail." },
  nb: { subject: "Test fra kassen", text: "Denne kassen kan sende kvitteringer på e-post." },
} as const;

export function testMessage(
  { id, to, from, shopName, at }: { id: string; to: string; from: string; shopName: string; at: number },
  language: OperatorLanguage,
): MailMessage {
  const { subject, text } = TEST_WORDS[language];
  return {
    fromName: shopName,
    to,
    subject: [subject, shopName].filter((part) => part !== "").join(" · "),
    text: `${text}\n`,
    html: htmlOf([{ kind: "note", text }], language),
    messageId: `<${id}.test@${domainOf(from)}>`,
    date: new Date(at),
    language,
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
