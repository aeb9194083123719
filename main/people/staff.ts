/** Sign-in and the current user. Without sign-in the till acts as a cashier. */

import { done, type ErrorDetails, failed, invalidField, type Result } from "../../contract/calls/errors.ts";
import type { StoredSettings } from "../../contract/configuration/settings.ts";
import { DEFAULT_POLICY, type StaffPolicy, type StaffRules } from "../../contract/people/staff.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { Role, StaffRole } from "../../contract/values/roles.ts";
import type { StorageContext } from "../storage/context.ts";
import { transact } from "../storage/database/database.ts";
import { settingStore } from "../storage/database/settings.ts";
import { createCurrentActor } from "./current-actor.ts";
import { findByPin, type Members, renewHash, staffMembers } from "./members.ts";
import { type Pepper, USUAL_DIGITS } from "./pin.ts";
import { createPinChanges } from "./pin-changes.ts";
import { ANONYMOUS, createPinGuard, KIOSK, type KIOSK_EXIT } from "./pin-guard.ts";
import { roleStore } from "./roles.ts";
import { createSession, type Session, type SessionEnd, type SignedIn } from "./session.ts";

const POLICY = "staffPolicy";

export type Staff = ReturnType<typeof openStaff>;

export interface StaffPorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  settings: Pick<StoredSettings, "roles">;
  pepper: Pepper;
  isKiosk(): boolean;
  log: { error(details: object, message: string): void };
  onChange(): void;
}

export function openStaff(ports: StaffPorts) {
  const { database, clock } = ports;
  const roles = roleStore(database, ports.settings);
  const rules = rulesReader(database);
  const policy = (): StaffPolicy => ({ ...rules(), roles: roles.get() });
  const roleName = (role: StaffRole) => roles.get().find(({ id }) => id === role)?.name ?? role;
  const session = createSession({
    clock,
    idleMs: () => rules().idleLockMinutes * 60_000,
    onEnd: writeEnd(ports),
    onChange: ports.onChange,
  });
  const { actor: actingUser, ...currentActor } = createCurrentActor(session.current);
  const actor = () => actingUser()?.name ?? null;
  const identifier = createIdentifier(ports, actor);
  const members = staffMembers(database);
  const changes = createPinChanges(ports);
  const begin = startSession(ports, { session, members, roleName });
  return {
    async signIn({ pin, person }: { pin: string; person?: string | undefined }) {
      const found = await identifier.identify(pin, person);
      return found.ok ? begin(found.value, pin) : found;
    },
    signInAs: (person: SignedIn) => begin(person, null),
    /** @param because for the journal; the user's own sign-out by default */
    signOut(because: SessionEnd = "signed_out") {
      if (session.end(because)) ports.onChange();
      return done({ role: null });
    },
    identify: identifier.identify,
    changes,
    ...currentActor,
    /** The signed-in user, independent of the acting user */
    current: () => memberView(session.current()),
    isSignedIn: (id: string) => session.current()?.id === id,
    role: () => roleOf(members, actingUser()),
    touch: () => touchSession(session),
    close() {
      session.end("stopped");
      identifier.close();
      changes.close();
    },
    actor,
    /** The name of the user who approves by PIN, for the journal; null without approval */
    approver: () => approverName(members, actingUser(), currentActor.caller()),
    policy,
    /** The shop's roles, and that of an acting program */
    rolesNow: () => withProgram(roles.get(), actingUser()),
    roles,
    roleName,
    hasOwner: identifier.hasOwner,
    hasPhones: () => members.all().some(({ active, phoneSince }) => active && phoneSince !== null),
    /** PIN length if it is the same for all relevant people; null if the user must confirm the entry */
    pinDigits: () => ({ signIn: usualDigits(members), approval: usualDigits(members, (role) => role !== "cashier") }),
    setPolicy(next: StaffRules) {
      storePolicy(ports, next, actor());
      return done(policy());
    },
  };
}

function rulesReader(database: StaffPorts["database"]): () => StaffRules {
  const settings = settingStore(database);
  return () => {
    const { requireSignIn, idleLockMinutes } = { ...DEFAULT_POLICY, ...(settings.get(POLICY) as StaffRules | null) };
    return { requireSignIn, idleLockMinutes };
  };
}

/** Returns the acting user's current role, also after a change during the command. */
function roleOf(members: Members, person: SignedIn | null): StaffRole | null {
  if (person?.program !== undefined) return person.program.id;
  const member = person && members.find(person.id);
  return member?.active ? member.role : null;
}

function approverName(members: Members, actor: SignedIn | null, caller: SignedIn | null): string | null {
  return actor === null || actor.id === caller?.id ? null : (members.find(actor.id)?.name ?? null);
}

function withProgram(roles: readonly Role[], actor: SignedIn | null): readonly Role[] {
  return actor?.program === undefined ? roles : [...roles, actor.program];
}

function touchSession(session: Session) {
  session.touch();
  return done({ role: session.current()?.role ?? null });
}

function memberView(member: SignedIn | null) {
  return member && { role: member.role, name: member.name };
}

/** Signs a proven person in and the previous one out. `pin`: null if the account proved them */
function startSession(
  { database, clock, journal, pepper }: StaffPorts,
  { session, members, roleName }: { session: Session; members: Members; roleName(role: StaffRole): string },
) {
  return async (person: SignedIn, pin: string | null): Promise<Result<{ role: StaffRole; name: string }>> => {
    const { id, name, role } = person;
    if (pin !== null) await renewHash({ database, pepper }, id, pin);
    // The owner may have changed the person while the PIN was hashed.
    const now = members.find(id);
    if (!now?.active || now.role !== role) return unknownPin();
    transact(database, () => {
      session.end("switched");
      const data = { role: roleName(role), ...(pin === null && { by: "account" as const }) };
      journal.append({ event: "staff.signedIn", actor: name, data }, clock.now());
    });
    session.begin(person);
    return done({ role, name });
  };
}

function storePolicy(
  { database, journal, clock, onChange }: StaffPorts,
  rules: StaffRules,
  actor: string | null,
): void {
  transact(database, () => {
    const settings = settingStore(database);
    // Keeps older versions' refund limits, which apply until a role is changed.
    settings.set(POLICY, { ...(settings.get(POLICY) as object | null), ...rules });
    const data = { requireSignIn: rules.requireSignIn, idleLockMinutes: rules.idleLockMinutes };
    journal.append({ event: "staff.policyChanged", actor, data }, clock.now());
  });
  onChange();
}

/** Returns a length only if all share it: a single person's length would help guessing. */
function usualDigits(members: Members, isAsked: (role: StaffRole) => boolean = () => true): number | null {
  const listed = members.all().filter(({ active, role }) => active && isAsked(role));
  return listed.length > 0 && listed.every(({ pin }) => pin.isUsual) ? USUAL_DIGITS : null;
}

/** Journals each sign-out with its reason, as cash register reports require. */
function writeEnd({ journal, clock, log }: StaffPorts) {
  return ({ name }: SignedIn, because: SessionEnd): void => {
    try {
      journal.append({ event: "staff.signedOut", actor: name, data: { how: because } }, clock.now());
    } catch (err) {
      // When the entry cannot be written, no user stays signed in.
      log.error({ err }, "a sign-out could not be recorded");
    }
  };
}

/**
 * Identifies a person by PIN, with the lockout guard. Checks run one at a time, so that each sees earlier failures.
 * @param actor the acting user, for the journal
 */
function createIdentifier({ database, journal, clock, pepper, isKiosk }: StaffPorts, actor: () => string | null) {
  const members = staffMembers(database);
  const guard = createPinGuard({ database, clock });
  let checking: Promise<unknown> = Promise.resolve();
  const tryPin = async (pin: string, person?: string, place?: typeof KIOSK_EXIT): Promise<Result<SignedIn>> => {
    const active = members.all().filter((member) => member.active);
    const namedMember = active.find(({ id }) => id === person);
    // Customers at a kiosk lock no person out by name. Unknown ids share one counter, so that invented ids gain no
    // tries.
    const subject = isKiosk() ? (place ?? KIOSK) : (namedMember?.id ?? ANONYMOUS);
    const waitMs = guard.waitLeft(subject);
    if (waitMs > 0) return lockedOut(clock.now() + waitMs, waitMs);
    guard.prepare(subject);
    const member = await findByPin(
      person === undefined ? active : active.filter((one) => one === namedMember),
      pin,
      pepper,
    );
    if (!member) {
      const name = person === undefined ? null : (members.find(person)?.name ?? null);
      const data = { person: name };
      // Stored before the answer is visible, so that killing the process gains no try.
      guard.count(subject, () => journal.append({ event: "staff.refused", actor: actor(), data }, clock.now()));
      const nextMs = guard.waitLeft(subject);
      const until = nextMs > 0 ? { until: new Date(clock.now() + nextMs).toISOString() } : {};
      return unknownPin({ triesLeft: guard.triesLeft(subject), ...until });
    }
    const isUsual = pin.length === USUAL_DIGITS;
    if (member.pin.isUsual !== isUsual) members.storePinLength(member.id, isUsual);
    guard.clear(subject);
    return done({ id: member.id, name: member.name, role: member.role });
  };
  return {
    /**
     * Identifies a person by PIN for one action, without signing in. A wrong PIN counts as a failed try.
     * @param place a separate counter ({@link KIOSK_EXIT}); by default the person's or the till's
     */
    identify(...tried: Parameters<typeof tryPin>): Promise<Result<SignedIn>> {
      const result = checking.then(() => tryPin(...tried));
      checking = result.catch(() => undefined);
      return result;
    },
    hasOwner: members.hasOwner,
    close: () => guard.close(),
  };
}

function unknownPin(left: Pick<ErrorDetails, "triesLeft" | "until"> = {}) {
  return failed("not_allowed", {
    ...left,
    because: reasonFor("staff_wrong_pin"),
    fields: [invalidField("pin", reasonFor("pin_of_approver"))],
  });
}

function lockedOut(until: number, waitMs: number) {
  return failed("locked_out", {
    until: new Date(until).toISOString(),
    because: reasonFor("staff_locked_out", { minutes: Math.ceil(waitMs / 60_000) }),
  });
}
