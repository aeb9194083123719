/**
 * All commands of the bridge. Only the main process enforces the rows. The renderer imports types from this module,
 * never code, so that zod stays out of its bundle.
 * With no user signed in, the counter has a cashier's permissions.
 */
import type { z } from "zod";
import type { ExportValues } from "../accounting/exports.ts";
import { EXPORT_COMMANDS } from "../accounting/exports-commands.ts";
import type { ReportValues } from "../accounting/reports.ts";
import { REPORT_COMMANDS } from "../accounting/reports-commands.ts";
import type { ShiftValues } from "../accounting/reports-shifts.ts";
import { type CommandRow, noInput } from "../calls/command-row.ts";
import type { CatalogueValues } from "../catalogue/catalogue.ts";
import { CATALOGUE_COMMANDS } from "../catalogue/catalogue-commands.ts";
import type { CounterValues } from "../catalogue/counter.ts";
import { COUNTER_COMMANDS } from "../catalogue/counter-commands.ts";
import type { KeysValues } from "../configuration/keys.ts";
import { KEYS_COMMANDS } from "../configuration/keys-commands.ts";
import type { RefundKeyValues } from "../configuration/refund-key.ts";
import { REFUND_KEY_COMMANDS } from "../configuration/refund-key-commands.ts";
import type { SetupValues } from "../configuration/setup.ts";
import { SETUP_COMMANDS } from "../configuration/setup-commands.ts";
import type { PermissionValues } from "../customers/permissions.ts";
import { PERMISSION_COMMANDS } from "../customers/permissions-commands.ts";
import type { DiagnosticsValues } from "../diagnostics/diagnostics.ts";
import { DIAGNOSTICS_COMMANDS } from "../diagnostics/diagnostics-commands.ts";
import type { CentreValues } from "../head-office/centre.ts";
import { CENTRE_COMMANDS } from "../head-office/centre-commands.ts";
import type { RegisterValues } from "../integration/registers.ts";
import { REGISTER_COMMANDS } from "../integration/registers-commands.ts";
import type { JournalCommandValues } from "../journal/journal.ts";
import { JOURNAL_COMMANDS } from "../journal/journal-commands.ts";
import type { KioskValues } from "../kiosk/kiosk.ts";
import { KIOSK_COMMANDS } from "../kiosk/kiosk-commands.ts";
import type { VendValues } from "../kiosk/vend.ts";
import { VEND_COMMANDS } from "../kiosk/vend-commands.ts";
import type { MailValues } from "../mail/mail.ts";
import { MAIL_COMMANDS } from "../mail/mail-commands.ts";
import type { ShellValues } from "../operations/shell.ts";
import { SHELL_COMMANDS } from "../operations/shell-commands.ts";
import { UPDATE_COMMANDS } from "../operations/updates-commands.ts";
import { PAYMENT_COMMANDS, QUEUE_COMMANDS } from "../payments/payments-commands.ts";
import type { ReservationValues } from "../payments/reservations.ts";
import { RESERVATION_COMMANDS } from "../payments/reservations-commands.ts";
import type { StickerValues } from "../payments/stickers.ts";
import { STICKER_COMMANDS } from "../payments/stickers-commands.ts";
import type {
  JournalCheck,
  Operation,
  Payment,
  PaymentPage,
  PaymentTotals,
  Terminal,
  TimelineEntry,
} from "../payments/views.ts";
import type { StaffValues } from "../people/staff.ts";
import { approvalCommands, STAFF_COMMANDS } from "../people/staff-commands.ts";
import type { DisplayValues } from "../receipts/display.ts";
import { DISPLAY_COMMANDS } from "../receipts/display-commands.ts";
import type { ReceiptsValues } from "../receipts/receipts.ts";
import { RECEIPTS_COMMANDS } from "../receipts/receipts-commands.ts";
import type { UpdateValues } from "../values/updates.ts";

const FEATURE_COMMANDS = {
  "terminal.get": { input: noInput, whileLocked: "always", automatic: true },
  ...PAYMENT_COMMANDS,
  ...PERMISSION_COMMANDS,
  ...VEND_COMMANDS,
  ...STICKER_COMMANDS,
  ...RESERVATION_COMMANDS,
  ...QUEUE_COMMANDS,
  ...JOURNAL_COMMANDS,
  ...EXPORT_COMMANDS,
  ...REPORT_COMMANDS,
  ...SETUP_COMMANDS,
  ...KEYS_COMMANDS,
  ...REFUND_KEY_COMMANDS,
  ...REGISTER_COMMANDS,
  ...RECEIPTS_COMMANDS,
  ...MAIL_COMMANDS,
  ...CATALOGUE_COMMANDS,
  ...COUNTER_COMMANDS,
  ...KIOSK_COMMANDS,
  ...STAFF_COMMANDS,
  ...DISPLAY_COMMANDS,
  ...DIAGNOSTICS_COMMANDS,
  ...SHELL_COMMANDS,
  ...UPDATE_COMMANDS,
  ...CENTRE_COMMANDS,
} as const satisfies Record<string, CommandRow>;

type Rows = typeof FEATURE_COMMANDS;
type Approvable = { [N in keyof Rows]: Rows[N] extends { approvable: true } ? N : never }[keyof Rows];

const approvable = Object.entries<CommandRow>(FEATURE_COMMANDS)
  .filter(([, row]) => row.approvable)
  .map(([name]) => name as Approvable);

export const COMMANDS = { ...FEATURE_COMMANDS, ...approvalCommands(approvable) };

export type CommandName = keyof typeof COMMANDS;

/** A command's input after validation, with defaults applied: the type that handlers receive. */
export type CommandInput<N extends CommandName> = z.output<(typeof COMMANDS)[N]["input"]>;

export const commandRow = (command: CommandName): CommandRow => COMMANDS[command];

export interface CommandValues
  extends ReservationValues,
    JournalCommandValues,
    ExportValues,
    ReportValues,
    ShiftValues,
    SetupValues,
    KeysValues,
    RefundKeyValues,
    RegisterValues,
    ReceiptsValues,
    MailValues,
    CatalogueValues,
    CounterValues,
    KioskValues,
    PermissionValues,
    StaffValues,
    DisplayValues,
    ShellValues,
    DiagnosticsValues,
    StickerValues,
    UpdateValues,
    CentreValues,
    VendValues {
  "terminal.get": Terminal;
  "payment.start": Payment;
  "payment.get": Payment;
  "payment.list": PaymentPage;
  "payment.totals": PaymentTotals;
  /** Sorted alphabetically; null comes last and stands for sales with no user signed in */
  "payment.people": { people: (string | null)[] };
  "payment.timeline": { entries: TimelineEntry[] };
  "payment.identify": Payment;
  "payment.leave": Payment;
  "payment.extend": Payment;
  "payment.attach": Payment;
  "inbox.list": { items: Payment[] };
  "payment.capture": Payment;
  "payment.release": Payment;
  "payment.abort": Payment;
  "payment.reauthorise": Payment;
  "payment.refund": Payment;
  "vend.start": Payment;
  "vend.choose": Payment;
  "vend.cancel": Payment;
  "vend.resolve": Payment;
  "vend.acknowledge": Payment;
  /** `codes`: `posTid`s of offline payments that wait for a scan of their code and cannot be sent before it */
  "queue.list": { items: Operation[]; codes: string[] };
  "queue.tryNow": { depth: number };
  "queue.retry": Operation;
  "queue.discard": Operation;
  "journal.verify": JournalCheck;
}
