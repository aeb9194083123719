/** What people do: each action changes the store, and calls main where it must. No screen calls main itself. */

import { entryActions } from "../counter/charge/actions.ts";
import { shelfActions } from "../counter/charge/shelf-actions.ts";
import { paymentActions } from "../counter/payment-actions.ts";
import { customerDataActions } from "../customer-data/actions.ts";
import { exportsActions } from "../office/exports/actions.ts";
import { journalActions } from "../office/journal/actions.ts";
import { reportActions } from "../office/reports/actions.ts";
import { inboxActions } from "../payments/inbox/actions.ts";
import { listActions } from "../payments/list/actions.ts";
import { queueActions } from "../payments/queue/actions.ts";
import { reservationActions } from "../payments/reserved/actions.ts";
import { settingsActions } from "../settings/actions.ts";
import { catalogueActions } from "../settings/catalogue/actions.ts";
import { diagnosticsActions } from "../settings/health/actions.ts";
import { keysActions } from "../settings/keys/actions.ts";
import { kioskActions } from "../settings/kiosk/actions.ts";
import { peopleActions } from "../settings/people/actions.ts";
import { receiptActions } from "../settings/receipts/actions.ts";
import { mailActions } from "../settings/receipts/mail-actions.ts";
import { shellActions } from "../settings/shell-actions.ts";
import { stickerActions } from "../settings/stickers/actions.ts";
import { setupActions } from "../setup/actions.ts";
import { type ActionPorts, createCaller, leave } from "../store/ports.ts";
import { isShut } from "../store/select.ts";
import type { Dialog, Preferences, Route, TillState } from "../store/state.ts";
import { withoutNews } from "./end-news.ts";
import { merge } from "./merge.ts";

declare module "../store/store.tsx" {
  interface Actions extends ReturnType<typeof createActions> {}
}

/** All actions over one store and one client. */
export function createActions(ports: ActionPorts) {
  const caller = createCaller(ports);
  const entry = entryActions(ports);
  const payment = paymentActions(ports, caller);
  const shelf = shelfActions(ports, { enter: entry.enter, newSale: payment.newSale });
  return merge(
    entry,
    payment,
    shelf,
    listActions(ports, caller, shelf.addScanned),
    inboxActions(ports, caller),
    queueActions(ports, caller),
    peopleActions(ports, caller),
    receiptActions(ports, caller),
    mailActions(ports, caller),
    reservationActions(ports, caller),
    reportActions(ports, caller),
    settingsActions(ports, caller),
    catalogueActions(ports, caller, shelf.readCatalogue),
    diagnosticsActions(ports, caller),
    keysActions(ports, caller),
    kioskActions(ports, caller),
    journalActions(ports, caller),
    exportsActions(ports, caller),
    setupActions(ports, caller),
    stickerActions(ports, caller),
    customerDataActions(ports, caller),
    shellActions(ports, caller),
    windowActions(ports),
  );
}

function windowActions(ports: ActionPorts) {
  const { store, savePreferences } = ports;
  const prefer = (preferences: Partial<Preferences>) => {
    store.setState(preferences);
    const { theme, language, sound, unitsFirst } = store.getState();
    savePreferences({ theme, language, sound, unitsFirst });
  };
  return {
    goTo(route: Route) {
      if (isShut(store.getState())) return;
      const go = () => store.setState({ route, notice: null, wayBack: { list: null, payment: null } });
      if (route === "settings") go();
      else leave(ports, go);
    },
    open(dialog: Dialog) {
      if (isShut(store.getState()) && !isForAnybody(dialog, store.getState())) return;
      store.setState({ dialog, refund: { kind: "idle" }, managerProblem: null });
    },
    closeDialog: () => store.setState({ dialog: null, managerProblem: null }),
    /** Of a dialog that goes on to another step. */
    takeStepOn: () => store.setState(({ stepsTaken }) => ({ stepsTaken: stepsTaken + 1 })),
    closeFailure: () => store.setState({ failure: null }),
    dismissNotice: () => store.setState({ notice: null }),
    /** All of it has been read: nothing of it comes back by itself. */
    dismissNews: () => store.setState((state) => ({ ...withoutNews(state), dialog: null })),
    setTheme: (theme: Preferences["theme"]) => prefer({ theme }),
    setLanguage: (language: Preferences["language"]) => prefer({ language }),
    setSound: (sound: boolean) => prefer({ sound }),
    setUnitsFirst: (unitsFirst: Preferences["unitsFirst"]) => prefer({ unitsFirst }),
  };
}

/** What a locked till still opens: signing in, the way out of a kiosk, the list of keys, and what belongs to the payment that it shows. */
function isForAnybody(dialog: Dialog, { currentId }: TillState): boolean {
  if (dialog.kind === "signIn" || dialog.kind === "keys" || dialog.kind === "leaveKiosk") return true;
  return (dialog.kind === "phone" || dialog.kind === "confirmStep") && dialog.posTid === currentId;
}
