/** Health page and support bundles. */

import { NO_KIOSK } from "../../../contract/kiosk/kiosk-settings.ts";
import type { PrinterView } from "../../../contract/receipts/receipts.ts";
import type { Centre } from "../../configuration/centre/module.ts";
import type { LedgerModule } from "../../integration/ledger/module.ts";
import type { Registers } from "../../integration/registers/module.ts";
import type { Kiosk } from "../../kiosk/module.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { Payments } from "../../payments/module.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ShellHost } from "../../peripherals/customer-display/shell-host.ts";
import { keyStrength } from "../../service/api/verify-callback.ts";
import type { Updates } from "../updates/updates.ts";
import { type DiagnosticsCommands, type DiagnosticsPorts, diagnosticsCommands } from "./commands.ts";
import { type HealthSources, healthReporter } from "./health.ts";
import type { HostServices } from "./host-services.ts";
import type { Meters } from "./meters.ts";

export interface HealthContext
  extends OperatorContext,
    Pick<DiagnosticsPorts, "demo" | "isKiosk" | "staged">,
    Pick<HealthSources, "outOfService" | "shell" | "version"> {
  payments: Payments;
  updates: Updates;
  meters: Meters;
  hostServices: HostServices;
  host?: ShellHost;
  printer(): PrinterView;
  kiosk: Pick<Kiosk, "slots" | "dispenserProblem" | "unreadableReports" | "vendsNeedingAttention">;
  ledger: Pick<LedgerModule, "health">;
  registers: Pick<Registers, "health">;
  centre: Pick<Centre, "health">;
}

export function healthModule(context: HealthContext): { commands: DiagnosticsCommands } {
  const { clock, payments, staff } = context;
  return {
    commands: diagnosticsCommands({
      ...context,
      payment: payments.store.view,
      now: clock.now,
      actor: staff.actor,
      report: healthReporter(sourcesOf(context)),
    }),
  };
}

function sourcesOf(context: HealthContext): HealthSources {
  const { connectivity, host, kiosk, meters, payments, printer, reception, registration, settings, updates } = context;
  const { operations } = payments.store;
  return {
    ...context,
    link: connectivity.state,
    trips: meters.trips,
    isDemo: settings.demo,
    callbacks: {
      receiving: () => reception.receiver() !== null,
      trouble: reception.trouble,
      publicUrl: settings.callbacks.publicUrl,
      lastAt: connectivity.lastCallbackAt,
      key: keyStrength(settings.service.publicKey),
      scans: registration.scans,
      cuts: connectivity.cuts,
      verdicts: meters.verdicts,
    },
    queue() {
      const { depth, oldestAt } = operations.state();
      return { depth, oldestAt: isoOrNull(oldestAt), paused: payments.paused(), parked: operations.parked() };
    },
    update: updates.state,
    printer() {
      const { state, fault, since, paperLow, waiting } = printer();
      return { state, fault, since, paperLow, waiting };
    },
    dispenser: () => ({
      driver: (settings.kiosk ?? NO_KIOSK).dispenser.driver,
      problem: kiosk.dispenserProblem(),
      toLookAt: kiosk.vendsNeedingAttention(),
      unreadable: kiosk.unreadableReports(),
      offSale: kiosk.slots.offSale(),
    }),
    ledger: context.ledger.health,
    webhooks: context.registers.health,
    centre: context.centre.health,
    customer: () => host?.view().customerDisplay ?? null,
  };
}
