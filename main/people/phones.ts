/**
 * Accounts at the service instead of PINs, by phone or in the browser. Linking takes the owner's PIN and a number shown
 * on the phone, so that a passer-by who scans the code cannot be linked. An approval covers one command with one input.
 */
import { createHash, randomInt } from "node:crypto";
import type { CommandInput } from "../../contract/bridge/commands.ts";
import {
  type Approvable,
  approvalText,
  linkText,
  type PhoneTextContext,
  signInText,
} from "../../contract/bridge/phone-texts.ts";
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import type { JournalEntry } from "../../contract/journal/events.ts";
import type { PhoneCheck } from "../../contract/people/staff-phones.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import { canonicalJson } from "../../contract/values/canonical-json.ts";
import { type Access, isLocked, mayApprove, mayCall } from "../bridge/rights.ts";
import type { StorageContext } from "../storage/context.ts";
import { transact } from "../storage/database/database.ts";
import { type Accounts, staffAccounts } from "./accounts.ts";
import { type Member, staffMembers } from "./members.ts";
import { type IdentityCheck, OVER, openPhoneChecks, type PhoneChecks, type ProofVerdict } from "./phone-checks.ts";
import type { Pepper } from "./pin.ts";
import type { SignedIn } from "./session.ts";
import type { Staff } from "./staff.ts";

type CommandAbout = Parameters<typeof approvalText>[2];

export interface PhonePorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  staff: Staff;
  pepper: Pepper;
  identity: IdentityCheck;
  browser: IdentityCheck;
  access(): Access;
  isKiosk(): boolean;
  /** Returns the input as the command receives it, or its errors */
  check(command: Approvable, input: unknown): Result<unknown>;
  subjectOf(command: Approvable, input: unknown): CommandAbout;
  textContext(): PhoneTextContext;
  onChange(): void;
  onCheck(check: PhoneCheck): void;
}

type CheckSubject =
  | { is: "approve"; command: Approvable; digest: string; asker: string | null }
  /** `number`: shown on the phone to be linked; null: the browser at this till */
  | { is: "link"; person: string; number: string | null }
  | { is: "signIn" };

interface Parts extends PhonePorts {
  /** True if a window without a user may see this check */
  isOpenToLocked(id: string): boolean;
  /** Time of the last request from the kiosk exit (monotonic); null for none */
  exitAskedAt: number | null;
  checks: PhoneChecks<CheckSubject>;
  accounts: Accounts;
  members: ReturnType<typeof staffMembers>;
  record(entry: JournalEntry<"staff.accountRefused" | "staff.phoneAsked" | "staff.phoneRefused">): void;
}

export type Phones = ReturnType<typeof openPhones>;

export function openPhones(ports: PhonePorts) {
  const { clock, database, isKiosk, journal, pepper, onCheck } = ports;
  let openToLocked = "";
  const isOpenToLocked = (id: string) => id === openToLocked;
  const onChange = (check: PhoneCheck, about: CheckSubject) => {
    const isExit = about.is === "approve" && about.command === EXIT && isKiosk();
    openToLocked = isExit || about.is === "signIn" ? check.id : "";
    onCheck(check);
  };
  const parts: Parts = {
    ...ports,
    isOpenToLocked,
    exitAskedAt: null,
    checks: openPhoneChecks<CheckSubject>({ clock, onChange }),
    accounts: staffAccounts(database, pepper),
    members: staffMembers(database),
    record: (entry) => transact(database, () => journal.append(entry, clock.now())),
  };
  const { checks } = parts;
  return {
    commands: {
      "staff.phone.link": (input: CommandInput<"staff.phone.link">) => beginLink(parts, input),
      "staff.phone.confirm": (input: CommandInput<"staff.phone.confirm">) => confirmLink(parts, input),
      "staff.phone.unlink": (input: CommandInput<"staff.phone.unlink">) => unlink(parts, input),
      "staff.phone.get": ({ check }: { check: string }) => (isHidden(parts, check) ? OVER : checks.view(check)),
      "staff.phone.cancel": ({ check }: { check: string }) => (isHidden(parts, check) ? OVER : checks.cancel(check)),
      "staff.account.link": (input: CommandInput<"staff.account.link">) => beginBrowserLink(parts, input),
      "staff.account.signIn": () => beginSignIn(parts, parts.browser),
      "staff.phone.signIn": () => beginSignIn(parts, parts.identity),
      "staff.signIn": ({ pin, person, check }: CommandInput<"staff.signIn">) =>
        check === undefined ? parts.staff.signIn({ pin: pin ?? "", person }) : signInBy(parts, check),
      "staff.approveByPhone": (input: CommandInput<"staff.approveByPhone">) => beginApproval(parts, input),
    },
    isOpenToLocked,
    useApproval: (check: string, command: Approvable, input: unknown) => takeApproval(parts, check, command, input),
  };
}

/** True for a check that a locked window may neither see nor end. */
function isHidden({ access, isOpenToLocked }: Parts, id: string): boolean {
  return isLocked(access()) && !isOpenToLocked(id);
}

const EXIT = "shell.leaveKiosk";
/** Interval of requests from a kiosk's exit, because each costs the service a request. */
const EXIT_PAUSE_MS = 10_000;

/** Digests the command, its input and the text on the phone: an approval covers all three. */
function digestOf({ check, subjectOf, textContext }: Parts, command: Approvable, rawInput: unknown) {
  const input = check(command, rawInput);
  if (!input.ok) return input;
  const text = approvalText(textContext(), command, subjectOf(command, input.value));
  const digest = createHash("sha256")
    .update(canonicalJson([command, input.value, text]))
    .digest("base64url");
  return done({ digest, text });
}

async function beginApproval(
  parts: Parts,
  { command, input }: CommandInput<"staff.approveByPhone">,
): Promise<Result<PhoneCheck>> {
  const { checks, identity, staff, record } = parts;
  // At a locked till only the kiosk's exit can be approved by phone.
  const isAtLock = isLocked(parts.access());
  if (isAtLock && (command !== EXIT || !parts.isKiosk())) return failed("not_allowed");
  const digested = digestOf(parts, command, input);
  if (!digested.ok) return digested;
  const { digest, text } = digested.value;
  const other = isAtLock ? exitAnswerWithoutAsking(parts, digest) : null;
  if (other !== null) return other;
  const asker = staff.caller();
  const refuse = (because: Reason, by?: SignedIn): ProofVerdict => {
    const data = { command, asked: asker?.name ?? null, because: because.code };
    record({ event: "staff.phoneRefused", actor: by?.name ?? null, data });
    return by === undefined ? { state: "refused", because } : { state: "refused", because, by };
  };
  const previousAskedAt = parts.exitAskedAt;
  if (isAtLock) parts.exitAskedAt = parts.clock.monotonic();
  const started = await checks.begin({
    purpose: "approve",
    identity,
    text,
    about: { is: "approve", command, digest, asker: asker?.id ?? null },
    judge(subject) {
      const by = personWithAccount(parts, subject);
      if (by === null) return refuse(reasonFor("phone_not_known"));
      const may = staff.as(by, () => mayApprove(command, parts.access()));
      return may ? { state: "done", by } : refuse(reasonFor("staff_may_not_approve", { name: by.name }), by);
    },
  });
  // An unsent request does not count towards the interval.
  if (!started.ok && isAtLock && started.error.code === "offline") parts.exitAskedAt = previousAskedAt;
  if (!started.ok) return started;
  record({ event: "staff.phoneAsked", actor: asker?.name ?? null, data: { command } });
  return started;
}

/** Returns the code already shown at the exit, or the remaining wait; null to send a new request. */
function exitAnswerWithoutAsking({ checks, clock, exitAskedAt }: Parts, digest: string): Result<PhoneCheck> | null {
  const shownCheck = checks.unscanned((about) => about.is === "approve" && about.digest === digest);
  if (shownCheck !== null) return shownCheck;
  const waitMs = exitAskedAt === null ? 0 : exitAskedAt + EXIT_PAUSE_MS - clock.monotonic();
  if (waitMs <= 0) return null;
  return failed("locked_out", {
    until: new Date(clock.now() + waitMs).toISOString(),
    because: reasonFor("staff_asked_often", { seconds: Math.ceil(waitMs / 1000) }),
  });
}

/** Uses up an approval, even one that is late or for another command. */
function takeApproval(parts: Parts, id: string, command: Approvable, input: unknown): Result<SignedIn> {
  const { checks, members, accounts, staff } = parts;
  const proven = checks.findInState(id, "done");
  const expired = failed("not_allowed", { because: reasonFor("phone_over") });
  if (proven?.about.is !== "approve") return expired;
  checks.end(id, { state: "over" });
  const digested = digestOf(parts, command, input);
  const isSame = digested.ok && proven.about.command === command && proven.about.digest === digested.value.digest;
  if (!isSame || proven.about.asker !== (staff.caller()?.id ?? null)) return expired;
  // The owner may have changed the person or unlinked the account meanwhile.
  const now = members.find(proven.by.id);
  return now?.active && accounts.isLinked(now.id) ? done(signedIn(now)) : expired;
}

async function beginLink(parts: Parts, { id }: { id: string }): Promise<Result<PhoneCheck>> {
  const { checks, identity, members, textContext } = parts;
  const member = members.find(id);
  if (!member?.active) return failed("not_found", { because: reasonFor("staff_not_known") });
  const number = randomInt(10_000).toString().padStart(4, "0");
  return checks.begin({
    purpose: "link",
    identity,
    text: linkText(textContext(), member.name, number),
    about: { is: "link", person: id, number },
    judge: () => ({ state: "confirm", by: signedIn(member) }),
  });
}

/** Links by the browser at this till. There is no number; the owner sees the account instead. */
async function beginBrowserLink(parts: Parts, { id }: { id: string }): Promise<Result<PhoneCheck>> {
  const { browser, checks, members } = parts;
  const member = members.find(id);
  if (!member?.active) return failed("not_found", { because: reasonFor("staff_not_known") });
  return checks.begin({
    purpose: "link",
    identity: browser,
    text: "",
    about: { is: "link", person: id, number: null },
    judge: () => ({ state: "confirm", by: signedIn(member) }),
  });
}

function beginSignIn(parts: Parts, identity: IdentityCheck): Promise<Result<PhoneCheck>> {
  const { checks, textContext, record } = parts;
  return checks.begin({
    purpose: "signIn",
    identity,
    text: signInText(textContext()),
    about: { is: "signIn" },
    judge(subject) {
      const by = personWithAccount(parts, subject);
      if (by !== null) return { state: "done", by };
      const because = reasonFor("account_not_known");
      record({ event: "staff.accountRefused", data: { because: because.code } });
      return { state: "refused", because };
    },
  });
}

/** Starts a session for a proven person: once, and in time. */
async function signInBy({ accounts, checks, members, staff }: Parts, id: string) {
  const proven = checks.findInState(id, "done");
  const expired = failed("not_allowed", { because: reasonFor("phone_over") });
  if (proven?.about.is !== "signIn") return expired;
  checks.end(id, { state: "over" });
  // The owner may have removed the account or the person meanwhile.
  const now = members.find(proven.by.id);
  return now?.active && accounts.isLinked(now.id) ? staff.signInAs(signedIn(now)) : expired;
}

async function confirmLink(
  parts: Parts,
  { check: id, number, pin }: CommandInput<"staff.phone.confirm">,
): Promise<Result<PhoneCheck>> {
  const { checks, staff, access } = parts;
  const identified = await staff.identify(pin);
  if (!identified.ok) return identified;
  const owner = identified.value;
  if (!staff.as(owner, () => mayCall("staff.phone.confirm", access())))
    return failed("not_allowed", { because: reasonFor("staff_may_not_approve", { name: owner.name }) });
  const proven = checks.findInState(id, "confirm");
  if (proven?.about.is !== "link" || proven.subject === null)
    return failed("not_found", { because: reasonFor("phone_over") });
  const refuse = (because: Reason) => checks.end(id, { state: "refused", because });
  if (proven.about.number !== null && proven.about.number !== number) return refuse(reasonFor("phone_wrong_number"));
  const because = storeLink(parts, proven.about.person, proven.subject, owner);
  return because === null ? checks.end(id, { state: "done" }) : refuse(because);
}

/** @returns the reason why the account was not linked; null if it was */
function storeLink(parts: Parts, person: string, subject: string, owner: SignedIn): Reason | null {
  const { accounts, clock, database, journal, members, onChange } = parts;
  const member = members.find(person);
  if (!member?.active) return reasonFor("phone_person_gone");
  const other = accounts.personOf(subject);
  if (other !== null && other !== person) return reasonFor("phone_taken");
  transact(database, () => {
    accounts.link(person, subject, clock.now());
    journal.append({ event: "staff.phoneLinked", actor: owner.name, data: { person: member.name } }, clock.now());
  });
  onChange();
  return null;
}

function unlink({ accounts, clock, database, journal, members, onChange, staff }: Parts, { id }: { id: string }) {
  const member = members.find(id);
  if (member === null) return failed("not_found", { because: reasonFor("staff_not_known") });
  const unlinked = transact(database, () => {
    if (!accounts.unlink(id)) return false;
    const data = { person: member.name };
    journal.append({ event: "staff.phoneUnlinked", actor: staff.actor(), data }, clock.now());
    return true;
  });
  if (unlinked) onChange();
  return done({ unlinked });
}

function personWithAccount({ accounts, members }: Parts, subject: string): SignedIn | null {
  const id = accounts.personOf(subject);
  const member = id === null ? null : members.find(id);
  return member?.active ? signedIn(member) : null;
}

function signedIn({ id, name, role }: Member): SignedIn {
  return { id, name, role };
}
