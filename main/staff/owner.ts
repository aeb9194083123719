/** The first owner's PIN, as it is provisioned: by a file, by the wizard, or for the demo. */
import { type Database, transact } from "../store/database.ts";
import { type Member, staffMembers } from "./members.ts";
import { checkPin, hashPin, type Pepper } from "./pin.ts";
import type { StaffPorts } from "./service.ts";

export type OwnerPorts = Pick<StaffPorts, "database" | "journal" | "clock">;

/** Makes or changes the first owner's PIN. */
export async function makeOwner(ports: OwnerPorts, pepper: Pepper, pin: string): Promise<void> {
  const put = await preparedOwner(ports, pepper, pin);
  put();
}

/**
 * Does what takes its time about the first owner's PIN.
 * @returns puts it in force, at once; nothing happens where it is the owner's already
 */
export async function preparedOwner(
  { database, journal, clock }: OwnerPorts,
  pepper: Pepper,
  pin: string,
): Promise<() => void> {
  const [owner] = ownersOf(database);
  if (owner && (await checkPin(pin, pepper, owner.pin))) return () => undefined;
  const hash = await hashPin(pin, pepper);
  return () =>
    transact(database, () => {
      const members = staffMembers(database);
      const [known] = ownersOf(database);
      if (known) members.change(known.id, { pin: hash });
      else members.add({ name: "Owner", role: "owner", pin: hash }, clock.now());
      journal.append({ event: "staff.provisioned", data: { role: "owner" } }, clock.now());
    });
}

/** Everybody who is an owner now, the first one first. */
export function ownersOf(database: Database): Member[] {
  return staffMembers(database)
    .all()
    .filter(({ role, active }) => role === "owner" && active);
}
