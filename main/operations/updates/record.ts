/** The record of updates that is kept over restarts. */
import { DEFAULT_UPDATE_SETTINGS, type UpdateReason, type UpdateSettings } from "../../../contract/updates.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Journal } from "../../storage/journal/journal.ts";

/** Times are ms since the epoch. */
export interface UpdateRecord {
  /** When the feed last answered */
  checkedAt: number | null;
  /** Since when it has not, although the payment service could be reached */
  checkFailingSince: number | null;
  downloadFailingSince: number | null;
  /** The newest version that was seen, and since when */
  seen: { version: string; at: number } | null;
  /** A downloaded file that was none of the signed ones: nothing is fetched until a person has looked into it */
  wrongFile: { version: string; at: number } | null;
  /** An installation that was begun: whether it worked is known at the next start */
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

export interface UpdateRecordStore {
  record(): UpdateRecord;
  note(change: Partial<UpdateRecord>): void;
  settings(): UpdateSettings;
  /** Saves the settings, with a line in the journal that says whose decision they are. */
  saveSettings(settings: UpdateSettings, actor: string | null): void;
  /** What was on offer, or its file, is not what it should be: an alarm, with a line in the journal. */
  refuse(version: string, because: UpdateReason): void;
  /** Before the till stops for it: the next start finds out what became of it. */
  begin(version: string, actor: string | null): void;
  /** At a start: what became of an installation that was begun. */
  concludeInstallation(): void;
  /** An installation of an earlier run after which this version came back all the same; null when there is none */
  failedInstall(): UpdateRecord["installing"];
}

/** Opens the record. @param current the version that runs now */
export function openUpdateRecordStore(ports: {
  database: Database;
  journal: Journal;
  now(): number;
  current: string;
}): UpdateRecordStore {
  const { database, journal, now, current } = ports;
  const store = settingStore(database);
  let kept = { ...NOTHING, ...(store.get(RECORD) as Partial<UpdateRecord> | null) };
  let failedInstall: UpdateRecord["installing"] = null;
  const note = (change: Partial<UpdateRecord>) => {
    const next = { ...kept, ...change };
    if (JSON.stringify(next) === JSON.stringify(kept)) return;
    store.set(RECORD, next);
    kept = next;
  };
  const settings = () => ({ ...DEFAULT_UPDATE_SETTINGS, ...(store.get(SETTINGS) as Partial<UpdateSettings> | null) });
  return {
    record: () => kept,
    note,
    settings,
    saveSettings(next, actor) {
      transact(database, () => {
        store.set(SETTINGS, next);
        const { from, to } = next.quietHours;
        journal.append({ event: "update.settings", actor, data: { enabled: next.enabled, from, to } }, now());
      });
    },
    refuse(version, because) {
      transact(database, () => {
        if (because === "file_differs") note({ wrongFile: { version, at: now() } });
        journal.append({ event: "update.refused", data: { version, because } }, now());
      });
    },
    begin(version, actor) {
      const before = kept.installing?.version === version ? kept.installing.times : 0;
      const installing = { version, from: current, at: now(), times: before + 1 };
      transact(database, () => {
        note({ installing });
        journal.append({ event: "update.installing", actor, data: { version, from: current } }, now());
      });
    },
    concludeInstallation() {
      const { installing } = kept;
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
    failedInstall: () => failedInstall,
  };
}
