import type { Catalogue } from "../../../contract/catalogue/catalogue.ts";
import type { Terminal } from "../../../contract/payments/views.ts";
import type { TakeAway } from "../../../contract/receipts/receipts.ts";
import { type Phase, PRESENT_PHASES } from "../../../contract/values/phases.ts";
import { listPayments } from "../../payments/search.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { displayCommands } from "./commands.ts";
import { createDisplay } from "./display.ts";
import type { CustomerLanguages } from "./languages.ts";
import type { ShellHost } from "./shell-host.ts";
import { type DisplayTerminal, placeOf } from "./view.ts";

/** Number of payments to look back, more than the customers at one counter. */
const LOOK_BACK = 20;

export interface DisplayContext extends OperatorContext {
  store: PaymentStore;
  host: ShellHost;
  languages: CustomerLanguages;
  terminal(): Terminal;
  forCustomer(): DisplayTerminal;
  catalogue(): Catalogue;
  /** Whether the window is in kiosk mode now */
  isKiosk(): boolean;
  isLocked(): boolean;
  takeAway(posTid: string): TakeAway | null;
}

export type CustomerDisplay = ReturnType<typeof customerDisplayModule>;

export function customerDisplayModule(context: DisplayContext) {
  const { database, events, host, isKiosk, isLocked, settings, signals, staff, store, terminal } = context;
  const listed = (phases: Phase[]) => {
    const page = listPayments({ database, store, currency: settings.currency }, { phases, limit: LOOK_BACK });
    return page.ok ? page.value.items : [];
  };
  // A payment with a vend remains in progress after its approval.
  const open = () => [...listed([...PRESENT_PHASES]), ...listed(["authorised", "partly_captured"])];
  const display = createDisplay({
    ...context,
    terminal: context.forCustomer,
    payment: (posTid) => (store.rows.find(posTid) ? store.view(posTid) : null),
    startedBy: (posTid) => store.rows.find(posTid)?.takenBy ?? null,
    products: () => context.catalogue().products,
    // Kiosk customers are not shown a payment that a user started at the counter.
    open: () => (isKiosk() ? open().filter(({ posTid }) => store.rows.find(posTid)?.takenBy === null) : open()),
    isLocked,
    isSeen: () => host.view().customerDisplay.open,
  });
  signals.on("receipt.changed", display.refresh);
  signals.on("payment.started", ({ posTid, isRepeat }) => display.started(posTid, isRepeat));
  return {
    commands: displayCommands({
      ...context,
      display,
      actor: staff.actor,
      isThere: (posTid) => store.rows.find(posTid) !== null,
      terminal,
      endSession: () => void staff.signOut("kiosk"),
      isAsking: () => open().some((payment) => placeOf(payment) === "under_way"),
      publish() {
        events.publish({ type: "shell.changed", shell: host.view() });
        signals.emit("terminal.outdated");
      },
    }),
    isOpen: display.isOpen,
    mayShow: display.mayShow,
    holder: display.holder,
    waiting: display.waiting,
    messages: display.messages,
    close: display.close,
  };
}
