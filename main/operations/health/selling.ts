/** Reasons why the till cannot take payments, shared by its screens, health page and log. */
import type { OutOfServiceCode } from "../../../contract/health/out-of-service.ts";
import type { PrinterView } from "../../../contract/receipts/receipts.ts";
import type { DispenserProblem } from "../../kiosk/dispenser.ts";
import type { Kiosk } from "../../kiosk/module.ts";
import type { Log } from "../../lib/log.ts";
import type { Signals } from "../../lib/signals.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ApiClient } from "../../service/api/client.ts";
import type { ConnectivityState } from "../../service/connection/connectivity-state.ts";
import type { DiskSpace } from "../../storage/database/disk-space.ts";
import { storageFailure } from "../../storage/database/failure.ts";
import type { HostServices } from "./host-services.ts";

export interface SellingFacts {
  connectivity: ConnectivityState;
  disk: DiskSpace;
  /** True if a disk failure stopped the database; nothing is committed any more */
  stopped: boolean;
  /** True if two failed vends in a row stopped the vending machine, also for staff */
  isMachineStopped: boolean;
  /** Additional facts for an unattended till; null if staff is present */
  unattended: UnattendedFacts | null;
}

interface UnattendedFacts {
  damaged: boolean;
  /** The service's clock minus the till's, in ms */
  skewMs: number;
  /** Why the vending machine cannot sell; null if it can, or none exists */
  dispenser: DispenserProblem | null;
  /** State of a printer that is required for sales; null if none is required */
  printer: Pick<PrinterView, "state" | "fault"> | null;
}

/**
 * Requests are signed with the service's clock, so a wrong local clock does not stop payments. Receipts and reports use
 * local time, and at an unattended till only customers would notice. Normal drift is seconds a day.
 */
const CLOCK_TOO_FAR_MS = 5 * 60_000;

/**
 * Returns the reasons why the till cannot sell.
 * @returns an empty list if it can; null before the first response of the service if nothing else is wrong
 */
export function sellingProblems(facts: SellingFacts): OutOfServiceCode[] | null {
  const { connectivity, disk, stopped, isMachineStopped, unattended } = facts;
  const { link, since } = connectivity;
  const found: OutOfServiceCode[] = [
    ...(link === "offline" ? ["service_offline" as const] : []),
    ...(link === "auth_failed" ? ["service_refused" as const] : []),
    ...(disk === "full" ? ["disk_full" as const] : []),
    ...(stopped ? ["database_stopped" as const] : []),
    ...(isMachineStopped ? ["dispenser" as const] : []),
    ...(unattended === null ? [] : unattendedProblems(unattended)),
  ];
  return since === null && found.length === 0 ? null : found;
}

function unattendedProblems({ damaged, skewMs, dispenser, printer }: UnattendedFacts): OutOfServiceCode[] {
  return [
    ...(damaged ? ["database_damaged" as const] : []),
    ...(Math.abs(skewMs) > CLOCK_TOO_FAR_MS ? ["clock_too_far" as const] : []),
    ...(dispenser === null ? [] : [`dispenser_${dispenser}` as const]),
    ...(printer !== null && (printer.state === "off" || printer.fault !== null) ? ["printer_required" as const] : []),
  ];
}

export interface SellingContext extends Pick<OperatorContext, "api" | "connectivity" | "database" | "settings"> {
  hostServices: HostServices;
  kiosk: boolean;
}

/**
 * Prepares a function that reads the current facts. Kiosk mode still counts while a manager has left it temporarily.
 */
export function sellingFacts(
  { api, connectivity, database, kiosk: isKiosk, settings, hostServices: { maintenance } }: SellingContext,
  { kiosk, printer }: { kiosk: Pick<Kiosk, "slots" | "dispenserProblem">; printer(): PrinterView },
): () => SellingFacts {
  const isUnattended = isKiosk || settings.mode === "kiosk";
  const unattended = (): UnattendedFacts => ({
    damaged: maintenance.damage() !== null,
    skewMs: api.clockSkewMs(),
    dispenser: kiosk.dispenserProblem(),
    printer: settings.kiosk?.receiptRequired ? printer() : null,
  });
  return () => ({
    connectivity: connectivity.state(),
    disk: maintenance.disk(),
    stopped: storageFailure(database) !== null,
    isMachineStopped: kiosk.slots.isOutOfService(),
    unattended: isUnattended ? unattended() : null,
  });
}

export interface SellingPorts {
  log: Log;
  signals: Pick<Signals, "emit" | "on">;
  api: Pick<ApiClient, "onExchange">;
  facts(): SellingFacts;
}

export type Selling = ReturnType<typeof followSelling>;

/**
 * Watches for changes, updates the screens, and logs `till.outOfService` with the causes or `till.inService`. The first
 * known state is logged too. Monitoring relies on these names, so keep them stable.
 */
export function followSelling({ log, signals, api, facts }: SellingPorts) {
  let reported: string | null = null;
  const isNews = () => {
    const causes = sellingProblems(facts());
    if (causes === null || causes.join() === reported) return false;
    reported = causes.join();
    if (causes.length > 0) log.warn({ causes }, "till.outOfService");
    else log.info("till.inService");
    signals.emit("selling.changed", { isOut: causes.length > 0 });
    return true;
  };
  const checkSelling = () => {
    if (isNews()) signals.emit("terminal.outdated");
  };
  signals.on("terminal.outdated", isNews);
  // Covers the printer, and the clock, which every response of the service updates.
  signals.on("receipt.changed", checkSelling);
  const unsubscribe = api.onExchange(checkSelling);
  isNews();
  return { problems: () => sellingProblems(facts()) ?? [], close: unsubscribe };
}
