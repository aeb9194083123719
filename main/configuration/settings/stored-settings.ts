import { repeated } from "../../../contract/command-row.ts";
import { type FieldProblem, wrongField } from "../../../contract/errors.ts";
import { isCarriedPosId } from "../../../contract/identifiers.ts";
import { OPEN_PHASES } from "../../../contract/phases.ts";
import { nameKey } from "../../../contract/plain-text.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { keptSettings, SETTINGS, settingStore } from "../../storage/database/settings.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { JOURNALED } from "../keys/record.ts";
import { environmentOf } from "./environment.ts";
import { isUsed } from "./open-business.ts";
import type { Checked } from "./provision.ts";
import { type Provisioned, provisionedIn, provisionedLine, writeSettings } from "./provisioning-record.ts";
import { exchangeFor } from "./vault-changes.ts";

/** What provisioning is put in force on. */
export interface ProvisioningStore extends Pick<StorageContext, "database" | "journal" | "vault"> {
  /** ms since the epoch */
  now: number;
  /** The provisioning file that counts as applied from now on; not said: the one that counts now */
  file?: Provisioned["file"];
}

/** What speaks against provisioning here: payments that are not finished belong to the service they are at. */
export function provisioningProblems(
  { database, vault }: Pick<ProvisioningStore, "database" | "vault">,
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
): FieldProblem[] {
  const before = keptSettings(database);
  const unusable = [...posIdProblems(settings.pos.id, before?.pos.id ?? null), ...alikeRegisters(before, settings)];
  if (before === null) return unusable;
  return [
    ...unusable,
    ...environmentConflicts(database, { before, vault }, { settings, secrets }),
    ...openPaymentConflicts(database, before, settings),
  ];
}

/** What a payment could not carry is refused; a till that has such an id goes on with it: its service takes it. */
export function posIdProblems(id: string, inForce: string | null): FieldProblem[] {
  return id === inForce || isCarriedPosId(id) ? [] : [wrongField("pos.id", reasonFor("field_pos_id"))];
}

/** Names of registers that look the same are refused in a new list; a till that has such a list goes on with it. */
function alikeRegisters(before: KeptSettings | null, after: KeptSettings): FieldProblem[] {
  const namesIn = (settings: KeptSettings | null) => (settings?.registers?.clients ?? []).map(({ name }) => name);
  const [was, is] = [namesIn(before), namesIn(after)];
  if (is.every((name) => was.includes(name))) return [];
  return repeated(is.map(nameKey)).map((at) =>
    wrongField(`registers.clients[${at}].name`, reasonFor("field_register_name_once")),
  );
}

/**
 * Puts checked provisioning in force: the settings and the journal's line, and last the secrets with the record of all
 * this, so that a crash leaves the old till or the new one, whole. Secrets that are not part of it are wiped where they
 * were another service's. Inside another transaction it is the last thing there.
 * @returns what speaks against it, see {@link provisioningProblems}; nothing was written then
 * @throws when the disk does not take it
 */
export function keepProvisioning(store: ProvisioningStore, { settings, secrets }: Checked): FieldProblem[] {
  const problems = provisioningProblems(store, { settings, secrets });
  if (problems.length > 0) return problems;
  const { database, vault, journal, now } = store;
  const before = keptSettings(database);
  const record = provisionedIn(vault);
  const { changes, keysChange } = exchangeFor(vault, before, { settings, secrets }, now);
  const file = store.file === undefined ? (record?.file ?? null) : store.file;
  if (record !== null && JSON.stringify(before) === JSON.stringify(settings)) {
    const kept = JSON.stringify({ ...record, settings, file });
    if (kept !== vault.get("provisioned")) changes.provisioned = kept;
    if (Object.keys(changes).length > 0) vault.change(changes);
    return [];
  }
  const next: Provisioned = { id: randomIdentifier(12), at: now, settings, file };
  transact(database, () => {
    writeSettings(database, next, provisionedLine(next), now);
    if (keysChange) {
      const { event, actor, data } = keysChange;
      journal.append({ event, actor, data }, now);
      settingStore(database).set(JOURNALED, keysChange.id);
    }
    // Last: a disk that does not take the lines above stops here, before anything is irrevocable.
    vault.change({ ...changes, provisioned: JSON.stringify(next) });
  });
  return [];
}

/** Writes down how requests are authenticated from now on. Inside the transaction of what changes it. */
export function keepScheme(database: Database, scheme: KeptSettings["service"]["scheme"]): void {
  const kept = keptSettings(database);
  if (kept === null || kept.service.scheme === scheme) return;
  settingStore(database).set(SETTINGS, { ...kept, service: { ...kept.service, scheme } });
}

/**
 * Play money, a testbed's and real money are never in one folder's payments, nor are two merchants' or two currencies'.
 * Another address alone is no other service here: services do move, and whoever rolls that out to many tills by a file
 * knows that the payments moved along. In the wizard a person may mean anything by it, and begins with a new folder.
 */
function environmentConflicts(
  database: Database,
  { before, vault }: { before: KeptSettings; vault: Vault },
  { settings, secrets }: Pick<Checked, "settings" | "secrets">,
): FieldProblem[] {
  const was = environmentOf(before, vault);
  const is = environmentOf(settings, { get: (name) => secrets[name] ?? null });
  const used = isUsed(database);
  if (was === is) return used ? ownerConflicts(before, settings) : [];
  // The demo's folder has its service in it, payments or not.
  if (before.demo === settings.demo && !used) return [];
  const expected = before.demo
    ? "another data folder (--data): this one holds demo payments"
    : was === "test"
      ? "another data folder (--data): this one holds a testbed's payments"
      : "another data folder (--data): this one holds a real till's payments";
  return [{ field: "--data", expected }];
}

function ownerConflicts(before: KeptSettings, after: KeptSettings): FieldProblem[] {
  const fixed: [field: string, was: string, is: string][] = [
    ["service.merchant", before.service.merchant, after.service.merchant],
    ["currency", before.currency, after.currency],
  ];
  return (
    fixed
      // The demo's merchant is its own service's.
      .filter(([field, was, is]) => was !== is && !(after.demo && field === "service.merchant"))
      .map(([field, was]) => wrongField(field, reasonFor("setup_other_folder", { was })))
  );
}

function openPaymentConflicts(database: Database, before: KeptSettings, after: KeptSettings): FieldProblem[] {
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
    ["pos.id", before.pos.id, after.pos.id],
  ];
  return places
    .filter(([, was, is]) => was !== is)
    .map(([field, was]) => wrongField(field, reasonFor("setup_while_open", { was, number: open })));
}
