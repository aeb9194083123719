/** The first run: whether the till was set up. */
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { SetupView } from "../../../contract/configuration/setup.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { isUsed } from "../settings/open-business.ts";
import type { SetupHost } from "./staging.ts";

const SET_UP = "setUp";

export function markAsSetUp(database: Database): void {
  settingStore(database).set(SET_UP, true);
}

/** Returns `first_run` for an implicit demo until it is set up, kept or used for a payment. */
export function setupStateOf({
  settings,
  database,
  setup,
}: {
  settings: Pick<StoredSettings, "demo">;
  database: Database;
  setup: Pick<SetupHost, "configuredAtStart">;
}): SetupView["state"] {
  if (!settings.demo || setup.configuredAtStart) return "done";
  return settingStore(database).get(SET_UP) === true || isUsed(database) ? "done" : "first_run";
}
