/** How the till is doing, and its updates: what they are made of. */
import type { PrinterView } from "../../../contract/receipts.ts";
import { diagnosticsCommands } from "../../operations/health/commands.ts";
import { type HealthSources, healthReporter } from "../../operations/health/health.ts";
import { bareSurroundings, type Surroundings } from "../../operations/health/surroundings.ts";
import { startUpdates, type Updates } from "../../operations/updates/service.ts";
import { noUpdater } from "../../operations/updates/updater.ts";
import type { Worker } from "../../payments/queue/worker.ts";
import type { Ledger } from "../../payments/store.ts";
import type { StaffService } from "../../people/service.ts";
import { keyStrength } from "../../service/callbacks/verify.ts";
import { NEWEST_VERSION } from "../../storage/database/migrations.ts";
import { type Base, isKioskNow, type TillOptions } from "./base.ts";
import type { CallbackDoor } from "./callbacks.ts";

/** What surrounds this till: its data folder's care, or nothing of the kind. */
export function surroundingsOf(options: TillOptions): Surroundings {
  return options.surroundings ?? bareSurroundings(options);
}

interface Parts {
  staff: StaffService;
  ledger: Ledger;
  worker: Worker;
  door: CallbackDoor;
  updates: Updates;
  printer(): PrinterView;
  /** What the set-up wizard was given */
  staged(): Promise<string[]>;
}

/** The health page's and the support bundles' commands. */
export function createDiagnostics(base: Base, { staff, ledger, worker, door, updates, printer, staged }: Parts) {
  const { connectivity, database, meters } = base;
  const surroundings = surroundingsOf(base);
  const sources: HealthSources = {
    ...{ ...base, surroundings },
    link: connectivity.state,
    trips: meters.trips,
    isDemo: base.settings.demo,
    callbacks: {
      receiving: () => door.receiver() !== null,
      trouble: door.trouble,
      publicUrl: base.settings.callbacks.publicUrl,
      lastAt: connectivity.lastCallbackAt,
      key: keyStrength(base.settings.service.publicKey),
      cuts: connectivity.cuts,
      verdicts: meters.verdicts,
    },
    queue() {
      const { depth, oldestAt } = ledger.operations.state();
      const oldest = oldestAt === null ? null : new Date(oldestAt).toISOString();
      return { depth, oldestAt: oldest, paused: worker.paused(), parked: ledger.operations.parked() };
    },
    update: updates.state,
    printer() {
      const { state, fault, since, paperLow, jobs } = printer();
      return { state, fault, since, paperLow, waiting: jobs.length };
    },
    customer: () => base.host?.view().customerDisplay ?? null,
  };
  return diagnosticsCommands({
    ...{ ...base, surroundings, database },
    isKiosk: () => isKioskNow(base),
    payment: ledger.view,
    staged,
    now: base.clock.now,
    actor: staff.actor,
    report: healthReporter(sources),
  });
}

/** Looks for updates, where there are any. */
export function createUpdates(
  base: Base,
  { staff, ledger, onChange }: { staff: StaffService; ledger: Ledger; onChange(): void },
): Updates {
  const { care, desktop } = surroundingsOf(base);
  const openSales = base.database.prepare<[], { open: number }>(OPEN_SALES);
  return startUpdates({
    ...base,
    updater: desktop?.updater ?? noUpdater("no_desktop"),
    databaseVersion: NEWEST_VERSION,
    timeZone: base.settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    actor: staff.actor,
    openPayments: () => openSales.get()?.open ?? 0,
    toSend: () => ledger.operations.toSend(),
    hasRoom: () => care.disk() === "ok",
    damaged: () => care.damage() !== null,
    isOnline: () => base.connectivity.state().link !== "offline",
    onChange,
  });
}

/** Somebody is at the counter: a reservation that waits for its goods is no open sale. */
const OPEN_SALES = `
  SELECT count(*) AS open FROM payment
  WHERE phase IN ('draft','queued','waiting') OR (phase = 'authorised' AND action = 'SALE')`;
