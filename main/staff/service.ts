/** Who is at the till. A PIN opens a person's session; nobody signed in stands at the counter as a cashier. */
import { AsyncLocalStorage } from "node:async_hooks";
import { done, failed, type Result } from "../../contract/errors.ts";
import { DEFAULT_POLICY, type StaffPolicy } from "../../contract/staff.ts";
import type { StaffMember, StaffRole } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal/journal.ts";
import { type Database, transact } from "../store/database.ts";
import { settingStore } from "../store/settings.ts";
import { ANYBODY, createPinGuard } from "./guard.ts";
import { staffMembers, whosePin } from "./members.ts";
import type { Pepper } from "./pin.ts";
import { createSession, type SignedIn } from "./session.ts";

const POLICY = "staffPolicy";

export interface StaffService {
  signIn(input: { pin: string; person?: string }): Promise<Result<StaffMember>>;
  signOut(): Result<{ role: null }>;
  /** Whose PIN it is, for one action: nobody is signed in or out by it. Counts as a try. */
  identify(pin: string, person?: string): Promise<Result<SignedIn>>;
  /** How long somebody who hit upon others' PINs may choose no other PIN, in ms; `hit` counts one more. */
  hits: { waitLeft(finder: string): number; count(finder: string): void };
  /** Runs one action in somebody's name, while whoever is signed in stays so. */
  as<T>(member: SignedIn, act: () => T): T;
  current(): StaffMember | null;
  /** Whether a PIN approved what is being done now */
  approved(): boolean;
  /** The id of whoever is signed in, or null */
  signedInId(): string | null;
  role(): StaffRole | null;
  touch(): Result<{ role: StaffRole | null }>;
  close(): void;
  /** For the journal: the name of whoever acts now */
  actor(): string | null;
  policy(): StaffPolicy;
  /** Whether somebody may change this till's settings */
  hasOwner(): boolean;
  setPolicy(policy: StaffPolicy): Result<StaffPolicy>;
}

export interface StaffPorts {
  database: Database;
  journal: Journal;
  clock: Clock;
  pepper: Pepper;
  onChange(): void;
}

/** Makes the staff service over the database's `staff` and `pin_try` tables. */
export function staffService(ports: StaffPorts): StaffService {
  const { database, journal, clock } = ports;
  const settings = settingStore(database);
  const policy = (): StaffPolicy => ({ ...DEFAULT_POLICY, ...(settings.get(POLICY) as Partial<StaffPolicy> | null) });
  const session = createSession(clock, () => policy().idleLockMinutes * 60_000, ports.onChange);
  const acting = new AsyncLocalStorage<SignedIn>();
  const current = () => acting.getStore() ?? session.current();
  const identifier = createIdentifier(ports);
  return {
    async signIn({ pin, person }) {
      const found = await identifier.identify(pin, person);
      if (!found.ok) return found;
      const { name, role } = found.value;
      journal.append({ event: "staff.signedIn", actor: name, data: { role } }, clock.now());
      session.begin(found.value);
      return done({ role, name });
    },
    signOut() {
      const member = session.end();
      if (member) {
        journal.append({ event: "staff.signedOut", actor: member.name }, clock.now());
        ports.onChange();
      }
      return done({ role: null });
    },
    identify: identifier.identify,
    hits: identifier.hits,
    as: (member, act) => acting.run(member, act),
    current() {
      const member = session.current();
      return member && { role: member.role, name: member.name };
    },
    approved: () => acting.getStore() !== undefined,
    signedInId: () => session.current()?.id ?? null,
    role: () => current()?.role ?? null,
    touch() {
      session.touch();
      return done({ role: session.current()?.role ?? null });
    },
    close() {
      session.end();
      identifier.close();
    },
    actor: () => current()?.name ?? null,
    policy,
    hasOwner: identifier.hasOwner,
    setPolicy(next) {
      transact(database, () => {
        settings.set(POLICY, next);
        const { requireSignIn, idleLockMinutes, refundLimits } = next;
        const data = { requireSignIn, idleLockMinutes, cashier: refundLimits.cashier, manager: refundLimits.manager };
        journal.append({ event: "staff.policyChanged", actor: current()?.name ?? null, data }, clock.now());
      });
      ports.onChange();
      return done(policy());
    },
  };
}

/** Finds out whose PIN it is, behind the guard; one try at a time, since a hundred sent together are a hundred tries. */
function createIdentifier({ database, journal, clock, pepper }: StaffPorts) {
  const members = staffMembers(database);
  const guard = createPinGuard({ database, clock });
  let checking: Promise<unknown> = Promise.resolve();
  const tryPin = async (pin: string, person: string | undefined): Promise<Result<SignedIn>> => {
    const subject = person ?? ANYBODY;
    const waitMs = guard.waitLeft(subject);
    if (waitMs > 0) return lockedOut(clock.now() + waitMs, waitMs);
    // The failure is on disk before the PIN is looked at: pulling the plug does not buy another try.
    guard.count(subject);
    const active = members.all().filter((member) => member.active);
    const member = await whosePin(
      person === undefined ? active : active.filter(({ id }) => id === person),
      pin,
      pepper,
    );
    if (!member) {
      journal.append({ event: "staff.refused" }, clock.now());
      return failed("not_allowed", {
        reason: "That PIN is not known at this till. No money moved.",
        fields: [{ field: "pin", expected: "a manager's PIN" }],
      });
    }
    // A cashier who knows their own PIN proves nothing about the tries that named nobody.
    if (person !== undefined || member.role !== "cashier") guard.clear(subject);
    else guard.takeBack(subject);
    return done({ id: member.id, name: member.name, role: member.role });
  };
  return {
    identify(pin: string, person?: string): Promise<Result<SignedIn>> {
      const result = checking.then(() => tryPin(pin, person));
      checking = result.catch(() => undefined);
      return result;
    },
    hasOwner: members.hasOwner,
    // Nothing that the finder does excuses it: these counts are never cleared.
    hits: {
      waitLeft: (finder: string) => guard.waitLeft(`hit:${finder}`),
      count: (finder: string) => guard.count(`hit:${finder}`),
    },
    close: () => guard.close(),
  };
}

/** What somebody hears who has to wait. @param until till time, ms since the epoch */
export function lockedOut(until: number, waitMs: number) {
  return failed("locked_out", {
    until: new Date(until).toISOString(),
    reason: `Too many wrong PINs. Try again in ${Math.ceil(waitMs / 60_000)} min. No money moved.`,
  });
}
