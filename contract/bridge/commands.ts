/**
 * All commands of the bridge. Only the main process enforces the rows. The renderer imports types from this module,
 * never code, so that zod stays out of its bundle.
 * With no user signed in, the counter has a cashier's permissions.
 */
import type { z } from "zod";
import { EXPORT_COMMANDS } from "../accounting/exports-commands.ts";
import { REPORT_COMMANDS } from "../accounting/reports-commands.ts";
import { type CommandRow, noInput, shape } from "../calls/command-row.ts";
import { CATALOGUE_COMMANDS } from "../catalogue/catalogue-commands.ts";
import { COUNTER_COMMANDS } from "../catalogue/counter-commands.ts";
import { KEYS_COMMANDS } from "../configuration/keys-commands.ts";
import { REFUND_KEY_COMMANDS } from "../configuration/refund-key-commands.ts";
import { SETUP_COMMANDS } from "../configuration/setup-commands.ts";
import { MAIL_COMMANDS } from "../customers/mail-commands.ts";
import { PERMISSION_COMMANDS } from "../customers/permissions-commands.ts";
import { DIAGNOSTICS_COMMANDS } from "../diagnostics/diagnostics-commands.ts";
import { CENTRE_COMMANDS } from "../head-office/centre-commands.ts";
import { REGISTER_COMMANDS } from "../integration/registers-commands.ts";
import { JOURNAL_COMMANDS } from "../journal/journal-commands.ts";
import { KIOSK_COMMANDS } from "../kiosk/kiosk-commands.ts";
import { SHELL_COMMANDS, UPDATE_COMMANDS } from "../operations/operations-commands.ts";
import { PAYMENT_COMMANDS, QUEUE_COMMANDS, STICKER_COMMANDS } from "../payments/payments-commands.ts";
import { RESERVATION_COMMANDS } from "../payments/reservations-commands.ts";
import { VEND_COMMANDS } from "../payments/vend-commands.ts";
import type { Terminal } from "../payments/views.ts";
import { approvalCommands, STAFF_COMMANDS } from "../people/staff-commands.ts";
import { DISPLAY_COMMANDS } from "../receipts/display-commands.ts";
import { RECEIPTS_COMMANDS } from "../receipts/receipts-commands.ts";

const FEATURE_COMMANDS = {
  "terminal.get": { input: noInput, whileLocked: "always", automatic: true, returns: shape<Terminal>() },
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

/** Each command's value, from its row. */
export type CommandValues = { [N in CommandName]: (typeof COMMANDS)[N]["returns"]["examples"][number] };
