import { describe, expect, it } from "vitest";
import type { CodePage, EscPosPrinter, Receipt, ReceiptRef } from "../../../../../contract/receipts/receipts.ts";
import type { CustomerLanguage } from "../../../../../contract/values/customer-language.ts";
import type { VatTotal } from "../../../../../contract/values/vat.ts";
import { printable } from "../../../../../main/peripherals/printing/code-page.ts";
import { escPos } from "../../../../../main/peripherals/printing/escpos.ts";
import { blocksOf } from "../../../../../main/peripherals/receipts/blocks.ts";
import { receiptHtml } from "../../../../../main/peripherals/receipts/html.ts";
import { receiptJson } from "../../../../../main/peripherals/receipts/issued.ts";
import { buildReceipt } from "../../../../../main/peripherals/receipts/model.ts";
import { receiptTime } from "../../../../../main/peripherals/receipts/time.ts";
import { escPosReader, type Paper } from "../../../../support/escpos-reader.ts";
import type { NetworkPrinter } from "../../../../support/fake-printer.ts";
import { movement, payment, TERMS } from "./fixtures.ts";

const AT = Date.parse("2026-11-20T13:32:08Z");
const issued = { number: "K7Q2-R00017", issued: receiptTime(AT + 1000, "Europe/Oslo") };
const build = (
  of: Parameters<typeof payment>[0],
  ref: ReceiptRef,
  changes: Partial<Receipt> = {},
  vat: VatTotal[] = [],
  language: CustomerLanguage = "nb",
): Receipt => ({
  ...buildReceipt(payment(of), ref, { at: AT, language, person: "Kari", vat }, TERMS),
  ...issued,
  ...changes,
});

/** One receipt of each layout. */
const RECEIPTS: Record<string, Receipt> = {
  sale: build(
    { text: "2 kanelboller", additionalAmount: 1500, captures: [movement(14_900, 1500)] },
    { kind: "sale", part: 0 },
  ),
  lines: build(
    {
      text: "Bestilling 42 til Ærlend",
      lines: [
        { name: "Kanelbolle med perlesukker, kardemomme og en ganske lang beskrivelse", quantity: 2, unitAmount: 4900 },
        { name: null, quantity: 3, unitAmount: 1000 },
        { name: "Kaffe", quantity: 1, unitAmount: 2000 },
        { name: null, quantity: 1, unitAmount: 100 },
      ],
    },
    { kind: "sale", part: 0 },
  ),
  vat: build(
    {
      lines: [
        { name: "Kaffe", quantity: 2, unitAmount: 4500, vatRate: 1500, discount: 1000 },
        { name: "Kopp", quantity: 1, unitAmount: 6900, vatRate: 2500 },
      ],
    },
    { kind: "sale", part: 0 },
    {},
    [
      { rate: 2500, gross: 6900, net: 5520, vat: 1380 },
      { rate: 1500, gross: 8000, net: 6957, vat: 1043 },
    ],
  ),
  "vat-refund": build(
    { phase: "partly_refunded", refunds: [movement(5000, 0, { text: "Vare returnert" })] },
    { kind: "refund", part: 1 },
    {},
    [
      { rate: 2500, gross: 3_720_000, net: 2_976_000, vat: 744_000 },
      { rate: null, gross: 1280, net: 1280, vat: 0 },
    ],
  ),
  copy: build({}, { kind: "sale", part: 0 }, { copy: { count: 1, time: receiptTime(AT + 86_400_000, "Europe/Oslo") } }),
  refund: build(
    { phase: "partly_refunded", refunds: [movement(5000, 0, { text: "Vare returnert" })] },
    { kind: "refund", part: 1 },
  ),
  reservation: build(
    { action: "AUTH", phase: "authorised", amount: 120_000, captures: [], expiresAt: "2026-11-23T13:32:08.000Z" },
    { kind: "reservation", part: 0 },
  ),
  demo: build({}, { kind: "sale", part: 0 }, { environment: "demo", language: "en", locale: "en-GB" }),
  "refund-de": build(
    { phase: "partly_refunded", refunds: [movement(5000, 0, { text: "Varer levert tilbake" })] },
    { kind: "refund", part: 1 },
    {},
    [{ rate: 2500, gross: 5000, net: 4000, vat: 1000 }],
    "de",
  ),
  "sale-pl": build(
    { text: "Pierogi ruskie", additionalAmount: 1500, captures: [movement(14_900, 1500)] },
    { kind: "sale", part: 0 },
    {},
    [{ rate: 1500, gross: 14_900, net: 12_957, vat: 1943 }],
    "pl",
  ),
  "sale-uk": build(
    { lines: [{ name: "Борщ зі сметаною", quantity: 2, unitAmount: 7450 }], wordsIn: "uk" },
    { kind: "sale", part: 0 },
    {},
    [{ rate: 1500, gross: 14_900, net: 12_957, vat: 1943 }],
    "uk",
  ),
};

/** Printers with letters that the default one lacks and transliterates. */
const LETTERS: Partial<Record<string, CodePage>> = { "sale-pl": "cp852", "sale-uk": "windows1251" };

const PRINTERS: Record<string, EscPosPrinter> = {
  "58mm": printer({ width: 58 }),
  "80mm": printer({ width: 80, columns: 48 }),
};

function printer(changes: Partial<NetworkPrinter>): EscPosPrinter {
  return {
    kind: "escpos-tcp",
    host: "printer",
    port: 9100,
    width: 80,
    columns: null,
    codePage: "cp858",
    codePageNumber: null,
    cut: true,
    drawer: false,
    ...changes,
  };
}

/** The printer's output, with large lines marked so that the golden file is readable. */
function out(receipt: Receipt, to: EscPosPrinter, options = {}): { paper: Paper; problems: string[] } {
  const reader = escPosReader(to.columns ?? (to.width === 58 ? 32 : 42));
  reader.read(escPos(blocksOf(receipt), to, options), () => undefined);
  const [paper, ...more] = reader.papers;
  if (!paper || more.length > 0) throw new Error(`${reader.papers.length} papers`);
  return { paper, problems: reader.problems };
}

describe.each(Object.entries(RECEIPTS))("a receipt of a %s", (name, receipt) => {
  it.each(Object.entries(PRINTERS))("on %s paper matches its golden file", async (width, to) => {
    const { paper, problems } = out(receipt, to);
    const marks = ({ bold, inverted, large }: Paper["lines"][number]) =>
      `${inverted ? "#" : " "}${large ? "L" : " "}${bold ? "b" : " "}`;
    const lines = paper.lines.map((line) => `${marks(line)}|${line.text}`);
    const shown = [...lines, `code: ${paper.codes.join(", ")}`, `cut: ${paper.cut}`, ""].join("\n");
    expect(problems).toEqual([]);
    await expect(shown).toMatchFileSnapshot(`golden/${name}-${width}.txt`);
  });

  it("as a page and as JSON matches its golden file", async () => {
    await expect(receiptHtml(receipt)).toMatchFileSnapshot(`golden/${name}.html.golden`);
    await expect(`${receiptJson(receipt)}\n`).toMatchFileSnapshot(`golden/${name}.json.golden`);
  });

  it("has the same content on paper and on the page", () => {
    const page = receiptHtml(receipt).replace(/[\u00a0\u202f]/g, " ");
    const words = blocksOf(receipt).flatMap((block) =>
      "text" in block ? [block.text] : "value" in block ? [block.label, block.value] : [],
    );
    const codePage = LETTERS[name] ?? "cp858";
    const paper = out(receipt, printer({ width: 80, columns: 48, codePage })).paper;
    const printed = `${paper.text} ${paper.codes.join(" ")}`.replace(/\s+/g, " ");
    for (const word of words.flatMap((text) => text.split(/\s+/))) {
      const plain = word.replace(/[–−]/g, "-").replace("•••", "***").replace("×", "x").replace("№", "No.");
      // Not every character set has the shop's own letters.
      if (printed.includes(printable(word, codePage)) && codePage !== "cp858") continue;
      expect(printed).toContain(plain);
      expect(page).toContain(word.replace("&", "&amp;"));
    }
  });
});

it.each(Object.entries(LETTERS))(
  "a receipt of a %s on a printer with its letters matches its golden file",
  async (name, codePage) => {
    const receipt = RECEIPTS[name];
    if (receipt === undefined || codePage === undefined) throw new Error(`no receipt ${name}`);
    const { paper, problems } = out(receipt, printer({ width: 58, codePage }));
    expect(problems).toEqual([]);
    await expect(`${paper.text}\n`).toMatchFileSnapshot(`golden/${name}-letters.txt`);
  },
);

describe("the bytes", () => {
  const sale = build({}, { kind: "sale", part: 0 });

  it("match their golden files exactly", async () => {
    const hex = Buffer.from(escPos(blocksOf(sale), printer({ width: 58 }))).toString("hex");
    await expect(`${hex.replace(/.{64}/g, "$&\n")}\n`).toMatchFileSnapshot("golden/sale-58mm.hex");
  });

  it.each([
    ["cp858", 19, "9b", "d5"],
    ["windows1252", 16, "f8", "80"],
    ["cp850", 2, "9b", null],
    ["cp865", 5, "9b", null],
  ] as const)("include the letters of %s", (codePage, number, oe, euro) => {
    const shop = { ...TERMS.shop, name: "æøåÆØÅ €" };
    const to = printer({ codePage });
    const { paper, problems } = out({ ...sale, shop }, to);
    expect(problems).toEqual([]);
    expect(paper.lines[0]?.text.trim()).toBe(euro === null ? "æøåÆØÅ EUR" : "æøåÆØÅ €");
    const hex = Buffer.from(escPos(blocksOf({ ...sale, shop }), to)).toString("hex");
    expect(hex).toContain(`1b74${number.toString(16).padStart(2, "0")}`);
    expect(hex).toContain(oe);
    if (euro !== null) expect(hex).toContain(euro);
  });

  it("select the character set by the printer's own number if configured", () => {
    const bytes = escPos(blocksOf(sale), printer({ codePage: "cp858", codePageNumber: 77 }));
    expect(Buffer.from(bytes).toString("hex")).toContain("1b744d");
  });

  it("open the cash drawer when it exists and is enabled", () => {
    expect(out(sale, printer({ drawer: true }), { drawer: true }).paper.pulses).toBe(1);
    expect(out(sale, printer({ drawer: true })).paper.pulses).toBe(0);
    expect(out(sale, printer({ drawer: false }), { drawer: true }).paper.pulses).toBe(0);
  });

  it("omit the cut when the printer has no cutter", () => {
    const reader = escPosReader(42);
    reader.read(escPos(blocksOf(sale), printer({ cut: false })), () => undefined);
    expect(reader.papers).toEqual([]);
    reader.tearOff();
    expect(reader.papers[0]?.cut).toBe(false);
  });
});
