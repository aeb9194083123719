/** Renders a receipt as a standalone page without scripts or external resources. All text is escaped. */
import type { Receipt } from "../../../contract/receipts/receipts.ts";
import { escapeHtml, htmlText } from "../../lib/html.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { codeSvg } from "./code.ts";
import { RECEIPT_WORDS } from "./words.ts";

export function receiptHtml(receipt: Receipt): string {
  const title = `${RECEIPT_WORDS[receipt.language].title[receipt.kind]} ${receipt.number ?? receipt.payment.number}`;
  return pageOf(blocksOf(receipt), { title, language: receipt.language });
}

export function pageOf(blocks: readonly Block[], { title, language }: { title: string; language: string }): string {
  const hasAddress = blocks.some(({ kind }) => kind === "address");
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}${hasAddress ? ADDRESS_STYLE : ""}</style></head><body><article class="receipt">`,
    ...blocks.map(blockHtml),
    "</article></body></html>\n",
  ].join("");
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "banner":
      return `<p class="banner">${htmlText(block.text)}</p>`;
    case "name":
      return `<h1>${htmlText(block.text)}</h1>`;
    case "title":
      return `<h2>${htmlText(block.text)}</h2>`;
    case "centre":
      return `<p class="centre">${htmlText(block.text)}</p>`;
    case "address":
      return `<p class="address">${htmlText(block.text)}</p>`;
    case "note":
      return `<p>${htmlText(block.text)}</p>`;
    case "row":
    case "total":
      return `<p class="${block.kind}"><span>${htmlText(block.label)}</span> <span>${htmlText(block.value)}</span></p>`;
    case "columns":
      return `<p class="columns">${block.cells.map((cell) => `<span>${htmlText(cell)}</span>`).join(" ")}</p>`;
    case "rule":
      return "<hr>";
    case "code":
      return codeSvg(block.text, escapeHtml(block.text));
  }
}

const ADDRESS_STYLE = ".receipt .address{font-size:13pt;font-weight:600;line-height:1.3}";

// White in every theme. Sizes are in points; 72 mm is the printable width of 80 mm paper.
const STYLE = `
@page{margin:4mm}
html,body{margin:0;background:#fff}
.receipt{box-sizing:border-box;width:100%;max-width:72mm;margin:0 auto;padding:4mm;background:#fff;color:#000;
font:9pt/1.4 "Inter Variable",system-ui,sans-serif;font-variant-numeric:tabular-nums lining-nums;overflow-wrap:anywhere;
container-type:inline-size;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.receipt *{margin:0}
.receipt h1{font-size:14pt;line-height:1.2;text-align:center;margin-bottom:1mm}
.receipt h2{font-size:11pt;text-align:center;margin-bottom:1mm}
.receipt hr{border:0;border-top:1px dashed #000;margin:2mm 0}
.receipt .centre{text-align:center}
.receipt .banner{margin:1mm 0;padding:1mm;background:#000;color:#fff;font-size:12pt;font-weight:700;text-align:center}
.receipt .row,.receipt .total{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 4mm}
.receipt .row span:last-child,.receipt .total span:last-child{margin-inline-start:auto;text-align:end}
.receipt .columns{display:grid;grid-template-columns:2fr 3fr 3fr 3fr;gap:0 2mm}
.receipt .columns span:not(:first-child){text-align:end}
.receipt .total{font-size:12pt;font-weight:700}
.receipt .code{display:block;width:28mm;margin:2mm auto}
@container (width < 52mm){.receipt .total{font-size:11pt}.receipt .code{width:24mm}}
@media print{.receipt{padding:0}}
`.replaceAll("\n", "");
