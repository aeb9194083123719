/** The printer's settings while somebody edits them: text as it is typed. Pure. */
import {
  CODE_PAGES,
  type CodePage,
  columnsOf,
  PAPER_COLUMNS,
  type PaperColumns,
  type PrinterSettings,
  type QrMethod,
} from "../../../contract/receipts.ts";

export interface PrinterDraft {
  kind: PrinterSettings["kind"];
  host: string;
  port: string;
  width: 58 | 80;
  columns: PaperColumns;
  codePage: CodePage;
  codePageNumber: string;
  cut: boolean;
  drawer: boolean;
  qr?: QrMethod;
}

const USUAL_PORT = 9100;

/** What the form begins with. */
export function draftOf(printer: PrinterSettings): PrinterDraft {
  if (printer.kind === "none") {
    const usual = { width: 80, columns: 42, codePage: "cp858" } as const;
    return { kind: "none", host: "", port: String(USUAL_PORT), ...usual, codePageNumber: "", cut: true, drawer: false };
  }
  const { host, port, width, codePage, codePageNumber, cut, drawer, qr } = printer;
  return {
    kind: printer.kind,
    host,
    port: String(port),
    width,
    columns: columnsOf(printer),
    codePage,
    codePageNumber: codePageNumber === null ? "" : String(codePageNumber),
    cut,
    drawer,
    qr,
  };
}

/** Which fields cannot be saved as they are. */
export interface PrinterProblems {
  host: boolean;
  port: boolean;
  codePageNumber: boolean;
}

export function problemsOf({ kind, host, port, codePageNumber }: PrinterDraft): PrinterProblems {
  if (kind === "none") return { host: false, port: false, codePageNumber: false };
  const isNumber = (text: string, least: number, most: number) =>
    /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return {
    host: !/^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/.test(host.trim()),
    port: !isNumber(port, 1, 65_535),
    codePageNumber: codePageNumber !== "" && !isNumber(codePageNumber, 0, 255),
  };
}

/** What is saved of a draft without problems. */
export function settingsOf(draft: PrinterDraft): PrinterSettings {
  if (draft.kind === "none") return { kind: "none" };
  const { host, port, width, columns, codePage, codePageNumber, cut, drawer, qr } = draft;
  return {
    kind: "escpos-tcp",
    host: host.trim(),
    port: Number(port),
    width,
    columns,
    codePage,
    codePageNumber: codePageNumber === "" ? null : Number(codePageNumber),
    cut,
    drawer,
    qr,
  };
}

/** The numbers of characters that paper of a width can have. */
export function columnsFor(width: 58 | 80): readonly PaperColumns[] {
  return PAPER_COLUMNS.filter((columns) => (width === 58) === (columns === 32));
}

/** A code page by its name in a list. */
export function codePageOf(name: string): CodePage {
  return CODE_PAGES.find((candidate) => candidate === name) ?? "cp858";
}
