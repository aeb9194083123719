/** Planned restart: the till restarts in place at night and records it in the journal. */
import type { JournalEntry } from "../../../contract/journal/events.ts";
import { restartTime } from "../../../contract/kiosk/kiosk-settings.ts";
import { iso } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import { shopTimeZone } from "../../lib/time-zone.ts";
import { openSales } from "../../payments/open-sales.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { transact } from "../../storage/database/database.ts";
import { type RestartStep, restartStep } from "./policy.ts";

const CHECK_MS = 60_000;

export interface PlannedRestartContext
  extends Pick<OperatorContext, "clock" | "database" | "journal" | "log" | "settings" | "signals"> {
  store: { operations: Pick<PaymentStore["operations"], "toSend"> };
  openVends(): number;
  kiosk: boolean;
  setup: { restart(): void; isRestarting(): boolean };
}

export type PlannedRestart = ReturnType<typeof plannedRestartModule>;

/** Starts the checks. An owner can set or change the time at any moment. */
export function plannedRestartModule(context: PlannedRestartContext) {
  const { clock, database, journal, kiosk, log, settings, setup, signals, store } = context;
  const openPayments = openSales(database, context.openVends);
  const startedAt = clock.monotonic();
  let touchedAt = startedAt;
  let postponedStep: (RestartStep & { do: "postpone" }) | null = null;
  const journalEvent = (entry: JournalEntry<"till.restartPlanned" | "till.restartPutOff">) =>
    transact(database, () => journal.append(entry, clock.now()));
  const loop = startLoop(context, () => {
    const restartAt = restartTime(settings.restartAt, kiosk || settings.mode === "kiosk");
    if (setup.isRestarting() || restartAt === null) return null;
    const step = restartStep({
      now: clock.now(),
      timeZone: shopTimeZone(settings),
      at: restartAt,
      runsForMs: clock.monotonic() - startedAt,
      idleMs: clock.monotonic() - touchedAt,
      openPayments: openPayments(),
      toSend: store.operations.toSend(),
    });
    if (step.do === "restart") {
      journalEvent({ event: "till.restartPlanned", data: { at: restartAt } });
      log.info({ at: restartAt }, "the planned restart");
      setup.restart();
      return null;
    }
    if (step.do === "wait" && postponedStep !== null) {
      // The window has ended or changed: log the postponement once.
      const { since, because } = postponedStep;
      journalEvent({ event: "till.restartPutOff", data: { at: restartAt, since: iso(since), because } });
      log.warn(
        { at: restartAt, because: postponedStep.because },
        "the planned restart was postponed to the next night",
      );
    }
    postponedStep = step.do === "postpone" ? step : null;
    return CHECK_MS;
  });
  const touch = () => {
    touchedAt = clock.monotonic();
  };
  signals.on("payment.changed", touch);
  signals.on("terminal.outdated", () => loop.wake());
  return {
    /** Marks the till as used. (Payment changes are detected automatically.) */
    touch,
    close: () => loop.close(),
  };
}
