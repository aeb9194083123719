import {
  CODE_PAGES,
  type CodePage,
  columnsPerLine,
  PAPER_COLUMNS,
  type PaperColumns,
  type PrinterPlace,
  type PrinterSettings,
  printerPlaceName,
  type QrMethod,
} from "../../../contract/receipts/receipts.ts";

export interface PrinterDraft {
  kind: "none" | "network" | "local";
  host: string;
  port: string;
  local: string;
  width: 58 | 80;
  columns: PaperColumns;
  codePage: CodePage;
  codePageNumber: string;
  cut: boolean;
  drawer: boolean;
  qr?: QrMethod;
}

const USUAL_PORT = 9100;

export function draftOf(printer: PrinterSettings): PrinterDraft {
  const noPlace = { kind: "none", host: "", port: String(USUAL_PORT), local: "" } as const;
  if (printer.kind === "none") {
    const defaultPaper = { width: 80, columns: 42, codePage: "cp858" } as const;
    return { ...noPlace, ...defaultPaper, codePageNumber: "", cut: true, drawer: false };
  }
  const { width, codePage, codePageNumber, cut, drawer, qr } = printer;
  return {
    ...noPlace,
    ...draftFromPlace(printer),
    width,
    columns: columnsPerLine(printer),
    codePage,
    codePageNumber: codePageNumber === null ? "" : String(codePageNumber),
    cut,
    drawer,
    qr,
  };
}

export function draftFromPlace(place: PrinterPlace): Pick<PrinterDraft, "kind"> & Partial<PrinterDraft> {
  if (place.kind === "escpos-tcp") return { kind: "network", host: place.host, port: String(place.port) };
  return { kind: "local", local: printerPlaceName(place) };
}

export type PrinterProblems = ReturnType<typeof problemsOf>;

export function problemsOf({ kind, host, port, local, codePageNumber }: PrinterDraft) {
  const isNetwork = kind === "network";
  const isNumber = (text: string, least: number, most: number) =>
    /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return {
    host: isNetwork && !/^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)$/.test(host.trim()),
    port: isNetwork && !isNumber(port, 1, 65_535),
    local: kind === "local" && !/^(\/dev\/(usb\/)?lp\d{1,2}|[A-Za-z0-9][A-Za-z0-9 ._()+-]{0,126})$/.test(local.trim()),
    codePageNumber: kind !== "none" && codePageNumber !== "" && !isNumber(codePageNumber, 0, 255),
  };
}

export function settingsOf(draft: PrinterDraft): PrinterSettings {
  if (draft.kind === "none") return { kind: "none" };
  const { width, columns, codePage, codePageNumber, cut, drawer, qr } = draft;
  return {
    ...placeOf(draft),
    width,
    columns,
    codePage,
    codePageNumber: codePageNumber === "" ? null : Number(codePageNumber),
    cut,
    drawer,
    qr,
  };
}

function placeOf({ kind, host, port, local }: PrinterDraft): PrinterPlace {
  if (kind === "network") return { kind: "escpos-tcp", host: host.trim(), port: Number(port) };
  const name = local.trim();
  return name.startsWith("/") ? { kind: "escpos-usb", device: name } : { kind: "escpos-queue", queue: name };
}

export function columnsFor(width: 58 | 80): readonly PaperColumns[] {
  return PAPER_COLUMNS.filter((columns) => (width === 58) === (columns === 32));
}

export function codePageOf(name: string): CodePage {
  return CODE_PAGES.find((candidate) => candidate === name) ?? "cp858";
}
