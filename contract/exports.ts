/**
 * Exports: a period's payments as files to hand on. What each kind holds is in `docs/receipts-and-exports.md`. The
 * commands' rows are in `exports-commands.ts`.
 */
import { decimalSeparator } from "./money.ts";

/**
 * `csv`: two tables, one row per payment and one row per capture or refund · `json`: everything, lossless ·
 * `saft`: an XML file in the form of SAF-T Cash Register 1.00, with the public key that its signatures are checked with
 */
export const EXPORT_KINDS = ["csv", "json", "saft"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const CSV_SEPARATORS = ["auto", ";", ",", "tab"] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** What `auto` comes to: `;` where a locale writes decimals with a comma, since that is taken then. */
export function usualSeparator(locale: string): Exclude<CsvSeparator, "auto" | "tab"> {
  return decimalSeparator(locale) === "," ? ";" : ",";
}

/** How tables are written for the program that is to read them. */
export interface CsvOptions {
  /** `auto`: `;` where the till's locale writes decimals with a comma, else `,` */
  separator: CsvSeparator;
  /** Whether the file begins with a byte order mark, by which spreadsheets know that it is UTF-8 */
  bom: boolean;
}

/** What a SAF-T file says of the company, and of the value added tax, which a payment terminal does not know. */
export interface SaftDetails {
  /** The organisation number */
  companyIdent: string;
  companyName: string;
  vatRegistered: boolean;
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1, two letters */
  country: string;
  /** The code that stands on every line, and the tax administration's own code for it */
  vatCode: string;
  standardVatCode: string;
  vatDescription: string;
}

/** Nobody has said yet what the company is: the file can be made, and says so. */
export const DEFAULT_SAFT_DETAILS: SaftDetails = {
  companyIdent: "",
  companyName: "",
  vatRegistered: false,
  street: "",
  postalCode: "",
  city: "",
  country: "NO",
  vatCode: "0",
  standardVatCode: "0",
  vatDescription: "Not known to the payment terminal",
};

/** What the next export starts from: what the last one was made with. */
export interface ExportOptions {
  csv: CsvOptions;
  saft: SaftDetails;
}

export interface ExportFile {
  name: string;
  part: "payments" | "movements" | "everything" | "saft" | "key";
  /** Payments, movements, or transactions in it */
  rows: number;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal digits */
  sha256: string;
}

export interface Export {
  exportId: string;
  kind: ExportKind;
  /** The period, ISO 8601 in UTC: from `from` until just before `to` */
  from: string;
  to: string;
  madeAt: string;
  /** Who made it */
  person: string | null;
  files: ExportFile[];
  rows: number;
  bytes: number;
  /** Whether the files are still in the data folder */
  available: boolean;
}

/** A part of a file, for a window that cannot reach the till's disk. */
export interface ExportChunk {
  exportId: string;
  name: string;
  offset: number;
  /** The whole file's size, in bytes */
  total: number;
  /** Base64 */
  data: string;
  /** The offset of the next part; null: this was the last */
  next: number | null;
}

/** How far an export has come. `total` is counted before it begins, and may be off by what happens meanwhile. */
export interface ExportProgress {
  exportId: string;
  kind: ExportKind;
  rows: number;
  total: number;
}

export interface ExportValues {
  "export.make": Export;
  /** Newest first, and where their files are on the till's machine */
  "export.list": { items: Export[]; folder: string };
  "export.read": ExportChunk;
  "export.options": ExportOptions;
}
