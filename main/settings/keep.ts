import { createHash, randomBytes } from "node:crypto";
import type { FieldProblem } from "../../contract/errors.ts";
import { OPEN_PHASES } from "../../contract/phases.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import { type Database, transact } from "../store/database.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import { settingStore } from "../store/settings.ts";
import type { SecretName, Vault } from "../vault/vault.ts";
import { environmentOf } from "./environment.ts";
import type { Checked, KeptSettings } from "./provision.ts";
import { isUsed } from "./used.ts";

const SETTINGS = "settings";
const PREFIX = "prefix";

/** The settings that this data folder was provisioned with; null before the first time. */
export function keptSettings(database: Database): KeptSettings | null {
  return settingStore(database).get(SETTINGS) as KeptSettings | null;
}

/**
 * Puts checked provisioning in force: secrets into the vault first, then the settings, in one transaction with the
 * journal's line. @returns what speaks against it: payments that are not finished belong to the service they are at
 */
export function keepProvisioning(
  { database, vault, journal, now }: { database: Database; vault: Vault; journal: Journal; now: number },
  { settings, secrets }: Checked,
): FieldProblem[] {
  const store = settingStore(database);
  const before = keptSettings(database);
  const problems =
    before === null
      ? []
      : [
          ...changesOfMoney(database, { before, vault }, { settings, secrets }),
          ...changesOfPlace(database, before, settings),
        ];
  if (problems.length > 0) return problems;
  const changed = Object.entries(secrets).filter(([name, value]) => vault.get(name as SecretName) !== value);
  if (changed.length > 0) vault.change(Object.fromEntries(changed));
  if (JSON.stringify(before) === JSON.stringify(settings)) return [];
  transact(database, () => {
    store.set(SETTINGS, settings);
    const { baseUrl, merchant, scheme } = settings.service;
    const fingerprint = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
    journal.append(
      { event: "settings.provisioned", data: { baseUrl, merchant, scheme, pos: settings.pos.id, fingerprint } },
      now,
    );
  });
  return [];
}

/** Writes down how requests are authenticated from now on. Inside the transaction of what changes it. */
export function keepScheme(database: Database, scheme: KeptSettings["service"]["scheme"]): void {
  const kept = keptSettings(database);
  if (kept === null || kept.service.scheme === scheme) return;
  settingStore(database).set(SETTINGS, { ...kept, service: { ...kept.service, scheme } });
}

/** Puts back the settings of before, when the new ones turned out not to work. */
export function putBackSettings(database: Database, before: KeptSettings | null, now: number): void {
  transact(database, () => {
    settingStore(database).set(SETTINGS, before);
    createJournal(database).append({ event: "settings.putBack", data: { existed: before !== null } }, now);
  });
}

/** The till's own four characters, made once per data folder: they begin every payment's number. */
export function tillPrefix(database: Database): string {
  const store = settingStore(database);
  const kept = store.get(PREFIX);
  if (typeof kept === "string") return kept;
  const made = randomIdentifier(4);
  store.set(PREFIX, made);
  return made;
}

/** A secret that the till makes for itself at first use: the PIN's pepper, the receiver's path. */
export function ownSecret(vault: Vault, name: "pinPepper" | "callbackPath"): string {
  const kept = vault.get(name);
  if (kept !== null) return kept;
  const made = randomBytes(name === "callbackPath" ? 16 : 32).toString("hex");
  vault.put(name, made);
  return made;
}

/** Play money, a testbed's and real money are never in one folder's payments. */
function changesOfMoney(
  database: Database,
  { before, vault }: { before: KeptSettings; vault: Vault },
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
): FieldProblem[] {
  const was = environmentOf(before, vault);
  const is = environmentOf(settings, { get: (name) => secrets[name] ?? null });
  // The demo's folder has its service in it, payments or not.
  if (was === is || (before.demo === settings.demo && !isUsed(database))) return [];
  const expected = before.demo
    ? "another data folder (--data): this one holds demo payments"
    : was === "test"
      ? "another data folder (--data): this one holds a testbed's payments"
      : "another data folder (--data): this one holds a real till's payments";
  return [{ field: "--data", expected }];
}

function changesOfPlace(database: Database, before: KeptSettings, after: KeptSettings): FieldProblem[] {
  // The demo's own service may come up on another port: it is the same service.
  if (after.demo) return [];
  const open = database
    .prepare<string[], { open: number }>(
      `SELECT count(*) AS open FROM payment WHERE phase IN (${OPEN_PHASES.map(() => "?").join(", ")})
         OR EXISTS (SELECT 1 FROM operation WHERE operation.pos_tid = payment.pos_tid AND operation.settled_at IS NULL)`,
    )
    .get(...OPEN_PHASES)?.open;
  if (!open) return [];
  const places: [field: string, was: string, is: string][] = [
    ["service.baseUrl", before.service.baseUrl, after.service.baseUrl],
    ["service.merchant", before.service.merchant, after.service.merchant],
    ["pos.id", before.pos.id, after.pos.id],
    ["currency", before.currency, after.currency],
  ];
  return places
    .filter(([, was, is]) => was !== is)
    .map(([field, was]) => ({ field, expected: `${was}, while ${open} payments there are not finished` }));
}
