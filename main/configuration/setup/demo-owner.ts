/** The demo's owner with its public PIN, until a user chooses another. */
import { createHash } from "node:crypto";
import { type Member, renewHash, staffMembers } from "../../people/members.ts";
import { makeOwner, ownersOf } from "../../people/owner.ts";
import type { StaffPorts } from "../../people/staff.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { generatedSecret } from "../../storage/vault/vault.ts";

/** Setting: a mark of the demo PIN's hash. Any chosen PIN has another hash. */
const MARK = "demoPinMark";

/** Setting of earlier versions: the salt of the demo PIN. */
const SALT = "demoPinSalt";

/** Creates the demo's owner once. An existing owner stays. */
export async function provisionDemoOwner(
  ports: Pick<StaffPorts, "database" | "journal" | "clock"> & { vault: Vault },
  pin: string,
): Promise<void> {
  const { database, vault } = ports;
  const store = settingStore(database);
  if (staffMembers(database).hasOwner()) return markAsBefore(ports, pin);
  await makeOwner(ports, { secret: generatedSecret(vault, "pinPepper") }, pin);
  const [owner] = ownersOf(database);
  store.set(MARK, owner ? markOf(owner) : null);
}

/** Rehashes the demo PIN of earlier versions, so that its mark stays valid. */
async function markAsBefore({ database, vault }: { database: Database; vault: Vault }, pin: string): Promise<void> {
  const store = settingStore(database);
  const salt = store.get(SALT);
  const owner = ownersOf(database).find(({ pin: kept }) => kept.salt.toString("hex") === salt);
  if (store.get(MARK) !== null || salt === null || !owner) return;
  await renewHash({ database, pepper: { secret: generatedSecret(vault, "pinPepper") } }, owner.id, pin);
  const renewed = staffMembers(database).find(owner.id);
  if (renewed) store.set(MARK, markOf(renewed));
}

export function hasDemoPin(database: Database): boolean {
  const mark = settingStore(database).get(MARK);
  return mark !== null && ownersOf(database).some((owner) => markOf(owner) === mark);
}

function markOf({ pin: { salt, hash } }: Member): string {
  return createHash("sha256").update(salt).update(hash).digest("hex");
}
