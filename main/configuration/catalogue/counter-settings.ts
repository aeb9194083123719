/** The counter's settings: provisioned, unless the owner chose others later. */

import { type CounterSettings, DEFAULT_COUNTER } from "../../../contract/catalogue/counter.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

export interface CounterStore {
  get(): CounterSettings;
  set(next: CounterSettings): void;
}

const NAME = "counter";

/** The owner's choice, and the settings provisioned at that time. Later provisioning overrides the choice. */
interface StoredChoice {
  value: CounterSettings;
  over: string;
}

export function counterSettings(database: Database, settings: Pick<StoredSettings, "counter">): CounterStore {
  const store = settingStore(database);
  const provisioned = settings.counter ?? null;
  const over = canonicalJson(provisioned);
  return {
    get() {
      const stored = store.get(NAME) as StoredChoice | null;
      const counts = stored !== null && (provisioned === null || stored.over === over);
      // Fields added in later versions have their defaults.
      return { ...DEFAULT_COUNTER, ...(counts ? stored.value : provisioned) };
    },
    set(value) {
      store.set(NAME, { value, over });
    },
  };
}
