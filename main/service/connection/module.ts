import { settingStore } from "../../storage/database/settings.ts";
import { getMerchant } from "../api/merchant.ts";
import { keyStrength } from "../api/verify-callback.ts";
import { openReception, type ReceptionContext } from "../callbacks/reception.ts";
import type { ServiceContext } from "../context.ts";
import { openConnectivity } from "./connectivity.ts";
import { startRegistration } from "./registration.ts";

export interface ConnectionContext
  extends Omit<ServiceContext, "connectivity" | "reception" | "registration">,
    Pick<ReceptionContext, "meters"> {}

/** Opens the connection. Throws for an unusable certificate or key of the receiver. */
export async function connectionModule(context: ConnectionContext, opened: AsyncDisposableStack) {
  const { api, clock, database, log, settings, signals } = context;
  const connectivity = openConnectivity({
    api,
    clock,
    log,
    posId: settings.pos.id,
    merchant: settings.service.merchant,
    onChange: () => signals.emit("terminal.outdated"),
    onOnline: () => signals.emit("service.online"),
    onCut: () => signals.emit("callbacks.lost"),
  });
  opened.defer(() => connectivity.close());
  const reception = await openReception({ ...context, connectivity });
  opened.defer(() => reception.close());
  const registration = startRegistration({
    ...context,
    settings: settingStore(database),
    pos: settings.pos,
    callbackUri: () => reception.receiver()?.callbackUri ?? null,
    receivesScans: () => reception.receiver() !== null && keyStrength(settings.service.publicKey) === "verifies",
    onChange: () => signals.emit("terminal.outdated"),
  });
  opened.defer(() => registration.close());
  signals.on("callbacks.listening", () => {
    registration.reregister();
    signals.emit("terminal.outdated");
  });
  signals.on("queue.sendRequested", () => connectivity.probe());
  const learnMerchantName = async () => {
    const merchant = await getMerchant(api, settings.service.merchant);
    if (merchant.ok) connectivity.nameMerchant(merchant.value.name ?? null);
  };
  void registration.ready.then(learnMerchantName);
  return { connectivity, reception, registration };
}
