/** The counter's settings: provisioned, unless the owner chose others later. */

import { COUNTER_ROWS, type CounterSettings, PORTABLE_COUNTER_ROWS } from "../../../contract/catalogue/counter.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { completeJson, type SettingInput, withDefaults } from "../../../contract/values/setting-rows.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

const NAME = "counter";

/** The owner's choice, and the settings provisioned at that time. Later provisioning overrides the choice. */
interface StoredChoice {
  value: SettingInput<typeof COUNTER_ROWS>;
  over: string;
}

export function counterSettings(database: Database, settings: Pick<StoredSettings, "counter">) {
  const store = settingStore(database);
  const provisioned = settings.counter ?? null;
  const over = completeJson(PORTABLE_COUNTER_ROWS, provisioned);
  return {
    get() {
      const stored = store.get(NAME) as StoredChoice | null;
      const counts =
        stored !== null &&
        (provisioned === null || completeJson(PORTABLE_COUNTER_ROWS, JSON.parse(stored.over)) === over);
      return withDefaults(COUNTER_ROWS, (counts ? stored.value : provisioned) ?? {});
    },
    set(value: CounterSettings) {
      store.set(NAME, { value, over });
    },
  };
}
