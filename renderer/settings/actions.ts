import type { CentreView } from "../../contract/head-office/centre.ts";
import { isProtectedScreenOpen, withStaff } from "../store/operator-change.ts";
import { type ActionPorts, type Caller, navigateAway } from "../store/ports.ts";
import { isLockedOut } from "../store/select.ts";

const OPENED = { route: "settings", notice: null, managerProblem: null } as const;

export function settingsActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  const lockSettings = createRelock(ports);
  return {
    /** @param section id in `SETTINGS_SECTIONS`; omitted: the last one */
    openSettings(section?: string) {
      if (isLockedOut(store.getState())) return;
      const open = () => {
        const { settings } = store.getState();
        store.setState({ ...OPENED, settings: { ...settings, section: section ?? settings.section } });
      };
      const before = store.getState().settings.section;
      if ((section ?? before) === before) open();
      else navigateAway(ports, open);
    },
    /**
     * Signs in an authorized user instead of the current one.
     * @returns whether the PIN was correct
     */
    async unlockSettings(pin: string): Promise<boolean> {
      store.setState({ managerProblem: null });
      const before = store.getState().terminal?.staff?.name ?? null;
      const result = await caller.callExclusive("unlockSettings", "staff.signIn", { pin });
      if (result === null) return false;
      if (!result.ok) {
        store.setState({ managerProblem: result.error });
        return false;
      }
      const { name } = result.value;
      store.setState((state) => {
        const changes = withStaff(state, result.value);
        const settings = changes.settings ?? state.settings;
        // The signed-in user's own PIN is no change of user.
        return name === before ? changes : { ...changes, settings: { ...settings, opened: { name, before } } };
      });
      // The section was left while the PIN was checked: sign out again.
      if (!isProtectedScreenOpen(store.getState())) await lockSettings();
      return true;
    },
    lockSettings,
    leavePage: signOutActions(ports),
    setUnsaved: (has: boolean) =>
      store.setState(({ settings }) => {
        const unsaved = Math.max(0, settings.unsaved + (has ? 1 : -1));
        return { settings: { ...settings, unsaved, pendingNavigation: null } };
      }),
    discardUnsaved() {
      const { settings } = store.getState();
      store.setState({ settings: { ...settings, unsaved: 0, pendingNavigation: null } });
      settings.pendingNavigation?.();
    },
    readCentre: async (): Promise<CentreView | null> => {
      const result = await client.call("centre.get", {});
      return result.ok ? result.value : null;
    },
    keepEditing: () => store.setState(({ settings }) => ({ settings: { ...settings, pendingNavigation: null } })),
  };
}

/** The page unloads: signs out the section's user and remembers them for a reload. */
function signOutActions({ store, client }: ActionPorts) {
  return async () => {
    const { settings, terminal } = store.getState();
    if (settings.opened !== null && terminal?.staff?.name === settings.opened.name)
      await client.call("staff.signOut", {});
  };
}

/**
 * Signs out the user who opened a section.
 * @param isBack after a reload, which may have signed them out already
 */
function createRelock({ store, client }: ActionPorts) {
  return async (isBack = false) => {
    const { settings, terminal } = store.getState();
    if (settings.opened === null) return;
    const { name, before } = settings.opened;
    store.setState({ settings: { ...settings, opened: null } });
    const isOutAlready = isBack && terminal?.staff === null;
    if (terminal?.staff?.name !== name && !isOutAlready) return;
    const result = isOutAlready ? null : await client.call("staff.signOut", {});
    if (result?.ok === false) return store.setState({ failure: result.error });
    store.setState((state) => {
      // The main process's event may have arrived first, followed by another user's.
      const isOut = state.terminal?.staff?.name === name;
      const changes = isOut ? withStaff(state, null) : {};
      const isSignedOut = isOut || state.terminal?.staff === null;
      if (!isSignedOut || before === null) return changes;
      const people = { ...(changes.people ?? state.people), next: before };
      const asks = state.terminal?.people.requireSignIn === false;
      return { ...changes, people, ...(asks ? { dialog: { kind: "signIn" as const } } : {}) };
    });
  };
}
