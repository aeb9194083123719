/** The demo's own owner, whose PIN everybody may read: until a person chooses another. */
import { createHash } from "node:crypto";
import { type Member, renewHash, staffMembers } from "../../people/members.ts";
import { makeOwner, ownersOf } from "../../people/owner.ts";
import type { StaffPorts } from "../../people/staff.ts";
import type { Database } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { ownSecret } from "../../storage/vault/vault.ts";

/** Of the hash of the demo's PIN: a PIN that somebody chose has another. */
const MARK = "demoPinMark";

/** Where earlier versions kept the salt of the demo's PIN instead. */
const SALT = "demoPinSalt";

/** Gives a demo its owner, once. Whoever is the owner by then stays: a demo that was set up anew has one already. */
export async function provisionDemoOwner(
  ports: Pick<StaffPorts, "database" | "journal" | "clock"> & { vault: Vault },
  pin: string,
): Promise<void> {
  const { database, vault } = ports;
  const store = settingStore(database);
  if (staffMembers(database).hasOwner()) return markAsBefore(ports, pin);
  await makeOwner(ports, { secret: ownSecret(vault, "pinPepper") }, pin);
  const [owner] = ownersOf(database);
  store.set(MARK, owner ? markOf(owner) : null);
}

/** A demo of an earlier version, whose owner has the demo's PIN still: hashed as PINs are now, so that its mark stays. */
async function markAsBefore({ database, vault }: { database: Database; vault: Vault }, pin: string): Promise<void> {
  const store = settingStore(database);
  const salt = store.get(SALT);
  const owner = ownersOf(database).find(({ pin: kept }) => kept.salt.toString("hex") === salt);
  if (store.get(MARK) !== null || salt === null || !owner) return;
  await renewHash({ database, pepper: { secret: ownSecret(vault, "pinPepper") } }, owner.id, pin);
  const renewed = staffMembers(database).find(owner.id);
  if (renewed) store.set(MARK, markOf(renewed));
}

/** Whether the demo's own PIN opens this till still. */
export function hasDemoPin(database: Database): boolean {
  const mark = settingStore(database).get(MARK);
  return mark !== null && ownersOf(database).some((owner) => markOf(owner) === mark);
}

function markOf({ pin: { salt, hash } }: Member): string {
  return createHash("sha256").update(salt).update(hash).digest("hex");
}
