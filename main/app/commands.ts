import { done, failed } from "../../contract/calls/errors.ts";
import type { Terminal } from "../../contract/payments/views.ts";
import type { accountingModule } from "../accounting/module.ts";
import { type CommandHandlers, type CommandPorts, runCommand, STARTING } from "../bridge/dispatch.ts";
import type { Visibility } from "../bridge/locked-events.ts";
import { type Access, isLocked } from "../bridge/rights.ts";
import type { catalogueModule } from "../configuration/catalogue/module.ts";
import type { Centre } from "../configuration/centre/module.ts";
import type { keysModule } from "../configuration/keys/module.ts";
import type { kioskSettingsModule } from "../configuration/kiosk/module.ts";
import { unlockingFor } from "../configuration/refund-key/unlocking.ts";
import { setupStateOf } from "../configuration/setup/first-run.ts";
import type { Setup } from "../configuration/setup/module.ts";
import type { Customers } from "../customers/module.ts";
import type { Registers } from "../integration/registers/module.ts";
import type { Kiosk } from "../kiosk/module.ts";
import type { healthModule } from "../operations/health/module.ts";
import type { PlannedRestart } from "../operations/planned-restart/module.ts";
import type { Updates } from "../operations/updates/updates.ts";
import { historyOf } from "../payments/history.ts";
import type { Payments } from "../payments/module.ts";
import { paymentFile } from "../payments/support-file.ts";
import { approvalCommand, checkApprovalCommand } from "../people/approval.ts";
import type { peopleModule } from "../people/module.ts";
import type { Phones } from "../people/phones.ts";
import type { CustomerDisplay } from "../peripherals/customer-display/module.ts";
import type { MailModule } from "../peripherals/mail/module.ts";
import type { Receipts } from "../peripherals/receipts/module.ts";
import type { journalCommands } from "../storage/journal/commands.ts";
import { rowConditions } from "./conditions.ts";
import { isKioskNow, type TillContext } from "./context.ts";
import type { InServicePorts } from "./in-service.ts";
import { phonesOf } from "./phones.ts";

export interface CommandModules {
  people: ReturnType<typeof peopleModule>;
  catalogue: ReturnType<typeof catalogueModule>;
  payments: Payments;
  kiosk: Kiosk;
  customers: Customers;
  kioskSettings: ReturnType<typeof kioskSettingsModule>;
  updates: Updates;
  restarts: PlannedRestart;
  display: CustomerDisplay;
  registers: Pick<Registers, "commands">;
  keys: ReturnType<typeof keysModule>;
  receipts: Receipts;
  mail: MailModule;
  accounting: ReturnType<typeof accountingModule>;
  setup: Setup;
  health: ReturnType<typeof healthModule>;
  journal: { commands: ReturnType<typeof journalCommands> };
  inService: InServicePorts;
  centre: Pick<Centre, "commands" | "touch">;
  terminal(): Terminal;
}

export function assembleCommands(
  context: TillContext,
  modules: CommandModules,
): CommandPorts & { visibility: Visibility } {
  const { database, staff } = context;
  const firstRun = () => setupStateOf(context) === "first_run";
  const access = (): Access => ({
    role: staff.role(),
    policy: staff.policy(),
    kiosk: isKioskNow(context),
    firstRun,
  });
  const visibility = {
    isLocked: () => isLocked(access()),
    isOnScreen: modules.display.isOpen,
    canSeePayment: modules.display.mayShow,
    canSeePhoneCheck: (id: string) => phones.isOpenToLocked(id),
  };
  const { commands: payments, store } = modules.payments;
  const phones = phonesOf(context, { customers: modules.customers, store }, access);
  const commands = {
    ...modules.people.commands,
    ...phones.commands,
    ...payments,
    ...modules.kiosk.commands,
    ...modules.display.commands,
    ...modules.receipts.commands,
    ...modules.customers.commands,
    ...modules.catalogue.commands,
    ...modules.kioskSettings.commands,
    ...modules.updates.commands,
    ...modules.centre.commands,
    ...modules.registers.commands,
    ...modules.keys.commands,
    ...modules.mail.commands,
    ...modules.accounting.commands,
    ...modules.setup.commands,
    ...modules.health.commands,
    ...modules.journal.commands,
    ...tillCommands(context, modules),
  };
  const conditions = rowConditions({ ...modules.inService, database, visibility });
  const rules = { access, conditions, seen: visibility };
  return {
    handlers: { ...commands, ...approvals(context, modules, { commands, rules, byPhone: phones.useApproval }) },
    ...rules,
    begin: staff.begin,
    touch() {
      modules.updates.touch();
      modules.restarts.touch();
      modules.centre.touch();
    },
    // Locked state from the window's view, regardless of the user whose command caused the event.
    visibility: { ...visibility, isLocked: () => staff.begin(visibility.isLocked) },
  };
}

function tillCommands({ clock, database }: TillContext, { payments, terminal }: CommandModules) {
  const { store } = payments;
  return {
    "terminal.get": () => done(terminal()),
    "payment.file"({ posTid }) {
      if (!store.rows.find(posTid)) return failed("not_found", { posTid });
      const history = { entries: historyOf({ database, store }, posTid), known: store.exchanges.idsOf(posTid) };
      return done(paymentFile(store.view(posTid), history, terminal(), clock.now()));
    },
  } satisfies Pick<CommandHandlers, "terminal.get" | "payment.file">;
}

type Rules = Pick<CommandPorts, "access" | "conditions" | "seen">;
type Unapproved = Omit<CommandHandlers, "staff.approve" | "staff.checkApproval">;

function approvals(
  context: TillContext,
  { payments }: CommandModules,
  { commands, rules, byPhone }: { commands: Unapproved; rules: Rules; byPhone: Phones["useApproval"] },
): Pick<CommandHandlers, "staff.approve" | "staff.checkApproval"> {
  const { setup } = context;
  const ports = { ...context, access: rules.access };
  const check = checkApprovalCommand(ports);
  const approve = approvalCommand({
    ...ports,
    byPhone,
    unlocking: unlockingFor({ ...context, operations: payments.store.operations }),
    run: async (command, input) =>
      // The till is about to restart, so nothing new is started.
      setup.isRestarting()
        ? failed("offline", { because: STARTING })
        : // The acting user is the approver already, and the approval counted as activity.
          runCommand({ ...rules, handlers, begin: (act) => act(), touch: () => undefined }, command, input),
  });
  const handlers: CommandHandlers = { ...commands, "staff.checkApproval": check, "staff.approve": approve };
  return { "staff.checkApproval": check, "staff.approve": approve };
}
