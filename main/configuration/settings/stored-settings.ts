import { duplicateIndexes } from "../../../contract/calls/command-row.ts";
import { type FieldProblem, invalidField } from "../../../contract/calls/errors.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { canPaymentsCarryPosId } from "../../../contract/values/identifiers.ts";
import { OPEN_PHASES } from "../../../contract/values/phases.ts";
import { nameKey } from "../../../contract/values/plain-text.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { SETTINGS, settingStore, storedSettings } from "../../storage/database/settings.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { JOURNALED } from "../keys/record.ts";
import { environmentOf } from "./environment.ts";
import { isUsed } from "./open-business.ts";
import type { Checked } from "./provision.ts";
import { type Provisioned, provisionedIn, provisionedLine, writeSettings } from "./provisioning-record.ts";
import { vaultChangesFor } from "./vault-changes.ts";

export interface ProvisioningStore extends Pick<StorageContext, "database" | "journal" | "vault"> {
  now: number;
  /** The provisioning file that counts as applied; default: unchanged */
  file?: Provisioned["file"];
}

/** Returns why these settings cannot be provisioned. Open payments belong to their service. */
export function provisioningProblems(
  { database, vault }: Pick<ProvisioningStore, "database" | "vault">,
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
): FieldProblem[] {
  const stored = storedSettings(database);
  const unusable = [
    ...posIdProblems(settings.pos.id, stored?.pos.id ?? null),
    ...similarRegisterNames(stored, settings),
  ];
  if (stored === null) return unusable;
  return [
    ...unusable,
    ...environmentConflicts(database, { before: stored, vault }, { settings, secrets }),
    ...openPaymentConflicts(database, stored, settings),
  ];
}

/** A till keeps an id that payments cannot carry, because its service accepts it. */
export function posIdProblems(id: string, current: string | null): FieldProblem[] {
  return id === current || canPaymentsCarryPosId(id) ? [] : [invalidField("pos.id", reasonFor("field_pos_id"))];
}

/** A till keeps an existing list of similar register names; a new list is rejected. */
function similarRegisterNames(before: StoredSettings | null, after: StoredSettings): FieldProblem[] {
  const namesIn = (settings: StoredSettings | null) => (settings?.registers?.clients ?? []).map(({ name }) => name);
  const [was, is] = [namesIn(before), namesIn(after)];
  if (is.every((name) => was.includes(name))) return [];
  return duplicateIndexes(is.map(nameKey)).map((index) =>
    invalidField(`registers.clients[${index}].name`, reasonFor("field_register_name_once")),
  );
}

/**
 * Stores settings and journal entry, and last the vault, so that a crash leaves either state complete. Must be last in
 * a surrounding transaction. Returns {@link provisioningProblems}; nothing was written then.
 * @throws when the disk cannot store it
 */
export function storeProvisioning(store: ProvisioningStore, { settings, secrets }: Checked): FieldProblem[] {
  const problems = provisioningProblems(store, { settings, secrets });
  if (problems.length > 0) return problems;
  const { database, vault, journal, now } = store;
  const stored = storedSettings(database);
  const record = provisionedIn(vault);
  const { changes, keysChange } = vaultChangesFor(vault, stored, { settings, secrets }, now);
  const file = store.file === undefined ? (record?.file ?? null) : store.file;
  if (record !== null && JSON.stringify(stored) === JSON.stringify(settings)) {
    const updatedRecord = JSON.stringify({ ...record, settings, file });
    if (updatedRecord !== vault.get("provisioned")) changes.provisioned = updatedRecord;
    if (Object.keys(changes).length > 0) vault.change(changes);
    return [];
  }
  const next: Provisioned = { id: randomIdentifier(12), at: now, settings, file };
  transact(database, () => {
    writeSettings(database, next, provisionedLine(next), now);
    if (keysChange) {
      journal.append({ event: "keys.superseded", data: { scheme: settings.service.scheme } }, now);
      settingStore(database).set(JOURNALED, keysChange.id);
    }
    // Last, because it cannot be rolled back.
    vault.change({ ...changes, provisioned: JSON.stringify(next) });
  });
  return [];
}

/** Stores the authentication scheme inside the caller's transaction. */
export function storeScheme(database: Database, scheme: StoredSettings["service"]["scheme"]): void {
  const stored = storedSettings(database);
  if (stored === null || stored.service.scheme === scheme) return;
  settingStore(database).set(SETTINGS, { ...stored, service: { ...stored.service, scheme } });
}

/**
 * A data folder has payments of one environment, merchant and currency. A changed address alone is allowed, because
 * services move.
 */
function environmentConflicts(
  database: Database,
  { before, vault }: { before: StoredSettings; vault: Vault },
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
): FieldProblem[] {
  const was = environmentOf(before, vault);
  const is = environmentOf(settings, { get: (name) => secrets[name] ?? null });
  const used = isUsed(database);
  if (was === is) return used ? ownerConflicts(before, settings) : [];
  // The demo's folder contains its service, even without payments.
  if (before.demo === settings.demo && !used) return [];
  const expected = before.demo
    ? "another data folder (--data): this one holds demo payments"
    : was === "test"
      ? "another data folder (--data): this one holds a testbed's payments"
      : "another data folder (--data): this one holds a real till's payments";
  return [{ field: "--data", expected }];
}

function ownerConflicts(before: StoredSettings, after: StoredSettings): FieldProblem[] {
  const fixed: [field: string, was: string, is: string][] = [
    ["service.merchant", before.service.merchant, after.service.merchant],
    ["currency", before.currency, after.currency],
  ];
  return (
    fixed
      // The demo's merchant is defined by its own service.
      .filter(([field, was, is]) => was !== is && !(after.demo && field === "service.merchant"))
      .map(([field, was]) => invalidField(field, reasonFor("setup_other_folder", { was })))
  );
}

function openPaymentConflicts(database: Database, before: StoredSettings, after: StoredSettings): FieldProblem[] {
  // The demo's service may use another port after a restart.
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
    ["pos.id", before.pos.id, after.pos.id],
  ];
  return places
    .filter(([, was, is]) => was !== is)
    .map(([field, was]) => invalidField(field, reasonFor("setup_while_open", { was, number: open })));
}
