import fc from "fast-check";
import jsQR from "jsqr";
import { create } from "qrcode";
import { describe, expect, it } from "vitest";
import type { Receipt, ReceiptLine } from "../../../../../contract/receipts/receipts.ts";
import { MAX_CODE_BYTES, receiptText } from "../../../../../main/peripherals/receipts/take-away.ts";
import { receiptTime } from "../../../../../main/peripherals/receipts/time.ts";
import { runs } from "../../../../support/random-runs.ts";

const AT = receiptTime(Date.UTC(2026, 10, 20, 13, 32, 8), "Europe/Oslo");

function receipt(changes: Partial<Receipt> = {}): Receipt {
  const lines = changes.lines ?? [
    { what: "item", text: "Flat white", quantity: 2, unitAmount: 4900, amount: 9800 },
    { what: "item", text: "Kanelbolle", quantity: 1, unitAmount: 5100, amount: 5100 },
    { what: "tip", text: null, amount: 1500 },
  ];
  return {
    kind: "sale",
    environment: "live",
    language: "nb",
    locale: "nb-NO",
    currency: "NOK",
    number: "K7Q2-R00017",
    shop: { name: "Kaffebaren Grünerløkka", address: ["Thorvald Meyers gate 1"], organisationNumber: "912 345 678" },
    payment: { number: "K7Q2-0142" },
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    vat: [{ rate: 2500, gross: 14_900, net: 11_920, vat: 2980 }],
    time: AT,
    reason: null,
    ...changes,
    lines,
  } as Receipt;
}

const item = fc.record({
  what: fc.constant("item" as const),
  text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  unitAmount: fc.integer({ min: 1, max: 99_999 }),
  amount: fc.integer({ min: 1, max: 99_999_999 }),
});

/** Scans a code as a phone does, from three pixels per module. */
function scanned(text: string): { text: string; modules: number } {
  const { modules } = create(text, { errorCorrectionLevel: "L" });
  const side = (modules.size + 8) * 3;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [row, column] = [Math.floor(y / 3) - 4, Math.floor(x / 3) - 4];
      const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size;
      if (isInside && modules.get(row, column)) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { text: jsQR(pixels, side, side)?.data ?? "", modules: modules.size };
}

describe("a receipt as a QR code", () => {
  it("contains shop, number, date, products, total and payment", () => {
    expect(receiptText(receipt())).toBe(
      [
        "Kaffebaren Grünerløkka\nThorvald Meyers gate 1\nOrg.nr. 912 345 678\nSalgskvittering K7Q2-R00017\n20.11.2026 14:32:08",
        "2 × Flat white 98,00 kr\nKanelbolle 51,00 kr\nTips 15,00 kr",
        "Sum betalt 164,00 kr\nMVA 25 %: 29,80 kr (brutto 149,00 kr)\nBetaling K7Q2-0142",
      ].join("\n\n"),
    );
  });

  it("lists prices as on paper, with discounts below them", () => {
    const cup: ReceiptLine = {
      what: "item",
      text: "Cappuccino",
      quantity: 2,
      unitAmount: 4900,
      amount: 9300,
      discount: 500,
    };
    expect(receiptText(receipt({ lines: [cup] }))).toContain("2 × Cappuccino 98,00 kr\nRabatt −5,00 kr\n");
  });

  it("of a refund states amount and reason; of a demo, that it is no receipt", () => {
    const lines: ReceiptLine[] = [{ what: "amount", text: null, amount: -5100 }];
    const text = receiptText(receipt({ kind: "refund", environment: "demo", reason: "Feil vare", lines }));
    expect(text).toContain("DEMO – IKKE KVITTERING\n");
    expect(text).toContain("Sum refundert −51,00 kr\n");
    expect(text).toContain("\nÅrsak: Feil vare\nBetaling K7Q2-0142");
  });

  it("of a long sale states the number of omitted lines, and keeps the total", () => {
    const lines: ReceiptLine[] = Array.from({ length: 20 }, (_, index) => ({
      what: "item",
      text: `Smørbrød med røkelaks ${index}`,
      quantity: 1,
      unitAmount: 100,
      amount: 100,
    }));
    const text = receiptText(receipt({ lines }));
    const [, left] = /og (\d+) til/.exec(text) ?? [];
    expect([...text.matchAll(/Smørbrød/g)].length + Number(left)).toBe(20);
    expect(text).toContain("Sum betalt 20,00 kr");
  });

  it("can be scanned from the smallest screen, whatever was sold", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (lines) => {
        const text = receiptText(receipt({ lines }));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_CODE_BYTES);
        const read = scanned(text);
        expect(read.modules).toBeLessThanOrEqual(77);
      }),
      { numRuns: runs(60) },
    );
    const text = receiptText(receipt());
    expect(scanned(text).text).toBe(text);
  });
});
