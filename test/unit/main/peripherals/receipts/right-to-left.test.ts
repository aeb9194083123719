/** Hebrew and Arabic names within Norwegian and English text: on the page, in mail, and on paper. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EscPosPrinter, Receipt } from "../../../../../contract/receipts/receipts.ts";
import { htmlText } from "../../../../../main/lib/html.ts";
import { receiptMessage } from "../../../../../main/peripherals/mail/message.ts";
import { escPos } from "../../../../../main/peripherals/printing/escpos.ts";
import { blocksOf } from "../../../../../main/peripherals/receipts/blocks.ts";
import { receiptHtml } from "../../../../../main/peripherals/receipts/html.ts";
import { buildReceipt } from "../../../../../main/peripherals/receipts/model.ts";
import { receiptText } from "../../../../../main/peripherals/receipts/take-away.ts";
import { movement, payment, TERMS } from "./fixtures.ts";

const SHOP = "מאפיית דניאל";
const BREAD = "חלה 7";
const PERSON = "فاطمة";
const TILL = "קופה";
const REASON = "שבור";

const terms = { ...TERMS, shop: { ...TERMS.shop, name: SHOP }, till: { posId: "counter-1", name: TILL } };
const build = (kind: "sale" | "refund", changes: Parameters<typeof payment>[0]): Receipt => ({
  ...buildReceipt(
    payment(changes),
    { kind, part: kind === "sale" ? 0 : 1 },
    { at: 0, language: "nb", person: PERSON, vat: [] },
    terms,
  ),
  number: "K7Q2-R00017",
});
const sale = build("sale", {
  lines: [
    { name: BREAD, quantity: 2, unitAmount: 4900 },
    { name: "Kaffe", quantity: 1, unitAmount: 5100 },
  ],
});
const refund = build("refund", { phase: "partly_refunded", refunds: [movement(5000, 0, { text: REASON })] });

const PRINTER = {
  kind: "escpos-tcp",
  host: "127.0.0.1",
  port: 9100,
  width: 58,
  columns: null,
  codePage: "cp858",
  codePageNumber: null,
  cut: true,
  drawer: true,
} satisfies EscPosPrinter;

describe("a right-to-left name", () => {
  const message = (receipt: Receipt) => receiptMessage(receipt, { id: "1", to: "a@b.example", from: "c@d.example" });

  it.each([
    ["a page", receiptHtml],
    ["mail", (receipt: Receipt) => message(receipt).html],
  ])("is isolated on a receipt as %s", (_, html) => {
    for (const name of [SHOP, PERSON]) expect(html(sale)).toContain(`><bdi>${name}</bdi></`);
    expect(html(sale)).toContain(`<bdi>${BREAD}</bdi>, 2 × `);
    expect(html(sale)).toContain(`<bdi>${TILL}</bdi> (counter-1)`);
    expect(html(sale)).not.toContain("<bdi>Kaffe");
    expect(html(refund)).toContain(`<bdi>${REASON}</bdi>`);
  });

  it("is isolated in the text of a mail before its amount", () => {
    expect(message(sale).text).toContain(`2 × \u2068${BREAD}\u2069 98,00`);
    expect(receiptText(sale)).toContain(`2 × \u2068${BREAD}\u2069 98,00`);
    expect(message(sale).text).toContain("\nKaffe 51,00");
  });

  it("is printed without isolation characters", () => {
    const plain = JSON.parse(JSON.stringify(blocksOf(sale)).replace(/[\u2068\u2069]/g, ""));
    expect(JSON.stringify(blocksOf(sale))).toContain("\u2068");
    expect(Buffer.compare(escPos(blocksOf(sale), PRINTER), escPos(plain, PRINTER))).toBe(0);
  });
});

describe("text in an element", () => {
  it("has balanced isolation marks and no other direction mark, whatever a name contains", () => {
    const part = fc.constantFrom("\u2068", "\u2069", "\u202e", "\u200f", "<b>", "א", "a", "</bdi>");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const html = htmlText(parts.join(""));
        expect(html).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
        const tags = html.match(/<[^>]*>/g) ?? [];
        expect(tags).toEqual(tags.map((_tag, at) => (at % 2 === 0 ? "<bdi>" : "</bdi>")));
        expect(tags.length % 2).toBe(0);
      }),
    );
  });
});
