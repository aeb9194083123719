/** What people do: each action changes the store, and calls main where it must. No screen calls main itself. */
import type { PaymentAction } from "../../contract/views.ts";
import { type EntryAction, entryReducer } from "../charge/entry.ts";
import { diagnosticsActions } from "./diagnostics-actions.ts";
import { exportsActions } from "./exports-actions.ts";
import { inboxActions } from "./inbox-actions.ts";
import { journalActions } from "./journal-actions.ts";
import { keysActions } from "./keys-actions.ts";
import { listActions } from "./list-actions.ts";
import { paymentActions } from "./payment-actions.ts";
import { peopleActions } from "./people-actions.ts";
import { type ActionPorts, createCaller } from "./ports.ts";
import { queueActions } from "./queue-actions.ts";
import { receiptActions } from "./receipt-actions.ts";
import { reportActions } from "./reports-actions.ts";
import { reservationActions } from "./reservation-actions.ts";
import { settingsActions } from "./settings-actions.ts";
import { setupActions } from "./setup-actions.ts";
import { shellActions } from "./shell-actions.ts";
import { type Dialog, type Draft, EMPTY_DRAFT, type Preferences, type Route } from "./state.ts";

export type Actions = ReturnType<typeof createActions>;

/** All actions over one store and one client. */
export function createActions(ports: ActionPorts) {
  const caller = createCaller(ports);
  return {
    ...entryActions(ports),
    ...paymentActions(ports, caller),
    ...listActions(ports, caller),
    ...inboxActions(ports, caller),
    ...queueActions(ports, caller),
    ...peopleActions(ports, caller),
    ...receiptActions(ports, caller),
    ...reservationActions(ports, caller),
    ...reportActions(ports, caller),
    ...settingsActions(ports, caller),
    ...diagnosticsActions(ports, caller),
    ...keysActions(ports, caller),
    ...journalActions(ports, caller),
    ...exportsActions(ports, caller),
    ...setupActions(ports, caller),
    ...shellActions(ports, caller),
    ...windowActions(ports),
  };
}

function entryActions({ store }: ActionPorts) {
  const change = (draft: Partial<Draft>) => store.setState((state) => ({ draft: { ...state.draft, ...draft } }));
  return {
    enter(action: EntryAction) {
      const { draft, terminal } = store.getState();
      if (terminal) change({ entry: entryReducer(draft.entry, action, terminal.currency) });
    },
    setAction: (action: PaymentAction) => change({ action }),
    setTipOnPhone: (tipOnPhone: boolean) => change({ tipOnPhone }),
    setPhone: (phone: string) => change({ phone, phoneProblem: false }),
    setDraftCustomer: (customer: Draft["customer"]) => change({ customer }),
    clearDraft: () => change(EMPTY_DRAFT),
  };
}

function windowActions({ store, savePreferences }: ActionPorts) {
  const prefer = (preferences: Partial<Preferences>) => {
    store.setState(preferences);
    const { theme, language, sound } = store.getState();
    savePreferences({ theme, language, sound });
  };
  return {
    goTo: (route: Route) => store.setState({ route, notice: null }),
    open: (dialog: Dialog) => store.setState({ dialog, refund: { kind: "idle" }, managerProblem: null }),
    closeDialog: () => store.setState({ dialog: null, managerProblem: null }),
    closeFailure: () => store.setState({ failure: null }),
    dismissNotice: () => store.setState({ notice: null }),
    dismissLateNews: () => store.setState({ lateNews: null }),
    setTheme: (theme: Preferences["theme"]) => prefer({ theme }),
    setLanguage: (language: Preferences["language"]) => prefer({ language }),
    setSound: (sound: boolean) => prefer({ sound }),
  };
}
