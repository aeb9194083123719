/** The first run: whether this till was set up yet. */
import type { KeptSettings } from "../../../contract/settings.ts";
import type { SetupView } from "../../../contract/setup.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { isUsed } from "../settings/open-business.ts";
import type { SetupHost } from "./staging.ts";

const SET_UP = "setUp";

/** Remembers that a person finished or dismissed the wizard in this folder: the welcome is not shown again. */
export function markAsSetUp(database: Database): void {
  settingStore(database).set(SET_UP, true);
}

/**
 * The set-up state of a running till, as it is now. The first run is the demo that nobody asked for: an empty folder,
 * until a person sets the till up, keeps the demo or takes a payment with it. A till that moves anything but play money
 * is never in it.
 */
export function setupStateOf({
  settings,
  database,
  setup,
}: {
  settings: Pick<KeptSettings, "demo">;
  database: Database;
  setup: Pick<SetupHost, "configuredAtStart">;
}): SetupView["state"] {
  // Asked at every command: a till that is set up does not look into its database for it.
  if (!settings.demo || setup.configuredAtStart) return "done";
  return settingStore(database).get(SET_UP) === true || isUsed(database) ? "done" : "first_run";
}
