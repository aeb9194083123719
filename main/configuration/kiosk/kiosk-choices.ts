import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { KioskChoices } from "../../../contract/kiosk/kiosk-settings.ts";
import { type KioskSettings, NO_KIOSK } from "../../../contract/kiosk/kiosk-settings.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

export type KioskChoicesStore = ReturnType<typeof kioskChoices>;

const NAME = "kiosk";

/** The owner's choice, and the settings provisioned at that time. Later provisioning overrides the choice. */
interface Choice<T> {
  value: T;
  over: string;
}

interface StoredChoices {
  kiosk: Choice<KioskSettings>;
  restartAt: Choice<string | null>;
}

/** `provisioned` must be the provisioned values, without the owner's choices. */
export function kioskChoices(database: Database, provisioned: Readonly<Pick<StoredSettings, "kiosk" | "restartAt">>) {
  const store = settingStore(database);
  const storedChoices = () => store.get(NAME) as StoredChoices | null;
  const overKiosk = canonicalJson(provisioned.kiosk ?? NO_KIOSK);
  const overRestart = canonicalJson({ restartAt: provisioned.restartAt });
  const isKioskUnset = overKiosk === canonicalJson(NO_KIOSK);
  return {
    kiosk() {
      const choice = storedChoices()?.kiosk;
      const counts = choice && (isKioskUnset || choice.over === overKiosk);
      // Fields added in later versions have their defaults.
      return { ...NO_KIOSK, ...(counts ? choice.value : provisioned.kiosk) };
    },
    /** Null: never; undefined: the default of the till's mode */
    restartAt() {
      const choice = storedChoices()?.restartAt;
      const counts = choice && (provisioned.restartAt === undefined || choice.over === overRestart);
      return counts ? choice.value : provisioned.restartAt;
    },
    set({ restartAt, ...kiosk }: KioskChoices) {
      store.set(NAME, {
        kiosk: { value: kiosk, over: overKiosk },
        restartAt: { value: restartAt, over: overRestart },
      } satisfies StoredChoices);
    },
  };
}
