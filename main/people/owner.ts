/** The first owner's PIN from provisioning: by a file, the wizard or the demo. */
import { operatorLanguageOf } from "../../contract/values/customer-language.ts";
import { type Database, transact } from "../storage/database/database.ts";
import { type Member, staffMembers } from "./members.ts";
import { checkPin, hashPin, type Pepper } from "./pin.ts";
import type { StaffPorts } from "./staff.ts";

export type OwnerPorts = Pick<StaffPorts, "database" | "journal" | "clock">;

const NAMES = { en: "Owner", nb: "Eier" } as const;

export async function makeOwner(ports: OwnerPorts, pepper: Pepper, pin: string, locale = "en"): Promise<void> {
  const put = await preparedOwner(ports, pepper, pin, locale);
  put();
}

/** Hashes the first owner's PIN. @returns a function that stores it at once; it does nothing if the PIN is unchanged */
export async function preparedOwner(
  { database, journal, clock }: OwnerPorts,
  pepper: Pepper,
  pin: string,
  locale: string,
): Promise<() => void> {
  const [owner] = ownersOf(database);
  if (owner && (await checkPin(pin, pepper, owner.pin))) return () => undefined;
  const hash = await hashPin(pin, pepper);
  const name = NAMES[operatorLanguageOf(locale)];
  return () =>
    transact(database, () => {
      const members = staffMembers(database);
      const [known] = ownersOf(database);
      if (known) members.change(known.id, { pin: hash, ...(isUnnamed(known) && { name }) });
      else members.add({ name, role: "owner", pin: hash }, clock.now());
      journal.append({ event: "staff.provisioned", data: { role: "owner" } }, clock.now());
    });
}

export function ownersOf(database: Database): Member[] {
  return staffMembers(database)
    .all()
    .filter(({ role, active }) => role === "owner" && active);
}

function isUnnamed({ name }: Member): boolean {
  return Object.values<string>(NAMES).includes(name);
}
