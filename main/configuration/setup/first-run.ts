/** Whether anybody has set this till up yet. */
import type { SetupView } from "../../../contract/setup.ts";
import type { Base } from "../../app/parts/base.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { isUsed } from "../settings/environments-used.ts";

const SET_UP = "setUp";

/** The facts that decide: see {@link setupState}. */
export interface SetupFacts {
  demo: boolean;
  /** This start was told what the till is */
  told: boolean;
  /** Somebody finished or dismissed the wizard */
  settled: boolean;
  /** Somebody took a payment */
  used: boolean;
}

/**
 * The first run is the demo that nobody asked for: an empty folder, until a person sets the till up, keeps the demo
 * or takes a payment with it. A till that moves anything but play money is never in it.
 */
export function setupState({ demo, told, settled, used }: SetupFacts): SetupView["state"] {
  return demo && !told && !settled && !used ? "first_run" : "done";
}

/** Whether a person finished or dismissed the wizard in this folder. */
export function isSettled(database: Database): boolean {
  return settingStore(database).get(SET_UP) === true;
}

/** Remembers that a person did: the welcome is not shown again. */
export function settle(database: Database): void {
  settingStore(database).set(SET_UP, true);
}

/** The state of a running till, as it is now. */
export function setupStateOf({
  settings,
  database,
  setup,
}: Pick<Base, "settings" | "database" | "setup">): SetupView["state"] {
  const { demo } = settings;
  // Asked at every command: a till that is set up does not look into its database for it.
  if (!demo || setup.told) return "done";
  return setupState({ demo, told: setup.told, settled: isSettled(database), used: isUsed(database) });
}
