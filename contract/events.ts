/** What main tells every window, numbered so that a listener who was away can resume without a gap. */
import type { CommandInput, CommandName, CommandValues } from "./commands.ts";
import type { DisplayView } from "./display.ts";
import type { Result } from "./errors.ts";
import type { ExportProgress } from "./exports.ts";
import type { JournalProgress } from "./journal.ts";
import type { Permission } from "./permissions.ts";
import type { PrinterView } from "./receipts.ts";
import type { ReconciliationEvent, ReportEvent } from "./reports.ts";
import type { ShellView } from "./shell.ts";
import type { PhoneCheck } from "./staff-phones.ts";
import type { Payment, Terminal } from "./views.ts";

export type TillEvent =
  | { type: "payment.changed"; payment: Payment }
  | { type: "permission.changed"; permission: Permission }
  /** In place of `payment.changed` while nobody is signed in who has to be, for the payment on the screen alone: `payment.get` has the rest */
  | { type: "payment.moved"; posTid: string }
  | { type: "queue.changed"; depth: number; paused: boolean }
  | { type: "terminal.changed"; terminal: Terminal }
  | { type: "scan.received"; posTid: string | null }
  /** What the customer is shown has changed: the only event that the customer's own window hears */
  | { type: "display.changed"; display: DisplayView }
  /** The customer's screen was opened or closed, or a display came or went */
  | { type: "shell.changed"; shell: ShellView }
  /** A kiosk gives nothing away: what somebody wanted to copy or save at its window was not */
  | { type: "shell.refused"; what: "copy" | "save" }
  /** The till was set up anew and has started again: whatever a window knows is of the till before */
  | { type: "terminal.restarted" }
  /** What the shop sells is another than before: `catalogue.get` says what */
  | { type: "catalogue.changed"; version: number }
  /** A slot of the vending machine went off sale or came back, or the machine did: `vend.slots` says more */
  | { type: "slots.changed" }
  /** The printer, what it has to print, or the receipts that wait to be attached at the service */
  | { type: "printer.changed"; printer: PrinterView }
  | { type: "export.progress"; progress: ExportProgress }
  | { type: "journal.progress"; progress: JournalProgress }
  /** A refund that a register asked for waits, or was decided about: `register.refunds` says more */
  | { type: "registers.changed" }
  /** A rotation went on, or the service began to accept another of two keys: `keys.get` says more to who may ask */
  | { type: "keys.changed" }
  /** A sticker was scanned, or got on at the service: `sticker.list` says more to who may ask */
  | { type: "stickers.changed" }
  /** A person answered on their phone or in the browser, or took too long */
  | { type: "phone.changed"; check: PhoneCheck }
  | ReconciliationEvent
  | ReportEvent;

/** What a window knows of main: one interface, carried by Electron IPC or loopback HTTP. */
export interface TillClient {
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  /**
   * Listens to events until the returned function is called. `onGap` is called when events may have been missed
   * (the connection came back but could not be resumed), or the answer to a call: read everything again then.
   */
  on(listener: (event: TillEvent) => void, onGap?: (missed: "events" | "answer") => void): () => void;
}
