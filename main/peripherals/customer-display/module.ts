/** The customer's screen of a running till, and the commands about it and about the shell that shows it. */
import type { Catalogue } from "../../../contract/catalogue.ts";
import { type Phase, PRESENT_PHASES } from "../../../contract/phases.ts";
import type { TakeAway } from "../../../contract/receipts.ts";
import type { Terminal } from "../../../contract/views.ts";
import { listPayments } from "../../payments/search.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { type DisplayHandlers, displayCommands } from "./commands.ts";
import { createDisplay, type Display } from "./display.ts";
import type { CustomerLanguages } from "./languages.ts";
import type { ShellHost } from "./shell-host.ts";
import { type DisplayTerminal, placeOf } from "./view.ts";

/** More than stand at one counter. */
const LOOK_BACK = 20;

export interface DisplayContext extends OperatorContext {
  store: PaymentStore;
  host: ShellHost;
  languages: CustomerLanguages;
  terminal(): Terminal;
  /** What of it customers see */
  forCustomer(): DisplayTerminal;
  /** What the shop sells now */
  catalogue(): Catalogue;
  /** Whether customers stand at this window now */
  isKiosk(): boolean;
  /** Whether the till is for staff alone now, and nobody is signed in */
  isLocked(): boolean;
  /** How the receipt of a payment is taken away, as it is now */
  takeAway(posTid: string): TakeAway | null;
}

/** The customer's screen as the rest of the till knows it. */
export interface CustomerDisplay
  extends Pick<Display, "isOpen" | "mayShow" | "holder" | "waiting" | "messages" | "close"> {
  commands: DisplayHandlers;
}

/** Starts the customer's screen. */
export function customerDisplayModule(context: DisplayContext): CustomerDisplay {
  const { database, events, host, isKiosk, isLocked, settings, signals, staff, store, terminal } = context;
  const listed = (phases: Phase[]) => {
    const found = listPayments({ database, store, currency: settings.currency }, { phases, limit: LOOK_BACK });
    return found.ok ? found.value.items : [];
  };
  // What a machine drops is under way after the approval, too.
  const open = () => [...listed([...PRESENT_PHASES]), ...listed(["authorised", "partly_captured"])];
  const display = createDisplay({
    ...context,
    terminal: context.forCustomer,
    payment: (posTid) => (store.rows.find(posTid) ? store.view(posTid) : null),
    begunBy: (posTid) => store.rows.find(posTid)?.takenBy ?? null,
    products: () => context.catalogue().products,
    // What a user began at the counter is for that user to finish: customers at a kiosk are not shown it.
    open: () => (isKiosk() ? open().filter(({ posTid }) => store.rows.find(posTid)?.takenBy === null) : open()),
    isLocked,
    isSeen: () => host.view().customerDisplay.open,
  });
  signals.on("receipt.changed", display.refresh);
  signals.on("payment.started", ({ posTid, isAgain }) => display.started(posTid, isAgain));
  return {
    commands: displayCommands({
      ...context,
      display,
      actor: staff.actor,
      isThere: (posTid) => store.rows.find(posTid) !== null,
      terminal,
      endSession: () => void staff.signOut("kiosk"),
      isAsking: () => open().some((payment) => placeOf(payment) === "under_way"),
      tell() {
        events.publish({ type: "shell.changed", shell: host.view() });
        signals.emit("terminal.stale");
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
