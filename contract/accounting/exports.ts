import { decimalSeparator } from "../values/money.ts";

/** `csv`: payments and movements · `json`: lossless · `saft`: SAF-T Cash Register 1.00, with its public key */
export const EXPORT_KINDS = ["csv", "json", "saft"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const CSV_SEPARATORS = ["auto", ";", ",", "tab"] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Returns the separator for `auto`: `;` where the locale uses decimal commas, else `,`. */
export function usualSeparator(locale: string): Exclude<CsvSeparator, "auto" | "tab"> {
  return decimalSeparator(locale) === "," ? ";" : ",";
}

export interface CsvOptions {
  separator: CsvSeparator;
  /** Byte order mark, which tells spreadsheets that the file is UTF-8 */
  bom: boolean;
}

/** Company and VAT details that a SAF-T file needs and a payment terminal does not know. */
export interface SaftDetails {
  companyIdent: string;
  companyName: string;
  vatRegistered: boolean;
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** VAT code of every line, and the tax administration's standard code */
  vatCode: string;
  standardVatCode: string;
  vatDescription: string;
}

/** Defaults without company details. Exports are possible and say that details are missing. */
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

export interface ExportOptions {
  csv: CsvOptions;
  saft: SaftDetails;
}

export interface ExportFile {
  name: string;
  part: "payments" | "movements" | "everything" | "saft" | "key";
  /** Number of payments, movements or transactions */
  rows: number;
  bytes: number;
  /** Hexadecimal */
  sha256: string;
}

export interface Export {
  exportId: string;
  kind: ExportKind;
  /** ISO 8601 in UTC; `to` is exclusive */
  from: string;
  to: string;
  madeAt: string;
  person: string | null;
  files: ExportFile[];
  rows: number;
  bytes: number;
  available: boolean;
}

export interface ExportChunk {
  exportId: string;
  name: string;
  offset: number;
  total: number;
  data: string;
  /** Offset of the next chunk; null: this is the last */
  next: number | null;
}

/** Progress of an export. `total` is counted at the start and may change meanwhile. */
export interface ExportProgress {
  exportId: string;
  kind: ExportKind;
  rows: number;
  total: number;
}
