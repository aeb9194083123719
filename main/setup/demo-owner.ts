/** The demo's own owner, whose PIN everybody may read: until a person chooses another. */
import { createHash } from "node:crypto";
import { ownSecret } from "../settings/keep.ts";
import { type Member, staffMembers } from "../staff/members.ts";
import { makeOwner, ownersOf } from "../staff/owner.ts";
import type { StaffPorts } from "../staff/service.ts";
import type { Database } from "../store/database.ts";
import { settingStore } from "../store/settings.ts";
import type { Vault } from "../vault/vault.ts";

/** Of the hash of the demo's PIN: a PIN that somebody chose has another. */
const MARK = "demoPinMark";

/** Gives a demo its owner, once. Whoever is the owner by then stays: a demo that was set up anew has one already. */
export async function provisionDemoOwner(
  ports: Pick<StaffPorts, "database" | "journal" | "clock"> & { vault: Vault },
  pin: string,
): Promise<void> {
  const { database, vault } = ports;
  const store = settingStore(database);
  if (staffMembers(database).hasOwner()) return;
  await makeOwner(ports, { secret: ownSecret(vault, "pinPepper") }, pin);
  const [owner] = ownersOf(database);
  store.set(MARK, owner ? markOf(owner) : null);
}

/** Whether the demo's own PIN opens this till still. */
export function hasDemoPin(database: Database): boolean {
  const mark = settingStore(database).get(MARK);
  return mark !== null && ownersOf(database).some((owner) => markOf(owner) === mark);
}

function markOf({ pin: { salt, hash } }: Member): string {
  return createHash("sha256").update(salt).update(hash).digest("hex");
}
