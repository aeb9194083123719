/**
 * The journal's events: the only ones that `Journal.append` accepts. Each row states who sees the event and the type of
 * its data. Each event needs a name in `journal.events` of both languages. `out/docs/journal.md` lists them.
 */
import type { CounterSettings } from "../catalogue/counter.ts";
import type { KioskChoices } from "../kiosk/kiosk-settings.ts";
import type { LateMoney, OperationKind, Payment } from "../payments/views.ts";
import type { Environment } from "../values/environment.ts";
import type { Phase } from "../values/phases.ts";

/** Plain JSON without secrets; customers are masked. Amounts are in minor units. */
export type JournalValues = Record<string, string | number | boolean | null>;

/**
 * Stories of payments that show the event. `own`: of its payment or data request, which an entry must name; `some`: of
 * its payment, if the entry names one; `near`: of payments around the same time; `none`.
 */
type Story = "own" | "some" | "near" | "none";

interface EventRow<S extends Story = Story, Data = unknown> {
  /** True for user actions and resulting money, the journal's default filter; other events are technical */
  people: boolean;
  story: S;
  /** Only in journals of earlier versions */
  isRetired?: true;
  /** Only for the type */
  data?: Data;
}

type NoData = Record<string, never>;

const row =
  <S extends Story>(people: boolean, story: S) =>
  <Data extends JournalValues = NoData>(): EventRow<S, Data> => ({ people, story });

const action = row(true, "none");
const technical = row(false, "none");
const actionNear = row(true, "near");
const technicalNear = row(false, "near");
const actionSome = row(true, "some");
const technicalSome = row(false, "some");
const ofPayment = { action: row(true, "own"), technical: row(false, "own") };
const retired = (people: boolean): EventRow<"none", never> => ({ people, story: "none", isRetired: true });

type Texts<Names extends string> = Record<Names, string>;
type Numbers<Names extends string> = Record<Names, number>;
type Nullable<Names extends string, Value = string> = Record<Names, Value | null>;

type Operation = { id: string; kind: OperationKind };
type Amounts = Nullable<"amount" | "additionalAmount", number>;
type Requested = Operation & Amounts & { reason: string | null; automatic: boolean; approvedBy?: string };
type Attempt = Operation & Partial<Amounts> & { attempts?: number; because: string | null };
type Movement = { id: string | null } & Numbers<"amount" | "additionalAmount">;
type Started = Pick<Payment, "action" | "amount" | "additionalAmount" | "additionalEdit" | "customer"> &
  Nullable<"code"> &
  Partial<Texts<"reference" | "register" | "lines" | "approvedBy">>;
type Outcome = { statusCode: number | null; source: string; customer: string | null };
type Summary = Texts<"status" | "said" | "currency" | "captures" | "refunds"> & { amount: number };
type Access = { purpose: string; approvedBy?: string };
type Mail = { mailId: string; attempts: number; problem: string | null };
type RefundRequest = Texts<"refundId" | "register" | "reason"> & Numbers<"amount" | "additionalAmount">;
type Ordered = { id: string; isDeposit: boolean; items: string };
type Register = { name: string; rights: string; refundLimit: number | null };
type Webhook = { address: string; register: string | null; payment?: string };
type Approval = { command: string; role: string; asked: string | null; by?: "phone" };
type Sums = { currency: string } & Numbers<"captured" | "refunded">;
type HandOver = { id: string } & Numbers<"payments" | "captured" | "refunds" | "refunded" | "net"> &
  Nullable<"counted", number>;
type Comparison = Texts<"id" | "state"> & Numbers<"total" | "compared" | "equal" | "updated" | "differences">;
type Settlement = Texts<"id" | "name" | "fingerprint"> &
  Numbers<"gross" | "fee" | "net" | "otherAmount" | "matched" | "onlyInFile" | "onlyHere" | "different" | "movements">;
type Pos = Texts<"id" | "name" | "type">;
type PrintEnd = { end: string; problem: string | null };
/** `by`: printed by a browser, without a job */
type Print = {
  receipt: string;
  copy: number;
  part?: number;
  automatic?: boolean;
  confirmed?: boolean;
  by?: "page";
} & Partial<Texts<"kind" | "jobId"> & Nullable<"problem">>;
/** `interrupted`: the time of a step that was journaled after a crash. */
type Interrupted = { interrupted?: string };
type Fingerprint = Interrupted & { fingerprint: string | null };
type KeyChange = Interrupted & { from: string; to: string; overlapDays: number; tested: boolean } & Nullable<
    "reason" | "fromFingerprint" | "toFingerprint"
  >;
type Restored = {
  from: string;
  entries: number;
  authenticated: boolean;
  excluded: string;
} & Nullable<"unauthenticatedBecause"> &
  Nullable<"usedPayment" | "usedReceipt" | "usedZ" | "usedSaft", number>;

export const JOURNAL_EVENTS = {
  "payment.started": ofPayment.action<Started>(),
  "payment.scanned": ofPayment.technical(),
  "payment.identified": ofPayment.technical<{ customer: string | null }>(),
  "payment.cancelled": ofPayment.action(),
  "payment.left": ofPayment.action(),
  "payment.codeRanOut": ofPayment.technical(),
  "payment.codeMissing": ofPayment.technical(),
  "payment.attached": ofPayment.action<{ note: string | null }>(),
  "payment.late": ofPayment.action<{ because: LateMoney["because"] }>(),
  "payment.recovered": ofPayment.action<
    Texts<"tid" | "number"> & Numbers<"amount" | "additionalAmount" | "refunded">
  >(),
  "operation.requested": ofPayment.technical<Requested>(),
  "operation.done": ofPayment.technical<Attempt>(),
  "operation.refused": ofPayment.technical<Attempt>(),
  "operation.unknown": ofPayment.technical<Attempt>(),
  "operation.parked": ofPayment.technical<Attempt>(),
  "operation.retried": ofPayment.action<Operation & { automatic?: true }>(),
  "operation.discarded": ofPayment.action<Operation & { reason: string; unknown: boolean }>(),
  "operation.expired": ofPayment.technical<Operation & { because: string }>(),
  "outcome.pending": ofPayment.technical<Outcome>(),
  "outcome.auth": ofPayment.technical<Outcome>(),
  "outcome.ok": ofPayment.technical<Outcome>(),
  "outcome.fail": ofPayment.technical<Outcome>(),
  "outcome.held": ofPayment.technical<Summary & { because: string; source: string }>(),
  "outcome.insisted": ofPayment.technical<{ because: string; source: string }>(),
  "outcome.withdrawn": ofPayment.technical<Summary & { because: string | null }>(),
  "outcome.notFound": ofPayment.technical<{ times: number }>(),
  "money.captured": ofPayment.action<Movement>(),
  "money.captureWithdrawn": ofPayment.technical<Movement>(),
  "money.refunded": ofPayment.action<Movement>(),
  "money.refundWithdrawn": ofPayment.technical<Movement>(),
  "phase.changed": ofPayment.technical<{ from: Phase; to: Phase; attention: string | null }>(),
  "refund.asked": ofPayment.technical<RefundRequest>(),
  "refund.declined": ofPayment.technical<RefundRequest>(),
  "reservation.ruleChanged": action<{ enabled: boolean; atEnd: string } & Numbers<"beforeHours" | "renewUntilHours">>(),
  "reservation.ruleFired": ofPayment.technical<{ step: string }>(),
  "scan.kept": technical<{ sticker: string | null }>(),
  "scan.forgotten": technical(),

  "vend.started": ofPayment.technical<Ordered>(),
  "vend.chosen": ofPayment.technical<Ordered>(),
  "vend.ordered": ofPayment.technical<{ id: string; items: string }>(),
  "vend.taken": ofPayment.technical<{ id: string }>(),
  "vend.refused": ofPayment.technical<{ id: string }>(),
  "vend.reported": ofPayment.technical<{ id: string; state: string; dropped: string }>(),
  "vend.contradicted": ofPayment.action<{ id: string; first: string; second: string }>(),
  "vend.doubted": ofPayment.action<{ id: string; because: string; rule: string | null; dropped?: string }>(),
  "vend.resolved": ofPayment.action<{ id: string; dropped: string }>(),
  "vend.acknowledged": ofPayment.action(),
  "vend.cancelled": ofPayment.technical<{ money: string }>(),
  "vend.finished": ofPayment.technical<{ id: string; state: string; captured: number }>(),
  "vend.tested": action<{ id: string; slot: string }>(),
  "dispenser.outOfService": action(),
  "dispenser.inService": technical(),
  "dispenser.slotBlocked": action<{ slot: string; because: string }>(),
  "dispenser.slotUnblocked": action<{ slot: string }>(),

  "permission.requested": ofPayment.action<
    Texts<"scope" | "purpose"> & { keepDays: number } & Nullable<"preset" | "code">
  >(),
  "permission.scanned": ofPayment.technical(),
  "permission.phase": ofPayment.technical<{ from: string; to: string; attention: string | null }>(),
  "permission.granted": ofPayment.action<Texts<"granted" | "purpose" | "source"> & { fee: number }>(),
  "permission.read": ofPayment.technical<Texts<"read" | "notGranted" | "unread"> & Nullable<"over18">>(),
  "permission.revealed": ofPayment.action<Access & { claim: string }>(),
  "permission.labelled": ofPayment.action<Access & { as: string }>(),
  "permission.aborted": ofPayment.action(),
  "permission.answerDropped": ofPayment.technical<{ phase: string; fee: number }>(),
  "permission.tokenOver": ofPayment.technical(),
  "permission.tokenRefreshed": ofPayment.technical(),
  "customer.erased": ofPayment.action<{ because: string; purpose: string; claims: string }>(),

  "receipt.queued": ofPayment.technical<Print>(),
  "receipt.printed": technicalSome<Print>(),
  "receipt.unknown": technicalSome<Print>(),
  "receipt.looked": technicalSome<Print>(),
  "receipt.dropped": technicalSome<Print>(),
  "receipt.sent": technicalSome<Print>(),
  "receipt.notSent": technicalSome<Print>(),
  "receipt.mailAsked": ofPayment.action<{ mailId: string; purpose: string }>(),
  "receipt.mailQueued": ofPayment.technical<{ receipt: string; mailId: string }>(),
  "receipt.mailed": ofPayment.technical<Mail>(),
  "receipt.notMailed": ofPayment.technical<Mail>(),
  "printer.tested": action<PrintEnd>(),
  "mail.tested": action<{ problem: string | null }>(),
  "drawer.asked": technical(),
  "screen.asked": technical<{ kind: string }>(),
  "display.languageChanged": technical<{ language: string }>(),

  "report.closed": action<Nullable<"number", number> & Sums & { fees: number; compared: boolean } & Nullable<"hash">>(),
  "report.read": action<Sums & Numbers<"number" | "period"> & { hash: string }>(),
  "difference.accepted": actionSome<Texts<"difference" | "kind"> & Nullable<"tid" | "note">>(),
  "reconciliation.started": action<{ id: string; total: number }>(),
  "reconciliation.ended": technical<Comparison & { afterRestore?: true }>(),
  "settlement.matched": action<Settlement>(),
  "shift.handedOver": action<HandOver>(),
  "shift.accepted": action<{ id: string; from: string; net: number }>(),
  "shift.printed": technical<PrintEnd>(),
  "export.made": action<Texts<"exportId" | "kind" | "from" | "to"> & Numbers<"rows" | "bytes">>(),
  "saft.keyMade": technical<{ version: number; fingerprint: string }>(),

  "staff.signedIn": actionNear<{ role: string; by?: "account" }>(),
  "staff.signedOut": actionNear<{ how: string }>(),
  "staff.refused": action<{ person: string | null }>(),
  "staff.approved": actionSome<Approval>(),
  "staff.approvalUsed": technicalSome<Approval>(),
  "staff.approvalRefused": actionSome<Approval & { code: string }>(),
  "staff.added": action<{ name: string; role: string }>(),
  "staff.changed": action<{ name: string; role: string; active: boolean; newPin: boolean }>(),
  "staff.ownerClaimed": action<{ name: string }>(),
  "staff.provisioned": technical<{ role: string }>(),
  "staff.pinChanged": action<{ name: string }>(),
  "staff.policyChanged": action<{ requireSignIn: boolean; idleLockMinutes: number }>(),
  "staff.roleChanged": action<{ role: string; rights: string; refundLimit: number | null }>(),
  "staff.roleRemoved": action<{ role: string | null }>(),
  "staff.accountSignIn": technical<{ enabled: boolean }>(),
  "staff.accountRefused": technical<{ because: string }>(),
  "staff.phoneAsked": technical<{ command: string }>(),
  "staff.phoneRefused": technical<{ command: string; asked: string | null; because: string }>(),
  "staff.phoneLinked": technical<{ person: string }>(),
  "staff.phoneUnlinked": technical<{ person: string }>(),

  "register.added": technical<Register>(),
  "register.changed": technical<Register>(),
  "register.revoked": technical<Register>(),
  "register.provisioned": technical<Register>(),
  "register.certificateMade": technical<{ fingerprint: string; until: string }>(),
  "webhook.added": technical<Webhook>(),
  "webhook.removed": technical<Webhook>(),
  "webhook.renewed": technical<Webhook>(),
  "webhook.provisioned": technical<Webhook>(),
  "webhook.ended": technical<Webhook>(),
  "webhook.givenUp": technical<Webhook>(),
  "sticker.created": technical<{ id: string; name: string }>(),
  "sticker.made": technical<{ id: string }>(),
  "sticker.renamed": technical<{ id: string; name: string; before: string }>(),
  "sticker.retired": technical<{ id: string; name: string }>(),
  "sticker.ended": technical<{ id: string }>(),
  "sticker.gone": technical<{ id: string }>(),
  "pos.created": technical<Pos>(),
  "pos.updated": technical<Pos>(),
  "shortlink.created": technical<{ id: string }>(),

  "settings.provisioned": action<Interrupted & Texts<"baseUrl" | "merchant" | "scheme" | "pos" | "fingerprint">>(),
  "settings.putBack": retired(true),
  "settings.catalogue": action<Numbers<"version" | "products" | "added" | "removed" | "changed">>(),
  "settings.counter": action<Omit<CounterSettings, "tips"> & { tips: string | null }>(),
  "settings.kiosk": action<Omit<KioskChoices, "dispenser"> & { dispenser: string }>(),
  "settings.receipts": action<{ shop?: string; printer?: string; receipt?: string }>(),
  "settings.mail": action<{ mail: string }>(),
  "settings.permissionPresets": action<{ presets: string }>(),
  "settings.businessDay": action<{ from: string; to: string }>(),
  "settings.shifts": action<{ counting: boolean }>(),
  "product.priceChanged": action<Texts<"product" | "name" | "currency"> & Numbers<"before" | "after">>(),
  "centre.applied": technical<{ versions: string; parts: string; fingerprint: string }>(),
  "centre.refused": technical<{ problem: string; for: string | null; version: number | null }>(),
  "centre.rolledBack": technical<{ versions: string; parts: string; because: string }>(),
  "setup.began": action<{ after: Environment }>(),
  "setup.dismissed": action(),
  "setup.finished": action<{ environment: Environment }>(),
  "keys.prepared": action<Interrupted & { scheme: string; how: string }>(),
  "keys.tested": technical<Interrupted & { scheme: string; passed: boolean; finding: string | null }>(),
  "keys.registered": action<Fingerprint>(),
  "keys.offered": action<Fingerprint>(),
  "keys.notTaken": action<Fingerprint & { status: number | null }>(),
  "keys.activated": action<KeyChange>(),
  "keys.accepted": action(),
  "keys.fellBack": technical(),
  "keys.retired": technical<Interrupted & { by: "overlap" | "owner" }>(),
  "keys.discarded": action<Interrupted & { scheme: string }>(),
  "keys.superseded": technical<Interrupted & { scheme: string }>(),
  "refundKey.made": action<{ fingerprint: string }>(),
  "refundKey.imported": action<{ fingerprint: string }>(),
  "refundKey.enrolled": action<{ name: string }>(),
  "refundKey.unlocked": technical<{ command: string }>(),
  "refundKey.removed": action<{ because: string }>(),
  "vault.weakAccepted": action<{ backend: string; by: string; sentence: string }>(),

  "till.started": technicalNear<{ version: string }>(),
  "till.stopped": technicalNear(),
  "till.restartPlanned": technical<{ at: string }>(),
  "till.restartPutOff": technical<{ at: string; since: string; because: string }>(),
  "bridge.refused": technical<{ because: string; times: number }>(),
  "shell.autoStartChanged": action<{ enabled: boolean }>(),
  "shell.kioskEntered": action(),
  "shell.kioskLeft": action(),
  "database.upgraded": technical<{ from: number; to: number; backup: string }>(),
  "database.restored": technical<Restored>(),
  "journal.accepted": action<{ entries: number; signedEntries: number | null; because: string }>(),
  "support.bundle": action<{ name: string; bytes: number }>(),
  "update.settings": action<{ enabled: boolean; from: string; to: string }>(),
  "update.refused": technical<{ version: string; because: string }>(),
  "update.installing": action<{ version: string; from: string }>(),
  "update.installed": technical<{ version: string; from: string }>(),
  "update.failed": technical<{ version: string; from: string; times: number }>(),
} as const;

type Events = typeof JOURNAL_EVENTS;

export type JournalEvent = keyof Events;

type DataOf<E extends JournalEvent> = Events[E] extends EventRow<Story, infer Data> ? Data : never;

/** The events of a subject, for example `EventOf<"staff">`. */
export type EventOf<Subject extends string> = Extract<JournalEvent, `${Subject}.${string}`>;

type Writable = { [E in JournalEvent]: [DataOf<E>] extends [never] ? never : E }[JournalEvent];

type PaymentOf<S extends Story> = S extends "own"
  ? { posTid: string }
  : S extends "some"
    ? { posTid?: string | null }
    : { posTid?: null };

interface Entry<E> {
  event: E;
  /** A person's name and role; null for the till itself */
  actor?: string | null;
}

/** An entry of one of the events `E`, with that event's data. */
export type JournalEntry<E extends Writable = Writable> = {
  [One in E]: Entry<One> &
    PaymentOf<Events[One]["story"]> &
    (DataOf<One> extends NoData ? { data?: undefined } : { data: DataOf<One> });
}[E];

/** An entry whose data has no other fields than its event's. */
export type Exactly<E extends JournalEntry> = E & {
  data?: Partial<Record<Exclude<Fields<E["data"]>, Fields<JournalEntry<E["event"]>["data"]>>, never>>;
};

type Fields<Data> = Data extends object ? keyof Data : never;

/** An event of this version. A stored row may have one of an earlier version. */
export function isJournalEvent(event: string): event is JournalEvent {
  return Object.hasOwn(JOURNAL_EVENTS, event);
}

/** Returns the events whose row matches. */
export function journalEvents(matches: (row: EventRow) => boolean = () => true): JournalEvent[] {
  return (Object.keys(JOURNAL_EVENTS) as JournalEvent[]).filter((event) => matches(JOURNAL_EVENTS[event]));
}
