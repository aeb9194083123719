/** Updates of the installed program. */

import { shopTimeZone } from "../../lib/time-zone.ts";
import { openSales } from "../../payments/open-sales.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { NEWEST_VERSION } from "../../storage/database/migrations.ts";
import type { HostServices } from "../health/host-services.ts";
import { noUpdater } from "./updater.ts";
import { startUpdates, type Updates } from "./updates.ts";

export interface UpdatesContext extends OperatorContext {
  store: PaymentStore;
  openVends(): number;
  hostServices: HostServices;
  version: string;
}

export function updatesModule(context: UpdatesContext): Updates {
  const { connectivity, database, settings, signals, staff, store, hostServices } = context;
  const { maintenance, desktop } = hostServices;
  const updates = startUpdates({
    ...context,
    updater: desktop?.updater ?? noUpdater("no_desktop"),
    databaseVersion: NEWEST_VERSION,
    timeZone: shopTimeZone(settings),
    actor: staff.actor,
    openPayments: openSales(database, context.openVends),
    toSend: () => store.operations.toSend(),
    hasRoom: () => maintenance.disk() === "ok",
    damaged: () => maintenance.damage() !== null,
    isOnline: () => connectivity.state().link !== "offline",
    onChange: () => signals.emit("terminal.outdated"),
  });
  signals.on("payment.changed", updates.touch);
  return updates;
}
