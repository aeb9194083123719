/**
 * Applies permission outcomes from callbacks, polling and payments. Answered, aborted and expired requests keep their
 * phase; a late answer is dropped unread.
 */

import { isPermissionOpen, MAX_SALE_RETENTION_MS, type PermissionPhase } from "../../contract/customers/permissions.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { Phase } from "../../contract/values/phases.ts";
import type { PermissionOutcome } from "../../contract/wire/wire.ts";
import { type Answer, type Grant, readAnswer } from "./answer.ts";
import { isForgotten } from "./forget.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";

const DAY_MS = 86_400_000;

export interface AnswerPorts {
  store: PermissionStore;
  posId: string;
  onGrant(): void;
}

export type Source = "callback" | "poll" | "payment";

/**
 * Applies an outcome inside a transaction.
 * @returns `ask`: true to poll the service, since an implausible callback proves nothing
 */
export function applyAnswer(
  { store, posId, onGrant }: AnswerPorts,
  row: PermissionRow,
  wire: PermissionOutcome,
  source: Source,
  now: number,
): { ask: boolean } {
  const { posTid } = row;
  if (row.answeredAt !== null) return { ask: false };
  const answer = readAnswer(wire, row, posId);
  const isEnded = !isPermissionOpen(row.phase) && !(row.combined && row.phase === "declined");
  const isOver = isEnded || isForgotten(row);
  if (isOver) return dropLateAnswer(store, row, { answer, wire }, now);
  if (answer.is === "implausible") {
    if (source === "callback") return { ask: true };
    store.change(posTid, { phase: "attention", attention: reasonFor("permission_implausible"), answeredAt: now }, now);
    return { ask: false };
  }
  if (answer.is === "nothing") return { ask: source === "callback" };
  const status = { status: wire.status ?? row.status, statusCode: wire.status_code ?? row.statusCode };
  const rid = ridFor(store, row, wire.rid ?? null);
  if (answer.is === "pending") {
    if (status.status !== row.status || rid !== row.rid) store.change(posTid, { ...status, rid }, now);
    return { ask: false };
  }
  const update = { ...status, rid, answeredAt: now, attention: charge(store, row, wire, now) };
  if (answer.is === "granted") {
    storeGrant(store, row, answer.grant, now);
    store.change(posTid, { ...update, phase: "granted" }, now);
    const data = { granted: answer.grant.granted.join(" "), purpose: row.purpose, fee: feeIn(wire), source };
    store.journal.append({ event: "permission.granted", posTid, data }, now);
    onGrant();
    return { ask: false };
  }
  store.change(posTid, { ...update, phase: answer.is }, now);
  return { ask: false };
}

function ridFor({ rows }: PermissionStore, { posTid, rid }: PermissionRow, answeredRid: string | null): string | null {
  if (rid !== null || answeredRid === null) return rid;
  const other = rows.findByRid(answeredRid);
  return other === null || other.posTid === posTid ? answeredRid : null;
}

function storeGrant(store: PermissionStore, row: PermissionRow, grant: Grant, now: number): void {
  const { accessToken, refreshToken, idToken, lifetimeMs } = grant;
  const retentionMs = row.keepDays === 0 ? MAX_SALE_RETENTION_MS : row.keepDays * DAY_MS;
  store.storeData(row.posTid, { accessToken, refreshToken, idToken, claims: {} }, now);
  const times = { deadline: now + retentionMs, tokenUntil: lifetimeMs === null ? null : now + lifetimeMs };
  const sale = row.combined ? row.posTid : null;
  store.change(row.posTid, { ...times, granted: grant.granted, toRead: grant.granted, sale }, now);
}

/** Drops a late answer except for its fee, and journals it once. */
function dropLateAnswer(
  store: PermissionStore,
  row: PermissionRow,
  { answer, wire }: { answer: Answer; wire: PermissionOutcome },
  now: number,
) {
  const { posTid, phase } = row;
  if (answer.is === "pending" || answer.is === "implausible" || answer.is === "nothing") return { ask: false };
  store.change(posTid, { answeredAt: now }, now);
  // The service charges for a grant even after the till stopped waiting.
  const attention = charge(store, row, wire, now);
  if (attention !== null) store.change(posTid, { attention }, now);
  if (answer.is === "granted")
    store.journal.append({ event: "permission.answerDropped", posTid, data: { phase, fee: feeIn(wire) } }, now);
  return { ask: false };
}

function charge(store: PermissionStore, row: PermissionRow, wire: PermissionOutcome, now: number): Reason | null {
  return store.charge(row, feeIn(wire), wire.currency ?? null, now);
}

function feeIn({ transaction_fee: fee }: PermissionOutcome): number {
  return fee ?? 0;
}

/** Follows the payment's phase inside its transaction, until the service answers. */
export function followPayment(store: PermissionStore, row: PermissionRow, phase: Phase, now: number): void {
  if (row.answeredAt !== null || isForgotten(row)) return;
  const next = BY_PAYMENT[phase];
  if (next !== null && next !== row.phase) store.change(row.posTid, { phase: next }, now);
}

/** An approved payment without permission data means that nothing was granted. */
const BY_PAYMENT: Readonly<Record<Phase, PermissionPhase | null>> = {
  draft: "draft",
  queued: "queued",
  waiting: "waiting",
  authorised: "declined",
  partly_captured: "declined",
  captured: "declined",
  partly_refunded: "declined",
  refunded: "declined",
  released: "declined",
  rejected: "declined",
  aborted: "aborted",
  expired: "expired",
  attention: null,
};
