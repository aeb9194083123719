/** Numbered events from the main process to every window. A listener can resume without a gap. */

import type { ExportProgress } from "../accounting/exports.ts";
import type { ReconciliationEvent, ReportEvent } from "../accounting/reports.ts";
import type { Result } from "../calls/errors.ts";
import type { Permission } from "../customers/permissions.ts";
import type { JournalProgress } from "../journal/journal.ts";
import type { ShellView } from "../operations/shell.ts";
import type { Payment, Terminal } from "../payments/views.ts";
import type { PhoneCheck } from "../people/staff-phones.ts";
import type { DisplayView } from "../receipts/display.ts";
import type { PrinterView } from "../receipts/receipts.ts";
import type { CommandInput, CommandName, CommandValues } from "./commands.ts";

export type TillEvent =
  | { type: "payment.changed"; payment: Payment }
  | { type: "permission.changed"; permission: Permission }
  /** Replaces `payment.changed` while the till is locked, for the payment on the screen only */
  | { type: "payment.moved"; posTid: string }
  | { type: "queue.changed"; depth: number; paused: boolean }
  | { type: "terminal.changed"; terminal: Terminal }
  | { type: "scan.received"; posTid: string | null }
  /** The only event that the customer display receives */
  | { type: "display.changed"; display: DisplayView }
  /** The customer display or a monitor was added or removed */
  | { type: "shell.changed"; shell: ShellView }
  /** The window of a kiosk refused to copy or save something */
  | { type: "shell.refused"; what: "copy" | "save" }
  /** The till restarted after a new set-up. Windows must discard all they know */
  | { type: "terminal.restarted" }
  | { type: "catalogue.changed"; version: number }
  | { type: "slots.changed" }
  | { type: "printer.changed"; printer: PrinterView }
  | { type: "export.progress"; progress: ExportProgress }
  | { type: "journal.progress"; progress: JournalProgress }
  /** A refund requested by a register is waiting or was decided. Read it with `register.refunds` */
  | { type: "registers.changed" }
  /** A key rotation progressed, or the service accepts a different key. Read it with `keys.get` */
  | { type: "keys.changed" }
  /** A sticker was scanned, or was registered at the service. Read it with `sticker.list` */
  | { type: "stickers.changed" }
  /** A phone or browser approval was answered or timed out */
  | { type: "phone.changed"; check: PhoneCheck }
  | ReconciliationEvent
  | ReportEvent;

export interface TillClient {
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  /**
   * Subscribes to events; returns the unsubscriber. `onGap`: events or an answer were lost, so read everything again.
   */
  on(listener: (event: TillEvent) => void, onGap?: (missed: "events" | "answer") => void): () => void;
}
