/**
 * The record of the last provisioning, in the vault with its secrets. It includes the settings, so that a start can
 * complete the database, and no secret is sent to another service.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { JournalEntry } from "../../../contract/journal/events.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { SETTINGS, settingStore } from "../../storage/database/settings.ts";
import { createJournal } from "../../storage/journal/journal.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import type { Checked } from "./provision.ts";

const RECORD_SETTING = "provisioned";

const recordSchema = z.object({
  id: z.string(),
  at: z.number(),
  settings: z.custom<StoredSettings>((value) => typeof value === "object" && value !== null),
  /** The last applied provisioning file; `settled`: a user changed the setup later */
  file: z.object({ digest: z.string(), settled: z.boolean() }).nullable(),
});

export type Provisioned = z.output<typeof recordSchema>;

type Store = { database: Database; vault: Pick<Vault, "get"> };

export function provisionedIn(vault: Pick<Vault, "get">): Provisioned | null {
  const text = vault.get("provisioned");
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** Identifies a provisioning file with the files that it names. Vault only, because a PIN could be guessed from it. */
export function digestOf(checked: Checked): string {
  return createHash("sha256").update(JSON.stringify(checked)).digest("hex");
}

/** Marks the applied file as overridden by a user. It is ignored until it changes. */
export function overriddenFile(vault: Pick<Vault, "get">): Provisioned["file"] {
  const file = provisionedIn(vault)?.file ?? null;
  return file && { ...file, settled: true };
}

type ProvisionedEntry = JournalEntry<"settings.provisioned">;

export function writeSettings(
  database: Database,
  { id, settings }: Provisioned,
  line: ProvisionedEntry,
  at: number,
): void {
  const store = settingStore(database);
  store.set(SETTINGS, settings);
  store.set(RECORD_SETTING, id);
  createJournal(database).append(line, at);
}

export function isVaultAhead({ database, vault }: Store): boolean {
  const record = provisionedIn(vault);
  return record !== null && settingStore(database).get(RECORD_SETTING) !== record.id;
}

/** Completes the database from the vault. Must run before the settings are used. */
export function completeProvisioning({ database, vault, clock }: Store & { clock: Pick<Clock, "now"> }): void {
  const record = provisionedIn(vault);
  if (record === null || !isVaultAhead({ database, vault })) return;
  const line = provisionedLine(record);
  const data = { ...line.data, interrupted: new Date(record.at).toISOString() };
  transact(database, () => writeSettings(database, record, { ...line, data }, clock.now()));
}

export function provisionedLine({ settings }: Provisioned): ProvisionedEntry {
  const { baseUrl, merchant, scheme } = settings.service;
  const fingerprint = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  return {
    event: "settings.provisioned",
    data: { baseUrl, merchant, scheme, pos: settings.pos.id, fingerprint },
  };
}
