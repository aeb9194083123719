/**
 * The only way to change a permission: one transaction with its journal entry and phase. Customer data is sealed in the
 * row, under a key that the vault destroys at its end.
 */
import type { ErasureReason, Permission, PermissionPhase } from "../../contract/customers/permissions.ts";
import { packReason, type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import { shortenText } from "../../contract/values/plain-text.ts";
import { MAX_FIXED_FEES } from "../payments/plausibility.ts";
import type { Operations } from "../payments/queue/operations.ts";
import type { StorageContext } from "../storage/context.ts";
import { afterCommit, transact } from "../storage/database/database.ts";
import { revisionOf } from "../storage/journal/revision.ts";
import type { Mails } from "./mails.ts";
import { maskClaims } from "./mask.ts";
import type { GrantedData, Records } from "./records.ts";
import type { NewPermission, PermissionChange, PermissionRow, PermissionRows } from "./rows.ts";
import { permissionView } from "./view.ts";

export type PermissionStore = ReturnType<typeof createPermissionStore>;

export interface FeeBookings {
  /** Books a fee inside a transaction. Amount in minor units */
  permission(fee: { posTid: string; amount: number; currency: string; actor: string | null }, now: number): void;
}

export interface PermissionStorePorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  rows: PermissionRows;
  operations: Operations;
  records: Records;
  mails: Mails;
  bookings: FeeBookings;
  currency: string;
  onChange(permission: Permission): void;
}

export function createPermissionStore(ports: PermissionStorePorts) {
  const { bookings, clock, database, journal, mails, operations, records, rows } = ports;
  const notify = (posTid: string) => afterCommit(database, () => ports.onChange(store.view(posTid)));
  const store = {
    rows,
    operations,
    journal,
    records,
    mails,
    find: rows.find,
    insert(permission: NewPermission, now: number) {
      rows.insert(permission, now);
      notify(permission.posTid);
    },
    commit<T>(posTid: string, change: (now: number) => T): T {
      const value = transact(database, () => {
        const now = clock.now();
        const result = change(now);
        updatePhase(store, posTid, now);
        return result;
      });
      notify(posTid);
      return value;
    },
    change(posTid: string, change: PermissionChange, now: number) {
      changeRow(ports, posTid, change, now);
      notify(posTid);
    },
    storeData(posTid: string, content: GrantedData, now: number) {
      const sealed = records.seal(posTid, content);
      const { claims } = existing(rows, posTid);
      rows.change(posTid, { sealed, claims: { ...claims, ...maskClaims(content.claims) } }, now);
    },
    /**
     * Stores the service's fee (2.4) inside a transaction, and books it once if plausible.
     * @param feeCurrency null for the till's
     * @returns the reason why it was not booked
     */
    charge(row: PermissionRow, fee: number, feeCurrency: string | null, now: number): Reason | null {
      const { posTid, combined, askedBy } = row;
      const currency = feeCurrency ?? ports.currency;
      store.change(posTid, { fee, feeCurrency: currency, feeAt: now }, now);
      if (fee === 0) return null;
      // A combined request's fee is part of its payment's fee.
      if (currency !== ports.currency || (!combined && fee > MAX_FIXED_FEES)) return unbooked(fee, currency);
      if (!combined) bookings.permission({ posTid, amount: fee, currency, actor: askedBy }, now);
      return null;
    },
    open: ({ posTid, sealed }: PermissionRow): GrantedData | null =>
      sealed === null ? null : records.open(posTid, sealed),
    /** Destroys the stored data inside a transaction. @returns the names of what was erased */
    erase: (row: PermissionRow, because: ErasureReason, { actor = null }: { actor?: string | null }, now: number) =>
      eraseData(store, row, because, actor, now),
    view: (posTid: string): Permission => viewOf(store, posTid, revisionOf(database), clock.now()),
  };
  return store;
}

function eraseData(
  { change, journal, mails, records }: PermissionStore,
  row: PermissionRow,
  because: ErasureReason,
  actor: string | null,
  now: number,
): string[] {
  const { posTid } = row;
  const erased = namesOfStoredData(row);
  if (because === "asked" && mails.forget(posTid, now)) erased.push("receipt_mail.email");
  // The key first: even if this transaction fails, the row cannot be opened.
  records.destroy([posTid]);
  const cleared = { ...retainedOf(row, because), sealed: null, tokenUntil: null, deadline: null, toRead: [] };
  change(posTid, { ...cleared, erasedAt: now, erasedBecause: because, erased }, now);
  const data = { because, purpose: row.purpose, claims: erased.join(" ") };
  journal.append({ event: "customer.erased", posTid, actor, data }, now);
  return erased;
}

function unbooked(fee: number, currency: string): Reason {
  const words = { quoted: `${fee} ${shortenText(currency, 10)}` };
  return reasonFor("permission_fee_unbooked", { fee: words });
}

function changeRow(
  { rows, journal }: Pick<PermissionStorePorts, "rows" | "journal">,
  posTid: string,
  change: PermissionChange,
  now: number,
): void {
  const previous = existing(rows, posTid);
  rows.change(posTid, change, now);
  const { phase } = existing(rows, posTid);
  if (phase === previous.phase) return;
  const attention = change.attention ? packReason(change.attention) : null;
  journal.append({ event: "permission.phase", posTid, data: { from: previous.phase, to: phase, attention } }, now);
}

/** Names the stored data, for example `access_token` or `email.email`. */
function namesOfStoredData({ claims, sealed, customer }: PermissionRow): string[] {
  const read = Object.entries(claims).flatMap(([scope, values]) =>
    Object.keys(values).map((name) => `${scope}.${name}`),
  );
  return [...(sealed === null ? [] : ["access_token"]), ...(customer === null ? [] : ["customer"]), ...read];
}

/**
 * Returns what remains after an erasure: as little as possible without a key, since the customer may have been
 * forgotten.
 */
function retainedOf(row: PermissionRow, because: ErasureReason): Pick<PermissionRow, "claims" | "customer"> {
  if (because === "asked") return { claims: {}, customer: null };
  return { claims: ageOf(row), customer: because === "unreadable" ? null : row.customer };
}

function ageOf({ claims: { fodselsnummer, bankid } }: PermissionRow): PermissionRow["claims"] {
  return { ...(fodselsnummer && { fodselsnummer }), ...(bankid && { bankid }) };
}

function viewOf(store: PermissionStore, posTid: string, revision: number, now: number): Permission {
  const related = { revision, operations: requestsOf(store, posTid), mail: store.mails.latest(posTid) };
  return permissionView(existing(store.rows, posTid), related, now);
}

function requestsOf({ operations }: Pick<PermissionStore, "operations">, posTid: string) {
  return operations.ofPayment(posTid).filter(({ kind }) => kind === "permission");
}

/** Updates the phase from the request's state in the queue. */
function updatePhase(store: PermissionStore, posTid: string, now: number): void {
  const row = existing(store.rows, posTid);
  const request = requestsOf(store, posTid).at(-1);
  if (row.rid !== null || request === undefined || (row.phase !== "queued" && row.phase !== "attention")) return;
  const next = phaseOfRequest(request);
  if (next.phase !== row.phase || next.attention?.code !== row.attention?.code) store.change(posTid, next, now);
}

type Request = ReturnType<typeof requestsOf>[number];

function phaseOfRequest({ state, givenUp, lastError }: Request): { phase: PermissionPhase; attention: Reason | null } {
  if (state === "parked") return { phase: "attention", attention: lastError };
  if (state !== "refused") return { phase: "queued", attention: null };
  if (givenUp) return { phase: "aborted", attention: reasonFor("permission_aborted") };
  return { phase: "attention", attention: lastError };
}

function existing(rows: PermissionRows, posTid: string): PermissionRow {
  const row = rows.find(posTid);
  if (row === null) throw new Error(`permission ${posTid} is not in the database`);
  return row;
}
