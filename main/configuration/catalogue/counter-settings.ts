/** How the counter is set up: what was provisioned, unless the owner chose otherwise since. */

import { canonicalJson } from "../../../contract/canonical-json.ts";
import { type CounterSettings, DEFAULT_COUNTER } from "../../../contract/counter.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

export interface CounterStore {
  get(): CounterSettings;
  /** Within the caller's transaction. */
  set(next: CounterSettings): void;
}

const NAME = "counter";

/** A choice at the till, with what was provisioned when it was made: other provisioning since then is newer. */
interface Kept {
  value: CounterSettings;
  over: string;
}

export function counterSettings(database: Database, settings: Pick<KeptSettings, "counter">): CounterStore {
  const store = settingStore(database);
  const provisioned = settings.counter ?? null;
  const over = canonicalJson(provisioned);
  return {
    get() {
      const kept = store.get(NAME) as Kept | null;
      const counts = kept !== null && (provisioned === null || kept.over === over);
      // What was added since it was chosen has its default.
      return { ...DEFAULT_COUNTER, ...(counts ? kept.value : provisioned) };
    },
    set(value) {
      store.set(NAME, { value, over });
    },
  };
}
