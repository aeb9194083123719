/** The till's connection to head office: the chain's ledger, and settings. */
import { shopTime } from "../accounting/periods/business-day.ts";
import { readAddress } from "../configuration/centre/address.ts";
import { type Centre, centreModule } from "../configuration/centre/module.ts";
import { type LedgerModule, ledgerModule } from "../integration/ledger/module.ts";
import { openSales } from "../payments/open-sales.ts";
import type { CustomerLanguages } from "../peripherals/customer-display/languages.ts";
import { centreParts } from "./centre-parts.ts";
import type { CommandModules } from "./commands.ts";
import type { TillContext } from "./context.ts";

/** Starts the ledger feed. Of several problems it reports those that stop sales first. */
export function startLedger(
  context: TillContext,
  { kiosk, payments }: Pick<CommandModules, "kiosk" | "payments">,
  outOfService: () => readonly string[],
): LedgerModule {
  const { operations } = payments.store;
  const ofQueue = () => (payments.paused() ? "queue_paused" : operations.parked() > 0 ? "queue_parked" : null);
  const ofMachine = () => (kiosk.slots.offSale().length > 0 ? "dispenser_slots" : null);
  return ledgerModule({
    ...context,
    shop: shopTime(context.settings),
    shopName: () => context.receiptSettings.get().shop.name,
    queue: operations.state,
    error: () => outOfService()[0] ?? ofQueue() ?? ofMachine(),
  });
}

interface CentreModules
  extends Pick<CommandModules, "catalogue" | "display" | "kiosk" | "payments" | "people" | "receipts" | "updates"> {
  languages: CustomerLanguages;
  ledger: LedgerModule;
  outOfService(): readonly string[];
}

export function startCentre(
  context: TillContext,
  { ledger, outOfService, languages, ...modules }: CentreModules,
): Centre {
  const { payments, kiosk } = modules;
  const { operations } = payments.store;
  const { url = null } = context.settings.centre ?? {};
  const commands = {
    ...modules.people.commands,
    ...payments.commands,
    ...modules.catalogue.commands,
    ...modules.display.commands,
    ...modules.receipts.commands,
    ...modules.updates.commands,
  };
  return centreModule({
    ...context,
    parts: centreParts(context, { commands, languages }),
    pull: () => (url === null ? ledger.configurations() : readAddress(url, context.settings.service.ca)),
    openSales: openSales(context.database, kiosk.openVends),
    condition: () => ({ outOfService: outOfService(), toSend: operations.toSend(), parked: operations.parked() }),
  });
}
