/** Actions on the settings screen: which section is open, and the PIN that opens those that are not for everybody. */

import type { CentreView } from "../../contract/centre.ts";
import { isInside, withStaff } from "../store/operator-change.ts";
import { type ActionPorts, type Caller, leave } from "../store/ports.ts";
import { isShut } from "../store/select.ts";

const OPENED = { route: "settings", notice: null, managerProblem: null } as const;

export function settingsActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  const lockSettings = locking(ports);
  return {
    /** Shows the settings. @param section its id in `SETTINGS_SECTIONS`; none: the one that was open last */
    openSettings(section?: string) {
      if (isShut(store.getState())) return;
      const open = () => {
        const { settings } = store.getState();
        store.setState({ ...OPENED, settings: { ...settings, section: section ?? settings.section } });
      };
      const before = store.getState().settings.section;
      if ((section ?? before) === before) open();
      else leave(ports, open);
    },
    /** Signs in an operator who may see a section, in place of the signed-in user. @returns whether the PIN was right */
    async unlockSettings(pin: string): Promise<boolean> {
      store.setState({ managerProblem: null });
      const before = store.getState().terminal?.staff?.name ?? null;
      const result = await caller.once("unlockSettings", "staff.signIn", { pin });
      if (result === null) return false;
      if (!result.ok) {
        store.setState({ managerProblem: result.error });
        return false;
      }
      const { name } = result.value;
      store.setState((state) => {
        const changes = withStaff(state, result.value);
        const settings = changes.settings ?? state.settings;
        // Their own PIN once more is no switch: they were there before, and stay.
        return name === before ? changes : { ...changes, settings: { ...settings, opened: { name, before } } };
      });
      // The person at the till went away while the PIN was checked: it is to open nothing behind them.
      if (!isInside(store.getState())) await lockSettings();
      return true;
    },
    lockSettings,
    leavePage: leaving(ports),
    /** A form of the open section has changes that were not saved, or has them no more: each says so once. */
    setUnsaved: (has: boolean) =>
      store.setState(({ settings }) => {
        const unsaved = Math.max(0, settings.unsaved + (has ? 1 : -1));
        return { settings: { ...settings, unsaved, leaving: null } };
      }),
    /** The user said that all of them may be lost, and goes where they were going. */
    discardUnsaved() {
      const { settings } = store.getState();
      store.setState({ settings: { ...settings, unsaved: 0, leaving: null } });
      settings.leaving?.();
    },
    /** What of this till's settings is from head office; null where it could not be read. */
    readCentre: async (): Promise<CentreView | null> => {
      const result = await client.call("centre.get", {});
      return result.ok ? result.value : null;
    },
    stayInSettings: () => store.setState(({ settings }) => ({ settings: { ...settings, leaving: null } })),
  };
}

/** The page goes away: it signs out whom it let in, and knows them still when it comes back. */
function leaving({ store, client }: ActionPorts) {
  return async () => {
    const { settings, terminal } = store.getState();
    if (settings.opened !== null && terminal?.staff?.name === settings.opened.name)
      await client.call("staff.signOut", {});
  };
}

/**
 * Signs out the operator who opened a section by their PIN, and asks who goes on.
 * @param isBack in a page that comes back, whose going may have signed them out
 */
function locking({ store, client }: ActionPorts) {
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
      // Main's event may have come first, and another user's after it.
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
