/** The till's commands put together, each domain's map beside the others, and who may call which. */
import type { Terminal } from "../../../contract/views.ts";
import type { ReportCommands } from "../../accounting/periods/commands.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import { unlockingFor } from "../../configuration/refund-key/unlocking.ts";
import type { SetupCommands } from "../../configuration/setup/commands.ts";
import { setupStateOf } from "../../configuration/setup/first-run.ts";
import type { DiagnosticsCommands } from "../../operations/health/commands.ts";
import type { Updates } from "../../operations/updates/service.ts";
import type { queueCommands } from "../../payments/queue/commands.ts";
import { reservationCommands } from "../../payments/reservations/commands.ts";
import type { PaymentService } from "../../payments/service.ts";
import type { Ledger } from "../../payments/store.ts";
import { type Access, isShut } from "../../people/rights.ts";
import type { StaffPorts, StaffService } from "../../people/service.ts";
import type { CustomerDisplay } from "../../peripherals/customer-display/commands.ts";
import type { ReceiptCommands } from "../../peripherals/receipts/commands.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { tillHandlers } from "../handlers.ts";
import { type Base, isKioskNow } from "./base.ts";
import type { KeysCommands } from "./keys.ts";
import { staffHandlers } from "./people.ts";
import type { RecordsHandlers } from "./records.ts";

/** What the commands are made over: constructed in the composition root. */
export interface Commanded {
  ledger: Ledger;
  payments: PaymentService;
  people: StaffPorts;
  staff: StaffService;
  terminal(): Terminal;
  queue: ReturnType<typeof queueCommands>;
  display: CustomerDisplay;
  setup: SetupCommands;
  keys: KeysCommands;
  receipts: ReceiptCommands;
  records: RecordsHandlers;
  reports: ReportCommands;
  updates: Updates;
  diagnostics: DiagnosticsCommands;
  /** The rule for reservations was changed */
  wakeReservations(): void;
}

/** Makes every handler of the contract, and what decides who may call it. */
export function assembleCommands(base: Base, { people, staff, ...parts }: Commanded) {
  const firstRun = () => setupStateOf(base) === "first_run";
  const access = (): Access => ({ role: staff.role(), policy: staff.policy(), kiosk: isKioskNow(base), firstRun });
  const sight = {
    isShut: () => isShut(access()),
    isOnScreen: parts.display.isOpen,
  };
  const handlers: CommandHandlers = tillHandlers({
    ...base,
    ...parts,
    staff: staffHandlers(people, staff, {
      ...{ all: () => handlers, access, refundKey: base.refundKey, isRestarting: base.setup.isRestarting },
      unlocking: unlockingFor({ ...base, operations: parts.ledger.operations }),
    }),
    reservations: reservationHandlers(base, { ...parts, actor: staff.actor }),
    sight,
  });
  return {
    handlers,
    access,
    begin: staff.begin,
    touch: parts.updates.touch,
    // Of a window, whoever's command an event comes out of.
    sight: { ...sight, isShut: () => staff.begin(sight.isShut) },
  };
}

function reservationHandlers(
  base: Base,
  parts: Pick<Commanded, "ledger" | "payments" | "wakeReservations"> & Pick<StaffService, "actor">,
) {
  const { list, bulk, rule, setRule } = reservationCommands({
    ...base,
    ...parts,
    settings: settingStore(base.database),
    currency: base.settings.currency,
    now: base.clock.now,
    serviceNow: base.api.correctedNow,
    wakeWatch: parts.wakeReservations,
  });
  return {
    "reservation.list": list,
    "reservation.bulk": bulk,
    "reservation.rule": rule,
    "reservation.setRule": setRule,
  };
}
