/** How a kiosk is set up: what was provisioned, unless the owner chose otherwise since. */

import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { KioskChoices } from "../../../contract/kiosk.ts";
import { type KioskSettings, NO_KIOSK } from "../../../contract/kiosk-settings.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

export interface KioskChoicesStore {
  kiosk(): KioskSettings;
  /** Null: never; undefined: as usual for the till's mode */
  restartAt(): string | null | undefined;
  /** Within the caller's transaction. */
  set(next: KioskChoices): void;
}

const NAME = "kiosk";

/** A choice at the till, with what was provisioned when it was made: other provisioning since then is newer. */
interface Choice<T> {
  value: T;
  over: string;
}

interface Kept {
  kiosk: Choice<KioskSettings>;
  restartAt: Choice<string | null>;
}

/** @param provisioned what the last provisioning said, and no getter of it: the choices lie over that */
export function kioskChoices(
  database: Database,
  provisioned: Readonly<Pick<KeptSettings, "kiosk" | "restartAt">>,
): KioskChoicesStore {
  const store = settingStore(database);
  const kept = () => store.get(NAME) as Kept | null;
  const overKiosk = canonicalJson(provisioned.kiosk ?? NO_KIOSK);
  const overRestart = canonicalJson({ restartAt: provisioned.restartAt });
  const saysNoKiosk = overKiosk === canonicalJson(NO_KIOSK);
  return {
    kiosk() {
      const choice = kept()?.kiosk;
      const counts = choice && (saysNoKiosk || choice.over === overKiosk);
      // What was added since it was chosen has its default.
      return { ...NO_KIOSK, ...(counts ? choice.value : provisioned.kiosk) };
    },
    restartAt() {
      const choice = kept()?.restartAt;
      const counts = choice && (provisioned.restartAt === undefined || choice.over === overRestart);
      return counts ? choice.value : provisioned.restartAt;
    },
    set({ restartAt, ...kiosk }) {
      store.set(NAME, {
        kiosk: { value: kiosk, over: overKiosk },
        restartAt: { value: restartAt, over: overRestart },
      } satisfies Kept);
    },
  };
}
