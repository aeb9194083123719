/** The customer's screen of a running till, and the commands about it. */
import { PRESENT_PHASES } from "../../../contract/phases.ts";
import type { Terminal } from "../../../contract/views.ts";
import type { EventStream } from "../../bridge/events.ts";
import { listPayments } from "../../payments/search.ts";
import type { Ledger } from "../../payments/store.ts";
import { isShut } from "../../people/rights.ts";
import type { StaffService } from "../../people/service.ts";
import {
  type CustomerDisplay,
  displayCommands,
  keptLanguage,
  showingStarted,
} from "../../peripherals/customer-display/commands.ts";
import { createDisplay } from "../../peripherals/customer-display/display.ts";
import { placeOf } from "../../peripherals/customer-display/view.ts";
import { plainHost } from "../shell-host.ts";
import { type Base, isKioskNow } from "./base.ts";

/** More than stand at one counter. */
const LOOK_BACK = 20;

export interface DisplayParts {
  events: EventStream;
  ledger: Ledger;
  terminal(): Terminal;
  staff: StaffService;
}

/** Starts the customer's screen. */
export function startDisplay(base: Base, { events, ledger, terminal, staff }: DisplayParts): CustomerDisplay {
  const { database, clock, journal, settings } = base;
  const open = () => {
    const found = listPayments(
      { database, ledger, currency: settings.currency },
      { phases: [...PRESENT_PHASES], limit: LOOK_BACK },
    );
    return found.ok ? found.value.items : [];
  };
  const display = createDisplay({
    clock,
    events,
    terminal,
    payment: (posTid) => (ledger.rows.find(posTid) ? ledger.view(posTid) : null),
    language: () => keptLanguage(database),
    open,
    isLocked: () => isShut({ role: staff.current()?.role ?? null, policy: staff.policy(), kiosk: isKioskNow(base) }),
  });
  const host = base.host ?? plainHost();
  return {
    handlers: displayCommands({
      display,
      host,
      database,
      journal,
      clock,
      actor: staff.actor,
      terminal,
      isAsking: () => open().some((payment) => placeOf(payment) === "under_way"),
      tell() {
        events.publish({ type: "shell.changed", shell: host.view() });
        events.publish({ type: "terminal.changed", terminal: terminal() });
      },
    }),
    isOpen: display.isOpen,
    mayShow: display.mayShow,
    starting: (start) => showingStarted(display, start, (reference) => ledger.rows.findByReference(reference) !== null),
    close: display.close,
  };
}
