/** Bookings, reports, reconciliation with the service, settlement files and exports. */

import type { SaftDetails } from "../../contract/accounting/exports.ts";
import type { CatalogueContent } from "../../contract/catalogue/catalogue.ts";
import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { ShopDetails } from "../../contract/receipts/receipts.ts";
import type { Payments } from "../payments/module.ts";
import type { OperatorContext } from "../people/context.ts";
import type { ServiceContext } from "../service/context.ts";
import { settingStore } from "../storage/database/settings.ts";
import { exportCommands } from "./exports/commands.ts";
import { type Signer, startSigner } from "./exports/saft/signer.ts";
import { createBookings } from "./periods/bookings.ts";
import { shopTime } from "./periods/business-day.ts";
import { startReports } from "./periods/commands.ts";
import { startReadBackAfterRestore } from "./reconciliation/after-restore.ts";
import { openServiceListReader } from "./reconciliation/service-list.ts";

export function bookingsModule(
  context: Pick<ServiceContext, "clock" | "database" | "journal" | "log" | "settings" | "vault">,
) {
  const signer = startSigner({ ...context, timeZone: shopTime(context.settings).timeZone });
  return { bookings: createBookings(context.database, signer.signSoon), signer, close: signer.close };
}

export interface AccountingContext extends OperatorContext {
  payments: Payments;
  signer: Signer;
  version: string;
  catalogue(): CatalogueContent;
  shop(): ShopDetails;
  /** Returns whether the acting user is still allowed to close the period */
  mayClose(): boolean;
  /** Returns which of these tids the chain's ledger assigns to other tills */
  othersAmong(tids: readonly string[]): Promise<readonly string[]>;
  /** Backs up the day and signs the journal's head. Missing without data protection. */
  backUp?(kind: "day"): Promise<unknown>;
}

export function accountingModule(context: AccountingContext) {
  const { connectivity, database, events, payments, settings, signals, staff } = context;
  const comparing = {
    ...context,
    store: payments.store,
    settings: settingStore(database),
    posId: settings.pos.id,
    outcome: payments.outcome,
  };
  const list = openServiceListReader(comparing);
  const afterRestore = startReadBackAfterRestore({ ...comparing, list, unreconciled: payments.unreconciled });
  const reports = startReports({
    ...context,
    store: payments.store,
    payments: payments.actions,
    outcome: payments.outcome,
    list,
    actor: staff.actor,
    isOffline: () => connectivity.state().link === "offline",
    announce: () => signals.emit("terminal.outdated"),
  });
  signals.on("service.online", reports.online);
  const exports = exportCommands({
    ...context,
    actor: staff.actor,
    shop: shopTime(settings),
    subject: () => subjectOf(settings, context.version),
    company: () => companyOf(context.shop()),
    onProgress: (progress) => events.publish({ type: "export.progress", progress }),
    diskFull: () => context.disk() === "full",
  });
  return {
    commands: { ...reports.commands, ...exports.commands },
    async close() {
      await Promise.all([afterRestore.close(), reports.close(), exports.close()]);
    },
  };
}

function subjectOf(settings: StoredSettings, version: string) {
  const { currency, locale, pos, service } = settings;
  const { id, name, type } = pos;
  return { merchant: service.merchant, pos: { id, name, type }, currency, locale, version, ...shopTime(settings) };
}

/** Returns company details for exports. In Norway, the last address line is the postal code and the town. */
function companyOf({ name, address, organisationNumber }: ShopDetails): Partial<SaftDetails> {
  const town = /^(\d{4,5})\s+(.+)$/.exec(address.at(-1) ?? "");
  return {
    companyName: name,
    companyIdent: organisationNumber?.replace(/\D/g, "") ?? "",
    vatRegistered: /MVA\s*$/i.test(organisationNumber ?? ""),
    street: (town ? address.slice(0, -1) : address).join(", "),
    ...(town && { postalCode: town[1] ?? "", city: town[2] ?? "" }),
  };
}
