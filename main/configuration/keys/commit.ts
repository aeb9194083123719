import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import type { Clock } from "../../lib/clock.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { settingStore, storedSettings } from "../../storage/database/settings.ts";
import { createJournal } from "../../storage/journal/journal.ts";
import { completeProvisioning } from "../settings/provisioning-record.ts";
import { storeScheme } from "../settings/stored-settings.ts";
import { JOURNALED, type KeysChange, recordIn, stateOf } from "./record.ts";
import { type Step, supersedeKeys } from "./rotation.ts";
import { markIn } from "./slots.ts";

export interface KeysStore extends Pick<StorageContext, "database" | "journal" | "vault"> {
  clock: Pick<Clock, "now">;
}

/** An event of a step that the vault stores. */
export type StepEntry = JournalEntry<Exclude<EventOf<"keys">, "keys.accepted" | "keys.fellBack">>;

export function commitStep(
  { database, vault, journal, clock }: KeysStore,
  { changes, state }: Step,
  entry: StepEntry,
): void {
  const change: KeysChange = { id: randomIdentifier(12), at: clock.now(), actor: null, ...entry };
  transact(database, () => {
    journal.append(entry, change.at);
    storeScheme(database, state.current.scheme);
    settingStore(database).set(JOURNALED, change.id);
    // Last, because it cannot be rolled back.
    vault.change({ ...changes, keys: JSON.stringify({ ...state, change }) });
  });
}

/**
 * Reconciles vault and database before the scheme is used. After a crash the vault is ahead, and the missing journal
 * entry is written. Also detects a key replaced by other means.
 */
export function catchUp(store: Pick<KeysStore, "database" | "vault" | "clock">): void {
  const { database, vault, clock } = store;
  completeProvisioning(store);
  const record = recordIn(vault);
  const settings = storedSettings(database);
  if (record === null || settings === null) return;
  const journal = createJournal(database);
  const { change, current } = record;
  if (settingStore(database).get(JOURNALED) !== change.id) {
    transact(database, () => {
      const { event, actor } = change;
      const data = { ...change.data, interrupted: new Date(change.at).toISOString() };
      // A stored step, perhaps of an earlier version.
      journal.append({ event, actor, data } as StepEntry, clock.now());
      storeScheme(database, current.scheme);
      settingStore(database).set(JOURNALED, change.id);
    });
    return;
  }
  const { scheme } = settings.service;
  const mark = markIn(vault, "current", scheme);
  if (mark === null || (scheme === current.scheme && mark === current.mark)) return;
  const step = supersedeKeys(stateOf(record, current), { scheme, mark });
  commitStep({ ...store, journal }, step, { event: "keys.superseded", data: { scheme } });
}
