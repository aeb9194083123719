/** Loads the wizard when it opens, keeps it over a reload, and handles the restart at its end. */
import { hasPermission } from "../kit/approval/permissions.ts";
import { type SetupState, withDefaultName } from "../store/setup-state.ts";
import { initialState, type TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";
import type { setupActions } from "./actions.ts";
import { hasSavedSetup, savedOf, saveSetup } from "./saved.ts";

export function followSetup(store: TillStore, actions: ReturnType<typeof setupActions>): () => void {
  return store.subscribe((state, before) => {
    if (before.terminal === null && state.terminal !== null && state.route !== "setup" && hasSavedSetup()) {
      return actions.openSetup();
    }
    if (state.route === "setup" && state.setup.status === "closed" && canSetUp(state)) void actions.readSetup();
    if (state.route === "setup" && state.setup.draft !== null && state.setup !== before.setup) {
      saveSetup(savedOf(state.setup));
    }
    if (state.language !== before.language && state.setup.view?.state === "first_run") {
      actions.editSetup((draft) => withDefaultName(draft, state.language));
    }
    if (state.route === "setup" && arrivesAtTests(state.setup, before.setup)) {
      void actions.runSetupTests();
    }
    if (before.route === "setup" && state.route !== "setup") saveSetup(null);
  });
}

/** True when the user opens the tests; not when a failed finish returns to them. */
function arrivesAtTests(now: SetupState, before: SetupState): boolean {
  const isAt = ({ status, step }: SetupState) => status === "open" && step === "test";
  return isAt(now) && !isAt(before) && before.step !== "done";
}

/** Any user may set up a new till; afterwards only the owner. */
export function canSetUp({ terminal }: Pick<TillState, "terminal">): boolean {
  return terminal?.setup === "first_run" || hasPermission(terminal, "access");
}

export function awaitsRestart({ setup }: Pick<TillState, "setup">): boolean {
  return setup.end === "sending" || setup.end === "restarting";
}

/** Resets the window's state: the restarted till may have other data. */
export function resetWindow(store: TillStore): void {
  store.setState((state) => {
    const { connection, theme, language, sound, unitsFirst, now, setup } = state;
    const fresh = { ...initialState(now, { theme, language, sound, unitsFirst }), connection };
    if (!awaitsRestart(state)) return fresh;
    const { tests, testedAt, selfRead, word, draft, view } = setup;
    return {
      ...fresh,
      route: "setup",
      setup: {
        ...fresh.setup,
        status: "open",
        step: "done",
        furthest: "done",
        end: "finished",
        tests,
        testedAt,
        selfRead,
        word,
        draft,
        view,
      },
    };
  });
}
