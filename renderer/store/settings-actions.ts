/** Actions on the settings screen: which section is open, and the PIN that opens those that are not for everybody. */
import type { ActionPorts, Caller } from "./ports.ts";

export function settingsActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    /** Shows the settings. @param section its id in `SETTINGS_SECTIONS`; none: the one that was open last */
    openSettings(section?: string) {
      store.setState(({ settings }) => ({
        route: "settings",
        notice: null,
        managerProblem: null,
        settings: { ...settings, section: section ?? settings.section },
      }));
    },
    /** Signs in whoever may see a section; they are signed out again when it is left. @returns whether the PIN was right */
    async unlockSettings(pin: string): Promise<boolean> {
      store.setState({ managerProblem: null });
      const result = await caller.once("unlockSettings", "staff.signIn", { pin });
      if (result === null) return false;
      if (!result.ok) {
        store.setState({ managerProblem: result.error });
        return false;
      }
      store.setState(({ settings }) => ({ settings: { ...settings, unlockedHere: true } }));
      return true;
    },
    /** Whoever was let in by their PIN goes out again: the till is the cashier's. */
    async lockSettings() {
      if (!store.getState().settings.unlockedHere) return;
      store.setState(({ settings }) => ({ settings: { ...settings, unlockedHere: false } }));
      await client.call("staff.signOut", {});
    },
  };
}
