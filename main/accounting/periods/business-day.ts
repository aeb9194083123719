/** When a business day begins: what was provisioned, unless a manager chose otherwise since. */
import type { BusinessDay } from "../../../contract/reports.ts";
import { businessDayOf, type ShopTime } from "../../../contract/reports-time.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import { shopTimeZone } from "../../lib/time-zone.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { keptSettings, settingStore } from "../../storage/database/settings.ts";
import type { Journal } from "../../storage/journal/journal.ts";

const DEFAULT_CUT_OFF = "04:00";
const NAME = "businessDay";

/** A choice at the till, with what was provisioned when it was made: other provisioning since then is newer. */
interface Kept {
  cutOff: string;
  over: string | null;
}

/** The shop's time zone, and the cut-off as it is whenever it is read: a manager may change it while the till runs. */
export function shopTime(settings: Pick<KeptSettings, "timeZone" | "businessDay">): ShopTime {
  return {
    timeZone: shopTimeZone(settings),
    get cutOff() {
      return settings.businessDay?.cutOff ?? DEFAULT_CUT_OFF;
    },
  };
}

/** The cut-off in force. @param provisioned null: nothing was provisioned about it */
export function cutOffOf(database: Database, provisioned: string | null): string {
  const kept = settingStore(database).get(NAME) as Kept | null;
  return (kept?.over === provisioned ? kept.cutOff : provisioned) ?? DEFAULT_CUT_OFF;
}

/** Puts a cut-off in force, with a line in the journal; what is sealed has its own. */
export function chooseCutOff(
  { database, journal }: { database: Database; journal: Journal },
  cutOff: string,
  { actor, now }: { actor: string | null; now: number },
): void {
  const provisioned = keptSettings(database)?.businessDay?.cutOff ?? null;
  const from = cutOffOf(database, provisioned);
  if (from === cutOff) return;
  transact(database, () => {
    settingStore(database).set(NAME, { cutOff, over: provisioned } satisfies Kept);
    journal.append({ event: "settings.businessDay", actor, data: { from, to: cutOff } }, now);
  });
}

/** What a screen shows of it. @param now ms since the epoch */
export function businessDayAt(shop: { timeZone: string; cutOff: string }, period: number, now: number): BusinessDay {
  const { timeZone, cutOff } = shop;
  return { timeZone, cutOff, businessDay: businessDayOf(now, shop), period };
}
