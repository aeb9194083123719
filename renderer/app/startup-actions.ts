import { entryActions } from "../counter/charge/actions.ts";
import { shelfActions } from "../counter/charge/shelf-actions.ts";
import { paymentActions } from "../counter/payment-actions.ts";
import { loadTexts } from "../kit/i18n/index.ts";
import { openPaymentsActions } from "../payments/open-payments.ts";
import { type ActionPorts, type Caller, navigateAway, showNotice } from "../store/ports.ts";
import { isLockedOut } from "../store/select.ts";
import type { Dialog, Preferences, Route, TillState } from "../store/state.ts";
import { withoutNotices } from "./ended-payments.ts";
import { merge } from "./merge.ts";

export function startupActions(ports: ActionPorts, caller: Caller) {
  const entry = entryActions(ports);
  const payment = paymentActions(ports, caller);
  const shelf = shelfActions(ports, { enter: entry.enter, newSale: payment.newSale });
  return merge(entry, payment, shelf, openPaymentsActions(ports), windowActions(ports));
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
      if (isLockedOut(store.getState())) return;
      const navigate = () => store.setState({ route, notice: null, wayBack: { list: null, payment: null } });
      if (route === "settings") navigate();
      else navigateAway(ports, navigate);
    },
    open(dialog: Dialog) {
      if (isLockedOut(store.getState()) && !isAllowedWhenLocked(dialog, store.getState())) return;
      store.setState({ dialog, refund: { kind: "idle" }, managerProblem: null });
    },
    closeDialog: () => store.setState({ dialog: null, managerProblem: null }),
    takeStepOn: () => store.setState(({ stepsTaken }) => ({ stepsTaken: stepsTaken + 1 })),
    closeFailure: () => store.setState({ failure: null }),
    dismissNotice: () => store.setState({ notice: null }),
    dismissNews: () => store.setState((state) => ({ ...withoutNotices(state), dialog: null })),
    setTheme: (theme: Preferences["theme"]) => prefer({ theme }),
    /** Changes the language when its translations are loaded, otherwise not at all. */
    async setLanguage(language: Preferences["language"]) {
      const isLoaded = await loadTexts(language).then(
        () => true,
        () => false,
      );
      if (isLoaded) prefer({ language });
      else showNotice(ports, "notFetched");
    },
    setSound: (sound: boolean) => prefer({ sound }),
    setUnitsFirst: (unitsFirst: Preferences["unitsFirst"]) => prefer({ unitsFirst }),
  };
}

/** Dialogs of a locked till: sign-in, kiosk exit, shortcuts and those of the current payment. */
function isAllowedWhenLocked(dialog: Dialog, { currentId }: TillState): boolean {
  if (dialog.kind === "signIn" || dialog.kind === "keys" || dialog.kind === "leaveKiosk") return true;
  return (dialog.kind === "phone" || dialog.kind === "confirmStep") && dialog.posTid === currentId;
}
