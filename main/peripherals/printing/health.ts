import {
  type EscPosPrinter,
  type PrinterFault,
  type PrinterSettings,
  printerPlaceName,
} from "../../../contract/receipts/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PrinterStatus } from "./status.ts";

export interface PrinterHealth {
  seen: { fault: PrinterFault | null; since: number } | null;
  paperLow: boolean;
  /** Whether it reports its status; null: unknown */
  answers: boolean | null;
  lastProblem: { problem: PrinterFault; at: number } | null;
}

const UNSEEN: PrinterHealth = { seen: null, paperLow: false, answers: null, lastProblem: null };

export type PrinterHealthTracker = ReturnType<typeof trackPrinterHealth>;

/** @param answered printers known to report their status, whose silence is a fault */
export function trackPrinterHealth({
  clock,
  answered,
}: {
  clock: Clock;
  answered: { get(address: string): boolean; set(address: string): void };
}) {
  let health = UNSEEN;
  let address = "";
  const noteFault = (fault: PrinterFault | null): boolean => {
    const hasChanged = health.seen === null || health.seen.fault !== fault;
    if (hasChanged) health = { ...health, seen: { fault, since: clock.now() } };
    if (hasChanged && fault !== null) health = { ...health, lastProblem: { problem: fault, at: clock.now() } };
    return hasChanged;
  };
  const resetForPrinter = (printer: PrinterSettings) => {
    const now = addressOf(printer);
    if (now === address) return;
    address = now;
    health = { ...UNSEEN, answers: answered.get(now) || null };
  };
  return {
    /** Applies a status, null for silence, or the fault on opening. Returns why nothing can be printed, or null */
    noteStatus(printer: EscPosPrinter, found: PrinterStatus | null | PrinterFault): PrinterFault | null {
      resetForPrinter(printer);
      if (found !== null && typeof found !== "string") {
        if (health.answers !== true) answered.set(address);
        health = { ...health, answers: true, paperLow: found.paperLow };
        noteFault(found.fault);
        return found.fault;
      }
      if (found === null && health.answers !== true) health = { ...health, answers: false, paperLow: false };
      const fault = found ?? (health.answers === true ? "no_answer" : null);
      noteFault(fault);
      return fault;
    },
    /** Applies a fault while printing. Returns false when unchanged */
    noteFault,
    current(printer: PrinterSettings): PrinterHealth {
      resetForPrinter(printer);
      return health;
    },
  };
}

function addressOf(printer: PrinterSettings): string {
  if (printer.kind === "none") return "";
  return printer.kind === "escpos-tcp"
    ? `${printer.host}:${printer.port}`
    : `${printer.kind} ${printerPlaceName(printer)}`;
}
