/** How the printer was when it was last looked at. */
import type { EscPosPrinter, PrinterFault, PrinterSettings } from "../../../contract/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import type { PrinterStatus } from "./status.ts";

export interface Health {
  /** Null: not looked at yet */
  seen: { fault: PrinterFault | null; since: number } | null;
  paperLow: boolean;
  /** Whether it tells how it is; null: not known yet */
  answers: boolean | null;
  lastProblem: { problem: PrinterFault; at: number } | null;
}

const UNSEEN: Health = { seen: null, paperLow: false, answers: null, lastProblem: null };

export interface HealthKeeper {
  /**
   * Takes in what a look at the printer found: its status, null for silence, or that nobody is there.
   * @returns why nothing can be printed now; null: something can
   */
  see(printer: EscPosPrinter, found: PrinterStatus | null | "unreachable"): PrinterFault | null;
  /** Takes in what it says while it prints. @returns whether that is news */
  say(fault: PrinterFault | null): boolean;
  current(printer: PrinterSettings): Health;
}

/** @param answered which printers are known to answer: their silence is a fault, another's is its nature */
export function createHealth({
  clock,
  answered,
}: {
  clock: Clock;
  answered: { get(address: string): boolean; set(address: string): void };
}): HealthKeeper {
  let health = UNSEEN;
  let address = "";
  const say = (fault: PrinterFault | null): boolean => {
    const isNews = health.seen === null || health.seen.fault !== fault;
    if (isNews) health = { ...health, seen: { fault, since: clock.now() } };
    if (isNews && fault !== null) health = { ...health, lastProblem: { problem: fault, at: clock.now() } };
    return isNews;
  };
  const forgetOthers = (printer: PrinterSettings) => {
    const now = addressOf(printer);
    if (now === address) return;
    address = now;
    health = { ...UNSEEN, answers: answered.get(now) || null };
  };
  return {
    see(printer, found) {
      forgetOthers(printer);
      if (found !== null && found !== "unreachable") {
        if (health.answers !== true) answered.set(address);
        health = { ...health, answers: true, paperLow: found.paperLow };
        say(found.fault);
        return found.fault;
      }
      if (found === null && health.answers !== true) health = { ...health, answers: false, paperLow: false };
      const fault = found === "unreachable" ? found : health.answers === true ? "no_answer" : null;
      say(fault);
      return fault;
    },
    say,
    current(printer) {
      forgetOthers(printer);
      return health;
    },
  };
}

function addressOf(printer: PrinterSettings): string {
  return printer.kind === "none" ? "" : `${printer.host}:${printer.port}`;
}
