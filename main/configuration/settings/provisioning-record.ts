/**
 * The record of the last provisioning. It lies in the vault, written in one piece with the secrets that belong to it,
 * and holds the settings too: whatever happens between the vault and the database, the database can be brought up to
 * it, and no service is ever sent what was meant for another.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { SETTINGS, settingStore } from "../../storage/database/settings.ts";
import { createJournal, type JournalEntry } from "../../storage/journal/journal.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import type { Checked } from "./provision.ts";

/** The id of the record whose settings are in the database. */
const IN_FORCE = "provisioned";

const recordSchema = z.object({
  id: z.string(),
  /** ms since the epoch */
  at: z.number(),
  settings: z.custom<KeptSettings>((value) => typeof value === "object" && value !== null),
  /** The provisioning file that was put in force last; `settled`: a person set the till up otherwise since */
  file: z.object({ digest: z.string(), settled: z.boolean() }).nullable(),
});

export type Provisioned = z.output<typeof recordSchema>;

type Store = { database: Database; vault: Pick<Vault, "get"> };

/** The record of a vault; null in one that was filled before there was any. */
export function provisionedIn(vault: Pick<Vault, "get">): Provisioned | null {
  const text = vault.get("provisioned");
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** What a provisioning file is recognised by, with the files that it names. For the vault alone: a PIN could be guessed from it. */
export function digestOf(checked: Checked): string {
  return createHash("sha256").update(JSON.stringify(checked)).digest("hex");
}

/** The file that was applied, now that a person has set the till up otherwise: unchanged, it counts no more. */
export function overriddenFile(vault: Pick<Vault, "get">): Provisioned["file"] {
  const file = provisionedIn(vault)?.file ?? null;
  return file && { ...file, settled: true };
}

/** Writes settings down with the journal's line. Inside the transaction that ends with the vault. */
export function writeSettings(database: Database, { id, settings }: Provisioned, line: JournalEntry, at: number): void {
  const store = settingStore(database);
  store.set(SETTINGS, settings);
  store.set(IN_FORCE, id);
  createJournal(database).append(line, at);
}

/** Whether the vault holds a provisioning that the database has not taken yet. */
export function isAhead({ database, vault }: Store): boolean {
  const record = provisionedIn(vault);
  return record !== null && settingStore(database).get(IN_FORCE) !== record.id;
}

/** Brings the database up to the vault, at a start: before anything uses the settings. */
export function completeProvisioning({ database, vault, clock }: Store & { clock: Pick<Clock, "now"> }): void {
  const record = provisionedIn(vault);
  if (record === null || !isAhead({ database, vault })) return;
  const line = provisionedLine(record);
  const data = { ...line.data, interrupted: new Date(record.at).toISOString() };
  transact(database, () => writeSettings(database, record, { ...line, data }, clock.now()));
}

/** The journal's line about a provisioning. */
export function provisionedLine({ settings }: Provisioned): JournalEntry {
  const { baseUrl, merchant, scheme } = settings.service;
  const fingerprint = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  return {
    event: "settings.provisioned",
    data: { baseUrl, merchant, scheme, pos: settings.pos.id, fingerprint },
  };
}
