/** Persistent record of updates. */
import { DEFAULT_UPDATE_SETTINGS, type UpdateReason, type UpdateSettings } from "../../../contract/values/updates.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Journal } from "../../storage/journal/journal.ts";

export interface UpdateRecord {
  /** Time of the feed's last response. All times are ms since the epoch. */
  checkedAt: number | null;
  /** Start of the feed's outage, while the payment service was reachable */
  checkFailingSince: number | null;
  downloadFailingSince: number | null;
  /** The newest version and when it was first seen */
  seen: { version: string; at: number } | null;
  /** A downloaded file that did not match; downloads stop until an operator reviews it */
  wrongFile: { version: string; at: number } | null;
  /** An installation that started; the next start determines its result */
  installing: { version: string; from: string; at: number; times: number } | null;
}

const NOTHING: UpdateRecord = {
  checkedAt: null,
  checkFailingSince: null,
  downloadFailingSince: null,
  seen: null,
  wrongFile: null,
  installing: null,
};
const RECORD = "updateRecord";
const SETTINGS = "updates";

export type UpdateRecordStore = ReturnType<typeof openUpdateRecordStore>;

export function openUpdateRecordStore(ports: { database: Database; journal: Journal; now(): number; current: string }) {
  const { database, journal, now, current } = ports;
  const store = settingStore(database);
  let stored = { ...NOTHING, ...(store.get(RECORD) as Partial<UpdateRecord> | null) };
  let failedInstall: UpdateRecord["installing"] = null;
  const note = (change: Partial<UpdateRecord>) => {
    const next = { ...stored, ...change };
    if (JSON.stringify(next) === JSON.stringify(stored)) return;
    store.set(RECORD, next);
    stored = next;
  };
  const settings = () => ({ ...DEFAULT_UPDATE_SETTINGS, ...(store.get(SETTINGS) as Partial<UpdateSettings> | null) });
  return {
    record: () => stored,
    note,
    settings,
    /** Saves the settings and records the actor in the journal. */
    saveSettings(next: UpdateSettings, actor: string | null) {
      transact(database, () => {
        store.set(SETTINGS, next);
        const { from, to } = next.quietHours;
        journal.append({ event: "update.settings", actor, data: { enabled: next.enabled, from, to } }, now());
      });
    },
    /** Raises an alarm and records in the journal that an offer or its file is invalid. */
    refuse(version: string, because: UpdateReason) {
      transact(database, () => {
        if (because === "file_differs") note({ wrongFile: { version, at: now() } });
        journal.append({ event: "update.refused", data: { version, because } }, now());
      });
    },
    /** Records the installation before the till stops, so the next start can determine its result. */
    recordInstallation(version: string, actor: string | null) {
      const earlierTimes = stored.installing?.version === version ? stored.installing.times : 0;
      const installing = { version, from: current, at: now(), times: earlierTimes + 1 };
      transact(database, () => {
        note({ installing });
        journal.append({ event: "update.installing", actor, data: { version, from: current } }, now());
      });
    },
    concludeInstallation() {
      const { installing } = stored;
      if (installing === null) return;
      const { version, from } = installing;
      if (version === current) {
        transact(database, () => {
          note({ installing: null, seen: null });
          journal.append({ event: "update.installed", data: { version, from } }, now());
        });
      } else if (from !== current) note({ installing: null });
      else {
        failedInstall = installing;
        journal.append({ event: "update.failed", data: { version, from, times: installing.times } }, now());
      }
    },
    /** The earlier installation that did not replace this version; null if none exists */
    failedInstall: () => failedInstall,
  };
}
