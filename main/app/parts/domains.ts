/** What a till does beside moving payments, one domain beside the other: each brings its commands and ends by itself. */

import type { Terminal } from "../../../contract/views.ts";
import type { ServiceListReader } from "../../accounting/reconciliation/service-list.ts";
import type { EventStream } from "../../bridge/events.ts";
import { createSetup } from "../../configuration/setup/commands.ts";
import type { Intake } from "../../payments/outcomes/intake.ts";
import { queueCommands } from "../../payments/queue/commands.ts";
import type { Worker } from "../../payments/queue/worker.ts";
import type { PaymentService } from "../../payments/service.ts";
import type { Ledger } from "../../payments/store.ts";
import { roleMay } from "../../people/rights.ts";
import type { StaffPorts, StaffService } from "../../people/service.ts";
import type { Base } from "./base.ts";
import type { CallbackDoor } from "./callbacks.ts";
import { assembleCommands } from "./commands.ts";
import { createDiagnostics, type createUpdates } from "./diagnostics.ts";
import { startDisplay } from "./display.ts";
import { startKeys } from "./keys.ts";
import { startPrinting } from "./printing.ts";
import { assembleRecords, type signBookings } from "./records.ts";
import { openReports } from "./reports.ts";

/** The payments with what moves them, for everything that is told of them or asks something of them. */
export interface Core {
  events: EventStream;
  people: StaffPorts;
  staff: StaffService;
  door: CallbackDoor;
  ledger: Ledger;
  payments: PaymentService;
  intake: Intake;
  list: ServiceListReader;
  signer: ReturnType<typeof signBookings>;
  worker: Worker;
  updates: ReturnType<typeof createUpdates>;
  terminal(): Terminal;
  announce(): void;
  hurry(): void;
  pollSoon(posTid: string): void;
  wakeReservations(): void;
}

/** Opens every domain and puts the commands together. */
export function openDomains(base: Base, core: Core) {
  const { events, people, staff, door, ledger, payments, intake, signer, worker, updates, terminal, announce } = core;
  const display = startDisplay(base, { events, ledger, terminal, staff });
  const keys = startKeys(base, { events, staff, ledger, hurry: core.hurry, announce });
  const printing = startPrinting(base, { ledger, events, actor: staff.actor });
  const reports = openReports(base, {
    ledger,
    payments,
    intake,
    list: core.list,
    events,
    announce,
    actor: staff.actor,
    mayClose: () => roleMay(staff.role(), "report.z"),
  });
  const setup = createSetup({ ...base, staff, receiver: door.receiver, onChange: announce });
  const records = assembleRecords(base, { events, ledger, signer, terminal, actor: staff.actor });
  const commands = assembleCommands(base, {
    records: records.handlers,
    setup: setup.commands,
    receipts: printing.handlers,
    reports: reports.commands,
    keys,
    display,
    updates,
    diagnostics: createDiagnostics(base, {
      staff,
      ledger,
      worker,
      updates,
      door,
      printer: printing.view,
      staged: setup.staged,
    }),
    ...{ ledger, payments, people, staff, terminal },
    wakeReservations: core.wakeReservations,
    queue: queueCommands({
      ...{ api: base.api, ledger, refundKey: base.refundKey, actor: staff.actor, now: base.clock.now },
      wake: core.hurry,
      pollSoon: core.pollSoon,
    }),
  });
  return {
    commands,
    printing,
    online() {
      printing.online();
      reports.online();
    },
    close() {
      keys.close();
      display.close();
      return Promise.all([printing.close(), setup.close(), reports.close(), records.close()]);
    },
  };
}
