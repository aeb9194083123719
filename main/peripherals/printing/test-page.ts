import {
  type CodePage,
  columnsPerLine,
  type EscPosPrinter,
  QR_METHODS,
  type ReceiptSettings,
} from "../../../contract/receipts/receipts.ts";
import type { OperatorLanguage } from "../../../contract/values/customer-language.ts";
import type { Block } from "../receipts/blocks.ts";
import { receiptTime, shownTime } from "../receipts/time.ts";

export interface TestPageTerms {
  shop: ReceiptSettings["shop"];
  till: string;
  timeZone: string;
  language: OperatorLanguage;
  now: number;
}

const WORDS = {
  en: {
    title: "Test print",
    till: "Till",
    time: "Date",
    letters: "Letters",
    width: "Width",
    table: "Character set",
    codes: { native: "Code by the printer", raster: "Code as an image" },
    codeHint: "In Settings, under Printer, choose the code that scans.",
    hint: "If letters look wrong, choose another character set. If the row of digits wraps, choose fewer characters.",
  },
  nb: {
    title: "Prøveutskrift",
    till: "Kasse",
    time: "Dato",
    letters: "Bokstaver",
    width: "Bredde",
    table: "Tegnsett",
    codes: { native: "Kode fra skriveren", raster: "Kode som bilde" },
    codeHint: "Velg koden som kan skannes, i Innstillinger under Skriver.",
    hint: "Velg et annet tegnsett hvis bokstavene er feil. Velg færre tegn hvis raden med sifre brytes.",
  },
} as const;

const WESTERN = "æøå ÆØÅ é ü €";
const CENTRAL = "ąćęłńóśźż ĄŁŻ ä ü";

export const LETTERS: Readonly<Record<CodePage, string>> = {
  cp858: WESTERN,
  windows1252: WESTERN,
  cp865: WESTERN,
  cp850: WESTERN,
  cp852: CENTRAL,
  windows1250: CENTRAL,
  windows1251: "абвгґ еєжиіїй ЄЇ",
  cp866: "абвг еєжиїй ЄЇ",
};

export function testPage(printer: EscPosPrinter, { shop, till, timeZone, language, now }: TestPageTerms): Block[] {
  const words = WORDS[language];
  const columns = columnsPerLine(printer);
  return [
    { kind: "name", text: shop.name },
    { kind: "title", text: words.title },
    { kind: "rule" },
    { kind: "row", label: words.till, value: till },
    { kind: "row", label: words.time, value: shownTime(receiptTime(now, timeZone), language) },
    { kind: "row", label: words.letters, value: LETTERS[printer.codePage] },
    { kind: "row", label: words.table, value: printer.codePage },
    { kind: "row", label: words.width, value: `${printer.width} mm, ${columns}` },
    { kind: "note", text: "1234567890".repeat(5).slice(0, columns) },
    { kind: "banner", text: words.title },
    ...QR_METHODS.flatMap((qr): Block[] => [
      { kind: "centre", text: words.codes[qr] },
      { kind: "code", text: till, qr },
    ]),
    { kind: "note", text: words.codeHint },
    { kind: "note", text: words.hint },
  ];
}
