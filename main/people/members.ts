import type { Person } from "../../contract/people/staff.ts";
import { cleanName } from "../../contract/values/plain-text.ts";
import { type BuiltInRole, isBuiltIn, type StaffRole } from "../../contract/values/roles.ts";
import { iso, isoOrNull } from "../lib/iso-time.ts";
import { type Database, transact } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import { cacheTables } from "../storage/database/row-cache.ts";
import { hashPin, isSamePin, type Pepper, type PinHash, tillSalt } from "./pin.ts";

export interface Member {
  id: string;
  name: string;
  role: StaffRole;
  active: boolean;
  createdAt: number;
  /** Start of approvals by phone, in ms since the epoch; null if only the PIN approves */
  phoneSince: number | null;
  pin: PinHash;
}

interface StoredMember {
  id: string;
  name: string;
  role: BuiltInRole;
  /** The shop's own role that replaces `role` */
  own_role: string | null;
  active: 0 | 1;
  pin_salt: Buffer;
  pin_hash: Buffer;
  usual_pin: 0 | 1;
  created_at: number;
  linked_at: number | null;
}

const SELECT = "SELECT staff.*, linked_at FROM staff LEFT JOIN staff_account ON person = id";

export type MemberChange = Partial<Pick<Member, "name" | "role" | "active" | "pin">>;

export type Members = ReturnType<typeof openMembers>;

const opened = new WeakMap<Database, Members>();

export function staffMembers(database: Database): Members {
  const members = opened.get(database) ?? openMembers(database);
  opened.set(database, members);
  return members;
}

const TABLES = [
  { table: "staff", key: "id" },
  { table: "staff_account", key: "person" },
] as const;

function openMembers(database: Database) {
  const all = database.prepare<[], StoredMember>(`${SELECT} ORDER BY created_at, staff.rowid`);
  const insert = database.prepare(
    "INSERT INTO staff (id, name, role, own_role, pin_salt, pin_hash, usual_pin, created_at) VALUES (@id, @name, @role, @own_role, @salt, @hash, @usual, @now)",
  );
  const update = database.prepare(
    "UPDATE staff SET name = @name, role = @role, own_role = @own_role, active = @active, pin_salt = @salt, pin_hash = @hash, usual_pin = @usual WHERE id = @id",
  );
  const updatePinLength = database.prepare<[0 | 1, string]>("UPDATE staff SET usual_pin = ? WHERE id = ?");
  const wrapOf = database.prepare<[string], object>("SELECT * FROM refund_key_wrap WHERE person = ?");
  const restoreWrap = database.prepare(
    "INSERT INTO refund_key_wrap (person, key_id, salt, wrapped) VALUES (@person, @key_id, @salt, @wrapped)",
  );
  const blankWrap = database.prepare<[string]>(
    "UPDATE refund_key_wrap SET wrapped = '', salt = zeroblob(length(salt)) WHERE person = ?",
  );
  const deleteWrap = database.prepare<[string]>("DELETE FROM refund_key_wrap WHERE person = ?");
  const dropWrap = (person: string) => {
    // Overwritten like in the trigger: deleted content stays in the file until its page is reused.
    blankWrap.run(person);
    deleteWrap.run(person);
  };
  const allMembers = cacheTables(database, TABLES, () => all.all().map(memberOf));
  const find = (id: string) => allMembers().find((member) => member.id === id) ?? null;
  const change = (id: string, changed: MemberChange) => {
    const member = find(id);
    if (!member) return;
    const { name, role, active, pin } = { ...member, ...changed };
    const { salt, hash, isUsual } = pin;
    update.run({ id, name, ...storedRole(role), active: active ? 1 : 0, salt, hash, usual: isUsual ? 1 : 0 });
  };
  return {
    all: () => [...allMembers()],
    find,
    hasOwner: () => allMembers().some(({ role, active }) => role === "owner" && active),
    add({ name, role, pin }: Pick<Member, "name" | "role" | "pin">, now: number) {
      const id = randomIdentifier(12);
      insert.run({ id, name, ...storedRole(role), salt: pin.salt, hash: pin.hash, usual: pin.isUsual ? 1 : 0, now });
      return id;
    },
    change,
    /** Replaces the hash of an unchanged PIN inside a transaction, and keeps what the PIN unlocks. */
    rehash(id: string, pin: PinHash) {
      // A trigger removes the wrapped key of a changed hash (0009-refund-key.sql), although the PIN is the same.
      const wrap = wrapOf.get(id);
      change(id, { pin });
      if (wrap) restoreWrap.run(wrap);
    },
    /** Removes the refund key from people of this role, inside a transaction. */
    forgetRefundKey(role: StaffRole) {
      for (const member of allMembers()) if (member.role === role) dropWrap(member.id);
    },
    /** Stores the PIN's length class after a correct entry. */
    storePinLength: (id: string, isUsual: boolean) =>
      void transact(database, () => updatePinLength.run(isUsual ? 1 : 0, id)),
  };
}

/** Parallel hashes: each takes 128 MiB. */
const PARALLEL_HASHES = 2;

/**
 * Finds the member with this PIN. One hash is compared with all members, so that timing reveals nothing. PINs with an
 * older salt of their own cost another hash until the next sign-in.
 */
export async function findByPin(members: readonly Member[], pin: string, pepper: Pepper): Promise<Member | null> {
  const ownSalt = tillSalt(pepper);
  const salts = new Map(members.map(({ pin: { salt } }) => [salt.toString("hex"), salt]));
  // Hash also without members: an unknown person must take as long to refuse.
  const saltsToTry = salts.size === 0 ? [ownSalt] : [...salts.values()];
  let found: Member | null = null;
  for (let first = 0; first < saltsToTry.length; first += PARALLEL_HASHES) {
    const hashes = await Promise.all(
      saltsToTry.slice(first, first + PARALLEL_HASHES).map((salt) => hashPin(pin, pepper, salt)),
    );
    const matching = members.filter((member) => hashes.some((hash) => isSamePin(hash, member.pin)));
    found = matching[0] ?? found;
  }
  return found;
}

/** Replaces a hash with an older salt after a correct PIN. */
export async function renewHash(
  { database, pepper }: { database: Database; pepper: Pepper },
  id: string,
  pin: string,
): Promise<void> {
  const members = staffMembers(database);
  const previous = members.find(id)?.pin;
  if (!previous || previous.salt.equals(tillSalt(pepper))) return;
  const renewed = await hashPin(pin, pepper);
  transact(database, () => {
    const now = members.find(id)?.pin;
    if (now && isSamePin(now, previous)) members.rehash(id, renewed);
  });
}

export function personOf({ id, name, role, active, createdAt, phoneSince }: Member): Person {
  return { id, name, role, active, createdAt: iso(createdAt), phoneSince: isoOrNull(phoneSince) };
}

/** Stores an own role as a manager, which requires a PIN of six digits. */
function storedRole(role: StaffRole): Pick<StoredMember, "role" | "own_role"> {
  return isBuiltIn(role) ? { role, own_role: null } : { role: "manager", own_role: role };
}

function memberOf({
  pin_salt,
  pin_hash,
  usual_pin,
  active,
  created_at,
  own_role,
  linked_at,
  ...rest
}: StoredMember): Member {
  return {
    ...rest,
    name: cleanName(rest.name),
    role: own_role ?? rest.role,
    active: active === 1,
    createdAt: created_at,
    phoneSince: linked_at,
    pin: { salt: pin_salt, hash: pin_hash, isUsual: usual_pin === 1 },
  };
}
