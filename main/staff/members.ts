/** The `staff` table: who may sign in, and finding somebody by their PIN. */
import type { Person } from "../../contract/staff.ts";
import type { StaffRole } from "../../contract/views.ts";
import type { Database } from "../store/database.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import { checkPin, type Pepper, type PinHash } from "./pin.ts";

export interface Member {
  id: string;
  name: string;
  role: StaffRole;
  active: boolean;
  createdAt: number;
  pin: PinHash;
}

interface StoredMember {
  id: string;
  name: string;
  role: StaffRole;
  active: 0 | 1;
  pin_salt: Buffer;
  pin_hash: Buffer;
  created_at: number;
}

export type MemberChange = Partial<Pick<Member, "name" | "role" | "active" | "pin">>;

export interface Members {
  /** Everybody there ever was, oldest first */
  all(): Member[];
  find(id: string): Member | null;
  /** Whether an active owner is there */
  hasOwner(): boolean;
  /** @returns the new member's id */
  add(member: Pick<Member, "name" | "role" | "pin">, now: number): string;
  change(id: string, change: MemberChange): void;
}

/** Reads and writes the people; transactions and the journal are the caller's. */
export function staffMembers(database: Database): Members {
  const all = database.prepare<[], StoredMember>("SELECT * FROM staff ORDER BY created_at, rowid");
  const one = database.prepare<[string], StoredMember>("SELECT * FROM staff WHERE id = ?");
  const insert = database.prepare(
    "INSERT INTO staff (id, name, role, pin_salt, pin_hash, created_at) VALUES (@id, @name, @role, @salt, @hash, @now)",
  );
  const update = database.prepare(
    "UPDATE staff SET name = @name, role = @role, active = @active, pin_salt = @salt, pin_hash = @hash WHERE id = @id",
  );
  const find = (id: string) => {
    const stored = one.get(id);
    return stored ? memberOf(stored) : null;
  };
  return {
    all: () => all.all().map(memberOf),
    find,
    hasOwner: () => all.all().some(({ role, active }) => role === "owner" && active === 1),
    add({ name, role, pin }, now) {
      const id = randomIdentifier(12);
      insert.run({ id, name, role, salt: pin.salt, hash: pin.hash, now });
      return id;
    },
    change(id, change) {
      const member = find(id);
      if (!member) return;
      const { name, role, active, pin } = { ...member, ...change };
      update.run({ id, name, role, active: active ? 1 : 0, salt: pin.salt, hash: pin.hash });
    },
  };
}

/** How many PINs are derived side by side: each takes 128 MiB. */
const ABREAST = 2;

/** Whose PIN it is among these; looks at all of them whatever the first ones say, so that the time tells nothing. */
export async function whosePin(members: readonly Member[], pin: string, pepper: Pepper): Promise<Member | null> {
  let found: Member | null = null;
  for (let first = 0; first < members.length; first += ABREAST) {
    const group = members.slice(first, first + ABREAST);
    const right = await Promise.all(group.map((member) => checkPin(pin, pepper, member.pin)));
    found = group.find((_, index) => right[index]) ?? found;
  }
  return found;
}

/** A member as the screens see them. */
export function personOf({ id, name, role, active, createdAt }: Member): Person {
  return { id, name, role, active, createdAt: new Date(createdAt).toISOString() };
}

function memberOf({ pin_salt, pin_hash, active, created_at, ...rest }: StoredMember): Member {
  return { ...rest, active: active === 1, createdAt: created_at, pin: { salt: pin_salt, hash: pin_hash } };
}
