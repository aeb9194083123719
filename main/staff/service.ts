/** Who is at the till. A PIN opens a manager's or owner's session; nobody signed in is a cashier at the counter. */
import { done, failed, type Result } from "../../contract/errors.ts";
import type { StaffMember, StaffRole } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/journal.ts";
import { type Database, transact } from "../store/database.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import { waitAfter } from "./lockout.ts";
import { checkPin, hashPin } from "./pin.ts";
import { createSession } from "./session.ts";

export interface StaffService {
  signIn(input: { pin: string }): Promise<Result<StaffMember>>;
  signOut(): Result<{ role: null }>;
  current(): StaffMember | null;
  role(): StaffRole | null;
  close(): void;
  /** For the journal: `Owner (owner)` */
  actor(): string | null;
  /** Makes or changes the first owner's PIN, as provisioned. */
  provisionOwner(pin: string): Promise<void>;
}

export interface StaffPorts {
  database: Database;
  journal: Journal;
  clock: Clock;
  pepper: string;
  onChange(): void;
}

interface StoredMember {
  id: string;
  name: string;
  role: StaffRole;
  pin_salt: Buffer;
  pin_hash: Buffer;
}

/** Makes the staff service over the database's `staff` and `pin_guard` tables. */
export function staffService(ports: StaffPorts): StaffService {
  const { database, journal, clock, pepper } = ports;
  const members = database.prepare<[], StoredMember>("SELECT * FROM staff ORDER BY created_at");
  const guard = pinGuard(ports);
  const session = createSession(clock, ports.onChange);
  let checking: Promise<unknown> = Promise.resolve();

  const tryPin = async (pin: string): Promise<Result<StaffMember>> => {
    const waitMs = guard.waitLeft();
    if (waitMs > 0) {
      const until = new Date(clock.now() + waitMs).toISOString();
      return failed("locked_out", {
        until,
        reason: `Too many wrong PINs. Try again in ${Math.ceil(waitMs / 60_000)} min. No money moved.`,
      });
    }
    // The failure is on disk before the PIN is looked at: pulling the plug does not buy another try.
    guard.count();
    const member = await findByPin(members.all(), pin, pepper);
    if (!member) {
      journal.append({ event: "staff.refused" }, clock.now());
      return failed("not_allowed", {
        reason: "That PIN is not known at this till. No money moved.",
        fields: [{ field: "pin", expected: "a manager's PIN" }],
      });
    }
    transact(database, () => {
      guard.clear();
      journal.append({ event: "staff.signedIn", actor: member.name, data: { role: member.role } }, clock.now());
    });
    const signedIn = { role: member.role, name: member.name };
    session.begin(signedIn);
    return done(signedIn);
  };

  return {
    signIn({ pin }) {
      // One at a time: a hundred tries sent together are a hundred tries.
      const result = checking.then(() => tryPin(pin));
      checking = result.catch(() => undefined);
      return result;
    },
    signOut() {
      const member = session.end();
      if (member) {
        journal.append({ event: "staff.signedOut", actor: member.name }, clock.now());
        ports.onChange();
      }
      return done({ role: null });
    },
    current: session.current,
    role: () => session.current()?.role ?? null,
    close: () => void session.end(),
    actor: () => session.current()?.name ?? null,
    async provisionOwner(pin) {
      const owner = members.all().find((member) => member.role === "owner");
      if (owner && (await checkPin(pin, pepper, { salt: owner.pin_salt, hash: owner.pin_hash }))) return;
      const { salt, hash } = await hashPin(pin, pepper);
      transact(database, () => {
        database
          .prepare(
            `INSERT INTO staff (id, name, role, pin_salt, pin_hash, created_at) VALUES (@id, 'Owner', 'owner', @salt, @hash, @now)
             ON CONFLICT (id) DO UPDATE SET pin_salt = excluded.pin_salt, pin_hash = excluded.pin_hash`,
          )
          .run({ id: owner?.id ?? randomIdentifier(12), salt, hash, now: clock.now() });
        journal.append({ event: "staff.provisioned", data: { role: "owner" } }, clock.now());
      });
    },
  };
}

async function findByPin(members: StoredMember[], pin: string, pepper: string): Promise<StoredMember | null> {
  let found: StoredMember | null = null;
  for (const member of members) {
    if (await checkPin(pin, pepper, { salt: member.pin_salt, hash: member.pin_hash })) found = member;
  }
  return found;
}

/** The counter of wrong PINs and the wait that they cost; the wait runs on the monotonic clock, whatever the wall clock does. */
function pinGuard({ database, clock }: StaffPorts) {
  const read = database.prepare<[], { failures: number; wait_left_ms: number }>(
    "SELECT failures, wait_left_ms FROM pin_guard",
  );
  const write = database.prepare(
    `INSERT INTO pin_guard (one, failures, wait_left_ms, written_at) VALUES (1, @failures, @waitMs, @now)
     ON CONFLICT (one) DO UPDATE SET failures = excluded.failures, wait_left_ms = excluded.wait_left_ms, written_at = excluded.written_at`,
  );
  // After a start the whole wait runs again: a restart must not shorten it.
  let waitUntil = clock.monotonic() + (read.get()?.wait_left_ms ?? 0);
  return {
    waitLeft: () => Math.max(0, waitUntil - clock.monotonic()),
    count() {
      const failures = (read.get()?.failures ?? 0) + 1;
      const waitMs = waitAfter(failures);
      transact(database, () => write.run({ failures, waitMs, now: clock.now() }));
      waitUntil = clock.monotonic() + waitMs;
    },
    clear() {
      transact(database, () => write.run({ failures: 0, waitMs: 0, now: clock.now() }));
      waitUntil = clock.monotonic();
    },
  };
}
