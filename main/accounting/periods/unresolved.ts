/** The blockers of a close, and the unresolved items that a person decides about at a close. */

import { PRESENT_PHASES } from "../../../contract/phases.ts";
import { inEnglishOrNull } from "../../../contract/reasons.ts";
import type { Blocker, Decision, PaymentBlocker, UnderWay, Unresolved } from "../../../contract/reports.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import { confirming } from "../../payments/listing.ts";
import type { PaymentRow } from "../../payments/payment-row.ts";
import type { OperationRow } from "../../payments/queue/operation.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Differences, StandingDifference } from "../reconciliation/differences.ts";

export interface UnresolvedPorts {
  database: Database;
  store: PaymentStore;
  differences: Differences;
  currency: string;
}

/** A reservation with less left than this is asked about: it may be gone before the next close. */
const SOON_MS = 24 * 3600 * 1000;

/**
 * Sales that a customer or the service has yet to decide, money that came late, and a database that is behind the
 * service: a period is not closed over them.
 * @param restoredAt when a backup was restored that is still compared with the service, ms since the epoch; or null
 */
export function blockersOf({ store }: Pick<UnresolvedPorts, "store">, restoredAt: number | null): Blocker[] {
  const blocker = (because: PaymentBlocker["because"], row: PaymentRow, since: number): Blocker => ({
    because,
    posTid: row.posTid,
    number: row.number,
    phase: row.phase,
    amount: because === "late_money" ? heldBy(row) : row.amount + row.additionalAmount,
    currency: row.currency,
    since: iso(since),
  });
  return [
    ...(restoredAt === null ? [] : [{ because: "restored" as const, since: iso(restoredAt) }]),
    ...store.rows.inPhases(PRESENT_PHASES).map((row) => blocker("open_sale", row, row.createdAt)),
    ...store.rows.inbox().map((row) => blocker("late_money", row, row.lateSince ?? row.modifiedAt)),
  ];
}

function heldBy({ reserved, capturedTotal, refundedTotal }: PaymentRow): number {
  return reserved + capturedTotal - refundedTotal;
}

/**
 * Everything else that is unresolved, with what may be decided about each: one row for one item, since two about the
 * same money would say two things. What a close is not made over at all ({@link blockersOf}) is not asked about again, and
 * a reservation that is being taken or released is that taking or releasing. @param now ms since the epoch, by the service's clock */
export function unresolvedOf(ports: UnresolvedPorts, now: number): Unresolved[] {
  const { store, differences, currency } = ports;
  const blocked = new Set([...store.rows.inPhases(PRESENT_PHASES), ...store.rows.inbox()].map(({ posTid }) => posTid));
  const open = store.operations.unsettled().flatMap((operation) => {
    const row = store.rows.find(operation.posTid);
    return row === null ? [] : [{ operation, row }];
  });
  const busy = new Set(open.map(({ row }) => row.posTid));
  const moving = [...open, ...confirmingNow(store)].filter(({ row }) => !blocked.has(row.posTid));
  const isMoving = new Set(moving.map(({ row }) => row.posTid));
  return [
    ...moving.map(({ operation, row }) => operationItem(operation, row)),
    ...store.rows.inPhases(["attention"]).flatMap((row) => (busy.has(row.posTid) ? [] : [attentionItem(row)])),
    ...reservations(ports)
      .filter(({ posTid }) => !blocked.has(posTid))
      .map((row) => ({ row, item: reservationItem(store, row, now) }))
      .flatMap(({ row, item }) => (isMoving.has(row.posTid) && !item.decisions.includes("release") ? [] : [item])),
    ...differences.standing().map((standing) => differenceItem(standing, currency)),
  ];
}

const NOTHING = { operation: null, expiresAt: null, difference: null, detail: null, detailReason: null } as const;

function aboutPayment({ posTid, number, tid, currency }: PaymentRow) {
  return { posTid, number, tid, currency };
}

function operationItem(operation: OperationRow, row: PaymentRow): Unresolved {
  const { id, kind, state, lastError, createdAt } = operation;
  // What is not a movement is about all that is reserved, or about all that was asked for.
  const whole = row.reserved > 0 ? row.reserved : row.amount + row.additionalAmount;
  return {
    ...NOTHING,
    ...aboutPayment(row),
    subject: `operation:${id}`,
    kind: state === "parked" ? "parked_operation" : "open_operation",
    operation: kind === "permission" ? null : kind,
    amount: operation.amount === null ? whole : operation.amount + (operation.additionalAmount ?? 0),
    since: iso(createdAt),
    detail: inEnglishOrNull(lastError),
    detailReason: lastError,
    decisions: ["carry_over"],
    required: true,
  };
}

function attentionItem(row: PaymentRow): Unresolved {
  return {
    ...NOTHING,
    ...aboutPayment(row),
    subject: `attention:${row.posTid}`,
    kind: "attention",
    amount: row.amount + row.additionalAmount,
    since: iso(row.modifiedAt),
    detail: inEnglishOrNull(row.attention),
    detailReason: row.attention,
    decisions: ["carry_over"],
    required: true,
  };
}

function reservations({ database, store, currency }: UnresolvedPorts): PaymentRow[] {
  return database
    .prepare<[string], string>(
      "SELECT pos_tid FROM payment INDEXED BY payment_reserved WHERE reserved > 0 ORDER BY currency <> ?, sequence",
    )
    .pluck()
    .all(currency)
    .flatMap((posTid) => store.rows.find(posTid) ?? []);
}

function reservationItem(store: PaymentStore, row: PaymentRow, now: number): Unresolved {
  const expiresAt = row.outcome?.expiresAt ?? null;
  const mayRelease = store.view(row.posTid).steps.includes("release");
  // In `attention` the reason is a question of its own.
  const warning = row.phase === "attention" ? null : row.attention;
  const decisions: Decision[] = mayRelease ? ["carry_over", "release"] : ["carry_over"];
  return {
    ...NOTHING,
    ...aboutPayment(row),
    // Who decides to release so much until then decides nothing about what is left after a capture, or is renewed.
    subject: `reserved:${row.posTid}:${row.reserved}:${expiresAt ?? ""}`,
    kind: "reserved",
    amount: row.reserved,
    since: iso(row.createdAt),
    expiresAt: isoOrNull(expiresAt),
    decisions,
    detail: inEnglishOrNull(warning),
    detailReason: warning,
    required: warning !== null || expiresAt === null || expiresAt - now < SOON_MS,
  };
}

function differenceItem({ difference, foundAt }: StandingDifference, currency: string): Unresolved {
  const { id, posTid, number, tid, here, there } = difference;
  const net = (side: typeof here) => (side === null ? 0 : side.captured - side.refunded);
  return {
    ...NOTHING,
    posTid,
    number,
    tid,
    difference,
    subject: `difference:${id}`,
    kind: "difference",
    amount: Math.abs(net(here) - net(there)),
    currency: here?.currency ?? there?.currency ?? currency,
    since: iso(foundAt),
    decisions: ["carry_over", "accept"],
    required: true,
  };
}

/** Captures and refunds under way, which the service accepted and does not list yet, each with its payment. */
function confirmingNow({ rows, operations }: PaymentStore): { operation: OperationRow; row: PaymentRow }[] {
  return rows.unconfirmed().flatMap((posTid) => {
    const row = rows.find(posTid);
    if (row === null) return [];
    return confirming(operations.ofPayment(posTid), row.outcome).map((operation) => ({ operation, row }));
  });
}

/** The money under way in a currency: it belongs to the period in which the service lists it. */
export function underWayNow(store: PaymentStore, currency: string): UnderWay {
  const own = confirmingNow(store).filter(({ row }) => row.currency === currency);
  const moves = (kind: "capture" | "refund") => own.filter(({ operation }) => operation.kind === kind);
  const sum = (kind: "capture" | "refund") =>
    moves(kind).reduce(
      (total, { operation }) => total + (operation.amount ?? 0) + (operation.additionalAmount ?? 0),
      0,
    );
  return {
    count: moves("capture").length + moves("refund").length,
    captured: sum("capture"),
    refunded: sum("refund"),
  };
}
