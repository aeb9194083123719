/** The till as every screen shows it, and when the screens have to be told. */
import type { Terminal } from "../../../contract/views.ts";
import { environmentOf } from "../../configuration/settings/environment.ts";
import { hasDemoPin } from "../../configuration/setup/demo-owner.ts";
import { setupStateOf } from "../../configuration/setup/first-run.ts";
import type { Updates } from "../../operations/updates/service.ts";
import type { Worker } from "../../payments/queue/worker.ts";
import type { Ledger } from "../../payments/store.ts";
import type { StaffService } from "../../people/service.ts";
import type { Registration } from "../../service/connection/registration.ts";
import { terminalView } from "../terminal-view.ts";
import type { Base } from "./base.ts";
import type { CallbackDoor } from "./callbacks.ts";
import { surroundingsOf } from "./diagnostics.ts";

interface Shown {
  staff: StaffService;
  door: CallbackDoor;
  registration: Registration;
  ledger: Ledger;
  worker: Worker;
  updates: Updates;
}

export function describeTerminal(base: Base, shown: Shown): Terminal {
  const { staff, door, registration, ledger, worker, updates } = shown;
  const { connectivity, settings, api } = base;
  return terminalView({
    ...base,
    environment: environmentOf(settings, base.vault),
    setup: setupStateOf(base),
    demo: base.demo && { ...base.demo, managerPin: hasDemoPin(base.database) ? base.demo.managerPin : null },
    mode: base.kiosk ? "kiosk" : settings.mode,
    kioskLeft: base.host?.kiosk().left ?? false,
    merchantName: connectivity.merchantName(),
    connectivity: connectivity.state(),
    waiting: ledger.rows.waiting(),
    inbox: ledger.rows.inboxCount(),
    parked: ledger.operations.parked(),
    disk: base.disk(),
    damage: surroundingsOf(base).care.damage(),
    update: updates.state(),
    callbacks: {
      receiving: door.receiver() !== null,
      lastAt: connectivity.lastCallbackAt(),
      scans: registration.scans(),
    },
    queue: ledger.operations.state(),
    queuePaused: worker.paused(),
    staff: staff.current(),
    people: { ...staff.policy(), hasOwner: staff.hasOwner() },
    pinDigits: staff.pinDigits(),
    refundsNeedPin: base.refundKey.needsPin(),
    clockSkewMs: api.clockSkewMs(),
    previousKeyUntil: base.credentials.previousUntil(),
  });
}

/** Tells the windows when one of the counts changed that every screen shows. */
export function createCounts(
  { rows, operations: queue }: Ledger,
  setup: () => Terminal["setup"],
  tell: { terminal(): void; queue(): void },
): { look(): void } {
  const terminalNow = () => JSON.stringify([rows.waiting(), rows.inboxCount(), queue.parked(), setup()]);
  const shown = { terminal: terminalNow(), depth: queue.state().depth };
  return {
    look() {
      const now = { terminal: terminalNow(), depth: queue.state().depth };
      if (now.depth !== shown.depth) tell.queue();
      if (now.terminal !== shown.terminal) tell.terminal();
      Object.assign(shown, now);
    },
  };
}
