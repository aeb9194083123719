/**
 * Who may do what: one small matrix. A command needs one permission or none; main checks it before the handler runs,
 * whatever the caller. Nobody signed in stands at the counter as a cashier.
 *
 * A refund goes as far as the owner's limit for the role (`refundLimit` in `staff.ts`): `refund_beyond_limit` has none, and
 * is no command's own. Leaving kiosk mode is a right, and going back to it none: whoever is there may lock the window.
 */
import type { CommandName } from "./commands.ts";
import { type Permission, roleHas, type StaffRole } from "./roles.ts";

/** Commands that need no permission are not in it: they only read, or are about the caller's own session. */
export const COMMAND_PERMISSIONS: Readonly<Partial<Record<CommandName, Permission>>> = {
  "payment.start": "sale",
  "payment.identify": "sale",
  "payment.extend": "sale",
  "payment.attach": "sale",
  "payment.abort": "abort",
  "payment.leave": "abort",
  "payment.capture": "capture",
  "payment.reauthorise": "capture",
  "payment.release": "release",
  "payment.refund": "refund",
  "queue.retry": "queue",
  "queue.discard": "queue",
  "report.z": "reports",
  "report.takeX": "reports",
  "report.setDay": "reports",
  "report.preview": "reports",
  "report.reconcile": "reports",
  "report.stopReconciling": "reports",
  "report.reconciliation": "reports",
  "settlement.begin": "reports",
  "settlement.append": "reports",
  "settlement.finish": "reports",
  "settlement.list": "reports",
  "settlement.get": "reports",
  "journal.list": "reports",
  "journal.names": "reports",
  "export.make": "reports",
  "export.list": "reports",
  "export.read": "reports",
  "export.options": "reports",
  "reservation.bulk": "queue",
  "reservation.setRule": "settings",
  "staff.list": "settings",
  "staff.add": "settings",
  "staff.change": "settings",
  "staff.setPolicy": "settings",
  "receipt.print": "sale",
  "receipt.settings.set": "settings",
  "printer.test": "sale",
  "printer.cancel": "sale",
  "setup.get": "settings",
  "setup.dismiss": "settings",
  "setup.makeKey": "settings",
  "setup.importKey": "settings",
  "setup.keepSecret": "settings",
  "setup.check": "settings",
  "setup.test": "settings",
  "setup.import": "settings",
  "setup.export": "settings",
  "setup.finish": "settings",
  "keys.get": "settings",
  "keys.prepare": "settings",
  "keys.test": "settings",
  "keys.activate": "settings",
  "keys.discard": "settings",
  "keys.retire": "settings",
  "refundKey.get": "settings",
  "refundKey.make": "settings",
  "refundKey.import": "settings",
  "refundKey.enrol": "settings",
  "refundKey.remove": "settings",
  "vault.get": "settings",
  "vault.acceptWeak": "settings",
  "display.setLanguage": "sale",
  "display.open": "sale",
  "display.close": "sale",
  "shell.setAutoStart": "settings",
  "shell.leaveKiosk": "kiosk_exit",
  "diagnostics.bundle": "reports",
  "updates.check": "settings",
  "updates.set": "settings",
  "updates.installNow": "settings",
};

/**
 * What windows call by themselves - when an event comes, a section stays open, the counter presents another payment - and
 * what only reads. No user activity: a till whose windows do no more than this is idle.
 */
export const AUTOMATIC_COMMANDS: ReadonlySet<CommandName> = new Set([
  "terminal.get",
  "payment.get",
  "payment.list",
  "payment.timeline",
  "payment.story",
  "inbox.list",
  "queue.list",
  "journal.list",
  "journal.names",
  "export.list",
  "export.options",
  "export.read",
  "report.list",
  "report.get",
  "report.today",
  "report.x",
  "report.day",
  "report.preview",
  "report.reconciliation",
  "settlement.list",
  "settlement.get",
  "reservation.list",
  "reservation.rule",
  "setup.get",
  "keys.get",
  "vault.get",
  "refundKey.get",
  "receipt.get",
  "receipt.settings.get",
  "printer.get",
  "staff.names",
  "staff.list",
  "staff.policy",
  "display.get",
  "display.show",
  "shell.get",
  "diagnostics.health",
  "diagnostics.download",
  "updates.get",
]);

/** Before anybody set the till up there is no owner to ask: whoever stands at it may do these. */
export const FIRST_RUN_COMMANDS: ReadonlySet<CommandName> = new Set([
  "setup.get",
  "setup.dismiss",
  "setup.makeKey",
  "setup.importKey",
  "setup.keepSecret",
  "setup.check",
  "setup.test",
  "setup.import",
  "setup.finish",
  "vault.get",
  "vault.acceptWeak",
]);

/** What a command needs: undefined where it needs nothing. Own names only: `constructor` is in no table. */
export function permissionOf(command: CommandName): Permission | undefined {
  return Object.hasOwn(COMMAND_PERMISSIONS, command) ? COMMAND_PERMISSIONS[command] : undefined;
}

/** Whether a role may call a command. */
export function roleMay(role: StaffRole | null, command: CommandName): boolean {
  const needed = permissionOf(command);
  return needed === undefined || roleHas(role, needed);
}
