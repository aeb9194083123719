/** The business day's cut-off: the provisioned time, unless a manager chose another one later. */
import type { BusinessDay } from "../../../contract/accounting/reports.ts";
import { businessDayOf, type ShopTime } from "../../../contract/accounting/reports-time.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { shopTimeZone } from "../../lib/time-zone.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { settingStore, storedSettings } from "../../storage/database/settings.ts";
import type { Journal } from "../../storage/journal/journal.ts";

const DEFAULT_CUT_OFF = "04:00";
const NAME = "businessDay";

interface StoredChoice {
  cutOff: string;
  over: string | null;
}

/** Returns the shop's time zone and its current cut-off, which a manager can change while the till runs. */
export function shopTime(settings: Pick<StoredSettings, "timeZone" | "businessDay">): ShopTime {
  return {
    timeZone: shopTimeZone(settings),
    get cutOff() {
      return settings.businessDay?.cutOff ?? DEFAULT_CUT_OFF;
    },
  };
}

/** Returns the active cut-off. `provisioned` is null when none was provisioned. */
export function cutOffOf(database: Database, provisioned: string | null): string {
  const storedChoice = settingStore(database).get(NAME) as StoredChoice | null;
  return (storedChoice?.over === provisioned ? storedChoice.cutOff : provisioned) ?? DEFAULT_CUT_OFF;
}

/** Sets the cut-off and journals the change. Sealed periods keep their own. */
export function chooseCutOff(
  { database, journal }: { database: Database; journal: Journal },
  cutOff: string,
  { actor, now }: { actor: string | null; now: number },
): void {
  const provisioned = storedSettings(database)?.businessDay?.cutOff ?? null;
  const from = cutOffOf(database, provisioned);
  if (from === cutOff) return;
  transact(database, () => {
    settingStore(database).set(NAME, { cutOff, over: provisioned } satisfies StoredChoice);
    journal.append({ event: "settings.businessDay", actor, data: { from, to: cutOff } }, now);
  });
}

/** `now` is in milliseconds since the epoch. */
export function businessDayAt(shop: { timeZone: string; cutOff: string }, period: number, now: number): BusinessDay {
  const { timeZone, cutOff } = shop;
  return { timeZone, cutOff, businessDay: businessDayOf(now, shop), period };
}
