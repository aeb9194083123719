/** Why the till can take no payment now: one list for its screens, its Health page, and its log. */
import type { OutOfServiceCode } from "../../../contract/out-of-service.ts";
import type { PrinterView } from "../../../contract/receipts.ts";
import type { DispenserProblem } from "../../kiosk/dispenser.ts";
import type { Kiosk } from "../../kiosk/module.ts";
import type { Log } from "../../lib/log.ts";
import type { Signals } from "../../lib/signals.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ApiClient } from "../../service/api/client.ts";
import type { ConnectivityState } from "../../service/connection/connectivity-state.ts";
import type { DiskSpace } from "../../storage/database/disk-space.ts";
import { storageFailure } from "../../storage/database/failure.ts";
import type { Surroundings } from "./surroundings.ts";

export interface SellingFacts {
  connectivity: ConnectivityState;
  disk: DiskSpace;
  /** Whether the disk failed under the database: nothing is committed any more */
  stopped: boolean;
  /** Whether two vends in a row took the vending machine out of service: no staff can sell from it either */
  isMachineStopped: boolean;
  /** What counts besides where customers stand alone; null: staff can work around it */
  unattended: UnattendedFacts | null;
}

interface UnattendedFacts {
  /** Whether the till's own data was found damaged */
  damaged: boolean;
  /** The service's clock minus the till's, in ms */
  skewMs: number;
  /** Why the vending machine cannot sell; null: it can, or there is none */
  dispenser: DispenserProblem | null;
  /** Of the receipt printer without which nothing is sold; null: it is sold without */
  printer: Pick<PrinterView, "state" | "fault"> | null;
}

/**
 * The till signs by the service's clock, so it works with a wrong one of its own; but receipts and reports have the
 * machine's time, and with staff away only a customer would see it. A machine loses seconds a day: this is no drift.
 */
const CLOCK_TOO_FAR_MS = 5 * 60_000;

/**
 * What keeps the till from selling. Pure.
 * @returns none when it can; null while it has not spoken with the service yet, and nothing else is wrong
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
  surroundings: Surroundings;
  /** `--kiosk` */
  kiosk: boolean;
}

/** Prepares the facts, as they are when they are asked for. A kiosk that a manager left for now stays one here. */
export function sellingFacts(
  { api, connectivity, database, kiosk: isKiosk, settings, surroundings: { care } }: SellingContext,
  { kiosk, printer }: { kiosk: Pick<Kiosk, "slots" | "unfitness">; printer(): PrinterView },
): () => SellingFacts {
  const isUnattended = isKiosk || settings.mode === "kiosk";
  const unattended = (): UnattendedFacts => ({
    damaged: care.damage() !== null,
    skewMs: api.clockSkewMs(),
    dispenser: kiosk.unfitness(),
    printer: settings.kiosk?.receiptRequired ? printer() : null,
  });
  return () => ({
    connectivity: connectivity.state(),
    disk: care.disk(),
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

export interface Selling {
  /** What keeps the till from selling now, as far as it is known */
  problems(): OutOfServiceCode[];
  close(): void;
}

/**
 * Looks at each change, tells the screens, and logs `till.outOfService` with the causes, and `till.inService` when there
 * are none any more; also the first time that it is known, so that each start says how it is. The names are stable:
 * monitoring looks for them.
 */
export function followSelling({ log, signals, api, facts }: SellingPorts): Selling {
  let known: string | null = null;
  const isNews = () => {
    const causes = sellingProblems(facts());
    if (causes === null || causes.join() === known) return false;
    known = causes.join();
    if (causes.length > 0) log.warn({ causes }, "till.outOfService");
    else log.info("till.inService");
    signals.emit("selling.changed", { isOut: causes.length > 0 });
    return true;
  };
  const look = () => {
    if (isNews()) signals.emit("terminal.stale");
  };
  signals.on("terminal.stale", isNews);
  // The printer, and the clock, of which every answer of the service tells.
  signals.on("receipt.changed", look);
  const unsubscribe = api.onExchange(look);
  isNews();
  return { problems: () => sellingProblems(facts()) ?? [], close: unsubscribe };
}
