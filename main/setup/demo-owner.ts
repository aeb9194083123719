/** The demo's own owner, whose PIN everybody may read: until a person chooses another. */
import { ownSecret } from "../settings/keep.ts";
import { staffMembers } from "../staff/members.ts";
import { makeOwner, ownersOf } from "../staff/owner.ts";
import type { StaffPorts } from "../staff/service.ts";
import type { Database } from "../store/database.ts";
import { settingStore } from "../store/settings.ts";
import type { Vault } from "../vault/vault.ts";

/** The salt under which the demo's PIN was stored: a PIN that somebody chose has another. */
const SALT = "demoPinSalt";

/** Gives a demo its owner, once. Whoever is the owner by then stays. */
export async function provisionDemoOwner(
  ports: Pick<StaffPorts, "database" | "journal" | "clock"> & { vault: Vault },
  pin: string,
): Promise<void> {
  const { database, vault } = ports;
  const store = settingStore(database);
  const known = store.get(SALT) !== null;
  if (known && staffMembers(database).hasOwner()) return;
  await makeOwner(ports, { secret: ownSecret(vault, "pinPepper") }, pin);
  store.set(SALT, ownersOf(database)[0]?.pin.salt.toString("hex") ?? null);
}

/** Whether the demo's own PIN opens this till still. */
export function hasDemoPin(database: Database): boolean {
  const salt = settingStore(database).get(SALT);
  return ownersOf(database).some((owner) => owner.pin.salt.toString("hex") === salt);
}
