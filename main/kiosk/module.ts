/** The unattended till: vends, from the order to the payment for the dropped items. */

import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { CatalogueContent } from "../../contract/catalogue/catalogue.ts";
import { NO_KIOSK } from "../../contract/kiosk/kiosk-settings.ts";
import { isVendOpen } from "../../contract/kiosk/vend.ts";
import type { Payments } from "../payments/module.ts";
import type { OperatorContext } from "../people/context.ts";
import type { ActiveDispenser } from "./dispenser.ts";
import { type Fitness, startFitness } from "./fitness.ts";
import { limitNumberRequests } from "./number-limit.ts";
import { closeRefusedCustomers } from "./refused-customer.ts";
import { kioskSale } from "./sale.ts";
import { openSlots } from "./slots/slots.ts";
import { vendCommands } from "./vends/commands.ts";
import type { VendRows } from "./vends/rows.ts";
import { startVendRunner, type VendRunnerPorts } from "./vends/runner.ts";
import { ORDER_REPEAT_MS } from "./vends/step.ts";

export interface KioskContext extends OperatorContext {
  payments: Payments;
  vends: VendRows;
  machine: ActiveDispenser;
  catalogue(): Pick<CatalogueContent, "products">;
  /** True if the till is locked: staff only, and no user is signed in */
  isLocked(): boolean;
}

/** A customer is assumed to have left by then; open vends wait for the machine or an operator. */
const CUSTOMER_LEFT_MS = 10 * 60_000;

export type Kiosk = ReturnType<typeof kioskModule>;

export function kioskModule(context: KioskContext) {
  const { clock, connectivity, machine, payments, signals, staff, vends } = context;
  const settings = () => context.settings.kiosk ?? NO_KIOSK;
  const ports: VendRunnerPorts = {
    ...context,
    slots: openSlots({ ...context, machineAddress: machine.address }),
    store: payments.store,
    payments: payments.unattended,
    dispenser: machine.current,
    machineAddress: machine.address,
    unknownDrop: () => settings().unknownDrop,
    serviceNow: payments.serviceNow,
    beingChecked: (posTid) => payments.unreconciled.has(posTid),
    wakeQueue: () => signals.emit("queue.sendRequested"),
  };
  // Opens the machine's port before the first customer.
  machine.current();
  const runner = startVendRunner(ports);
  const fitness = watchFitness(context);
  const askNumber = limitNumberRequests({ ...context, store: payments.store });
  const sale = {
    ...ports,
    payments: payments.actions,
    start: payments.start,
    catalogue: context.catalogue,
    isLocked: context.isLocked,
    hasMachine: () => machine.current() !== null,
    currency: context.settings.currency,
  };
  closeRefusedCustomers({ ...ports, signals, isLocked: context.isLocked });
  signals.on("payment.changed", ({ vend }) => vend !== null && runner.wake());
  return {
    commands: {
      ...vendCommands({
        ...sale,
        settings,
        fitness,
        actor: staff.actor,
        isOffline: () => connectivity.state().link === "offline",
        isSilent: runner.isSilent,
        wake: runner.wake,
      }),
      "payment.start": kioskSale(sale),
      "payment.identify": (input: CommandInput<"payment.identify">) =>
        askNumber(input.customer, () => payments.actions.identify(input)),
    },
    openVends: () => vends.countOpen(clock.now() - CUSTOMER_LEFT_MS),
    vendsNeedingAttention: () => vends.countNeedingAttention(clock.now() - ORDER_REPEAT_MS),
    unreadableReports: vends.countUnreadable,
    slots: ports.slots,
    dispenserProblem: fitness.problem,
    close: () => Promise.all([runner.close(), fitness.close()]).then(machine.close),
  };
}

function watchFitness({ clock, log, machine, payments, signals, vends }: KioskContext): Fitness {
  const fitness = startFitness({
    clock,
    log,
    machine,
    isVending: () => vends.listActive().some((posTid) => isVendOpen(payments.store.view(posTid).vend)),
    onChange: () => signals.emit("terminal.outdated"),
  });
  signals.on("terminal.outdated", fitness.wake);
  return fitness;
}
