/** The demo's own owner, whose PIN everybody may read: until a person chooses another. */
import { ownSecret } from "../settings/keep.ts";
import { staffMembers } from "../staff/members.ts";
import { checkPin, hashPin } from "../staff/pin.ts";
import type { StaffPorts } from "../staff/service.ts";
import { type Database, transact } from "../store/database.ts";
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
  await makeOwner(ports, vault, pin);
  store.set(SALT, owners(database)[0]?.pin.salt.toString("hex") ?? null);
}

/** Whether the demo's own PIN opens this till still. */
export function hasDemoPin(database: Database): boolean {
  const salt = settingStore(database).get(SALT);
  return owners(database).some((owner) => owner.pin.salt.toString("hex") === salt);
}

/** Makes or changes the first owner's PIN. */
export async function makeOwner(ports: OwnerPorts, vault: Vault, pin: string): Promise<void> {
  const put = await preparedOwner(ports, vault, pin);
  put();
}

type OwnerPorts = Pick<StaffPorts, "database" | "journal" | "clock">;

/**
 * Does what takes its time about the first owner's PIN.
 * @returns puts it in force, at once; nothing happens where it is the owner's already
 */
export async function preparedOwner(
  { database, journal, clock }: OwnerPorts,
  vault: Vault,
  pin: string,
): Promise<() => void> {
  const pepper = { secret: ownSecret(vault, "pinPepper") };
  const [owner] = owners(database);
  if (owner && (await checkPin(pin, pepper, owner.pin))) return () => undefined;
  const hash = await hashPin(pin, pepper);
  return () =>
    transact(database, () => {
      const members = staffMembers(database);
      const [known] = owners(database);
      if (known) members.change(known.id, { pin: hash });
      else members.add({ name: "Owner", role: "owner", pin: hash }, clock.now());
      journal.append({ event: "staff.provisioned", data: { role: "owner" } }, clock.now());
    });
}

function owners(database: Database) {
  return staffMembers(database)
    .all()
    .filter(({ role, active }) => role === "owner" && active);
}
