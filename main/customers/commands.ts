import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../contract/calls/errors.ts";
import {
  isPermissionOpen,
  type Permission,
  type PermissionPage,
  type Scope,
} from "../../contract/customers/permissions.ts";
import type { EventOf, JournalEntry } from "../../contract/journal/events.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { Clock } from "../lib/clock.ts";
import type { CustomerIdentity } from "../payments/start.ts";
import { type Recipient, recipientIn } from "./claims.ts";
import { isClockBeforeAnswer } from "./erasure.ts";
import { type Forgotten, forgetCustomer } from "./forget.ts";
import type { Claims } from "./records.ts";
import { abortPermission, type RequestPorts, requestPermission } from "./request.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";
import { isUsable } from "./view.ts";

export interface PermissionCommandPorts extends RequestPorts {
  approver(): string | null;
  isPayment(posTid: string): boolean;
  forgotten: Forgotten;
}

export type PermissionCommands = ReturnType<typeof permissionCommands>;

const USUAL_PAGE = 50;

export function permissionCommands(ports: PermissionCommandPorts) {
  const { store } = ports;
  const customers = (posTid: string) => customersOnly(store.find(posTid));
  const unknown = (posTid: string) => failed("not_found", { posTid, because: reasonFor("permission_unknown") });
  return {
    "permission.request": (input: CommandInput<"permission.request">) => requestPermission(ports, input),
    "permission.get": ({ posTid }: { posTid: string }): Result<Permission> =>
      customers(posTid) === null ? unknown(posTid) : done(store.view(posTid)),
    "permission.list": ({ cursor, limit = USUAL_PAGE }: CommandInput<"permission.list">): Result<PermissionPage> => {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
      if (before === null)
        return failed("invalid_input", { fields: [invalidField("cursor", reasonFor("field_cursor"))] });
      const rows = store.rows.page(before, limit + 1);
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      const items = rows.slice(0, limit).map(({ posTid }) => store.view(posTid));
      return done({ items, next: last === undefined ? null : `before-${last.sequence}` });
    },
    "permission.abort": ({ posTid }: { posTid: string }) =>
      customers(posTid) === null ? unknown(posTid) : abortPermission(ports, posTid),
    "permission.reveal": ({ posTid, claim }: CommandInput<"permission.reveal">): Result<{ value: string }> => {
      const row = customers(posTid);
      return row === null ? unknown(posTid) : reveal(ports, row, claim);
    },
    "customer.forget": ({ posTid }: { posTid: string }): Result<{ erased: string[] }> => {
      const row = customers(posTid);
      if (row !== null) {
        ports.forgotten.add(posTid);
        return done({ erased: forgetCustomer(store, posTid, ports.actor()) });
      }
      // A payment's row contains no customer data except the masked customer.
      return ports.isPayment(posTid) ? done({ erased: [] }) : unknown(posTid);
    },
  };
}

/** Excludes identity checks of staff, which no customer command may use. */
export function customersOnly(row: PermissionRow | null): PermissionRow | null {
  return row?.nonce === null ? row : null;
}

function readCursor(cursor: string): number | null {
  const sequence = /^before-(\d{1,15})$/.exec(cursor)?.[1];
  return sequence === undefined ? null : Number(sequence);
}

function reveal(ports: PermissionCommandPorts, row: PermissionRow, claim: string): Result<{ value: string }> {
  const claims = claimsOf(ports, row);
  if (!claims.ok) return claims;
  const found = claimOf(claims.value, claim);
  if (found === null) return failed("not_found", { posTid: row.posTid, because: reasonFor("permission_no_claim") });
  const { posTid } = row;
  recordAccess(ports, row, (data) => ({ event: "permission.revealed", posTid, data: { ...data, claim: found.name } }));
  return done({ value: found.value });
}

/** Returns all stored claims in full. Error `illegal_state`: none, or no longer */
export function claimsOf(
  { store, clock }: Pick<PermissionCommandPorts, "store" | "clock">,
  row: PermissionRow,
): Result<Claims> {
  const { posTid, erasedAt, phase } = row;
  const data = isExpired(row, clock) ? null : store.open(row);
  if (data !== null) return done(data.claims);
  if (erasedAt !== null) return failed("illegal_state", { posTid, because: reasonFor("permission_erased") });
  const because = reasonFor(isPermissionOpen(phase) ? "permission_not_yet" : "permission_nothing_kept");
  return failed("illegal_state", { posTid, because });
}

function recordAccess(
  ports: PermissionCommandPorts,
  row: PermissionRow,
  entryOf: (data: { purpose: string; approvedBy?: string }) => JournalEntry<EventOf<"permission">>,
): void {
  const { store } = ports;
  const { posTid, purpose } = row;
  store.commit(posTid, (now) => {
    const approvedBy = ports.approver();
    const entry = entryOf({ purpose, ...(approvedBy !== null && { approvedBy }) });
    store.journal.append({ ...entry, actor: ports.actor() }, now);
  });
}

/**
 * Returns a customer's address for a label, and journals the access.
 * @param as the kind of label. Error `illegal_state`: erased, or never shared
 */
export function recipientOf(ports: PermissionCommandPorts, posTid: string, as: string): Result<Recipient> {
  const row = customersOnly(ports.store.find(posTid));
  if (row === null) return failed("not_found", { posTid, because: reasonFor("permission_unknown") });
  const claims = claimsOf(ports, row);
  if (!claims.ok) return claims;
  const recipient = recipientIn(claims.value);
  if (recipient === null) return failed("illegal_state", { posTid, because: reasonFor("label_no_address") });
  recordAccess(ports, row, (data) => ({ event: "permission.labelled", posTid, data: { ...data, as } }));
  return done(recipient);
}

/** True after the deadline, even before the erasure loop runs. */
function isExpired(row: PermissionRow, clock: Clock): boolean {
  const now = clock.now();
  return row.deadline === null || row.deadline <= now || isClockBeforeAnswer(row, now);
}

/** Finds `shipping_address.locality`, `email`, or a whole scope with one claim per line. */
export function claimOf(claims: Claims, claimName: string): { name: string; value: string } | null {
  const [scope = "", name] = claimName.split(".");
  const entries = Object.entries(claims) as [Scope, Record<string, string>][];
  const ofScope = entries.find(([name]) => name === scope)?.[1];
  if (name !== undefined) {
    const value = ofScope?.[name];
    return value === undefined ? null : { name: claimName, value };
  }
  if (ofScope !== undefined) {
    const { formatted: _whole, ...parts } = ofScope;
    return { name: scope, value: Object.values(parts).join("\n") };
  }
  for (const [entryScope, values] of entries)
    if (values[claimName] !== undefined) return { name: `${entryScope}.${claimName}`, value: values[claimName] };
  return null;
}

/** Returns the granting customer for a payment, by a token that stays in the main process. */
export function tokenOf(store: PermissionStore, clock: Clock, posTid: string): Result<CustomerIdentity> {
  const row = customersOnly(store.find(posTid));
  const data = row !== null && isUsable(row, clock.now()) && !isExpired(row, clock) ? store.open(row) : null;
  if (row === null || data === null)
    return failed("illegal_state", { posTid, because: reasonFor("permission_no_token") });
  return done({ identifier: data.accessToken, customer: row.customer });
}
