import type {
  ClosingBlocker,
  Decision,
  PaymentBlocker,
  UnconfirmedTotal,
  Unresolved,
} from "../../../contract/accounting/reports.ts";
import { inEnglishOrNull } from "../../../contract/reasons/reasons.ts";
import { PRESENT_PHASES } from "../../../contract/values/phases.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import { unconfirmedOperations } from "../../payments/listing.ts";
import type { PaymentRow } from "../../payments/payment-row.ts";
import type { OperationRow } from "../../payments/queue/operation.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Differences, OpenDifference } from "../reconciliation/differences.ts";

export interface UnresolvedPorts {
  database: Database;
  store: PaymentStore;
  differences: Differences;
  currency: string;
}

/** A reservation that expires sooner requires a decision, because it may expire before the next close. */
const SOON_MS = 24 * 3600 * 1000;

/** Returns what blocks a close. `restoredAt` (milliseconds since the epoch) is a restore still being compared. */
export function blockersOf({ store }: Pick<UnresolvedPorts, "store">, restoredAt: number | null): ClosingBlocker[] {
  const blocker = (because: PaymentBlocker["because"], row: PaymentRow, since: number): ClosingBlocker => ({
    because,
    posTid: row.posTid,
    number: row.number,
    phase: row.phase,
    amount: because === "late_money" ? netHeld(row) : row.amount + row.additionalAmount,
    currency: row.currency,
    since: iso(since),
  });
  return [
    ...(restoredAt === null ? [] : [{ because: "restored" as const, since: iso(restoredAt) }]),
    ...store.rows.inPhases(PRESENT_PHASES).map((row) => blocker("open_sale", row, row.createdAt)),
    ...store.rows.inbox().map((row) => blocker("late_money", row, row.lateSince ?? row.modifiedAt)),
  ];
}

function netHeld({ reserved, capturedTotal, refundedTotal }: PaymentRow): number {
  return reserved + capturedTotal - refundedTotal;
}

/**
 * Returns the other unresolved items. Each amount has one item: blocked payments are left out, and a reservation with
 * an operation in progress appears as that operation. `now` is the service's clock.
 */
export function unresolvedOf(ports: UnresolvedPorts, now: number): Unresolved[] {
  const { store, differences, currency } = ports;
  const blocked = new Set([...store.rows.inPhases(PRESENT_PHASES), ...store.rows.inbox()].map(({ posTid }) => posTid));
  const open = store.operations.unsettled().flatMap((operation) => {
    const row = store.rows.find(operation.posTid);
    return row === null ? [] : [{ operation, row }];
  });
  const busy = new Set(open.map(({ row }) => row.posTid));
  const inProgress = [...open, ...unconfirmedMovements(store)].filter(({ row }) => !blocked.has(row.posTid));
  const paymentsInProgress = new Set(inProgress.map(({ row }) => row.posTid));
  return [
    ...inProgress.map(({ operation, row }) => operationItem(operation, row)),
    ...store.rows.inPhases(["attention"]).flatMap((row) => (busy.has(row.posTid) ? [] : [attentionItem(row)])),
    ...reservations(ports)
      .filter(({ posTid }) => !blocked.has(posTid))
      .map((row) => ({ row, item: reservationItem(store, row, now) }))
      .flatMap(({ row, item }) =>
        paymentsInProgress.has(row.posTid) && !item.decisions.includes("release") ? [] : [item],
      ),
    ...differences.listOpen().map((difference) => differenceItem(difference, currency)),
  ];
}

const EMPTY_ITEM = { operation: null, expiresAt: null, difference: null, detail: null, detailReason: null } as const;

function aboutPayment({ posTid, number, tid, currency }: PaymentRow) {
  return { posTid, number, tid, currency };
}

function operationItem(operation: OperationRow, row: PaymentRow): Unresolved {
  const { id, kind, state, lastError, createdAt } = operation;
  const fullAmount = row.reserved > 0 ? row.reserved : row.amount + row.additionalAmount;
  return {
    ...EMPTY_ITEM,
    ...aboutPayment(row),
    subject: `operation:${id}`,
    kind: state === "parked" ? "parked_operation" : "open_operation",
    operation: kind === "permission" ? null : kind,
    amount: operation.amount === null ? fullAmount : operation.amount + (operation.additionalAmount ?? 0),
    since: iso(createdAt),
    detail: inEnglishOrNull(lastError),
    detailReason: lastError,
    decisions: ["carry_over"],
    required: true,
  };
}

function attentionItem(row: PaymentRow): Unresolved {
  return {
    ...EMPTY_ITEM,
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
  const canRelease = store.view(row.posTid).steps.includes("release");
  // A payment in `attention` has an item of its own.
  const warning = row.phase === "attention" ? null : row.attention;
  const decisions: Decision[] = canRelease ? ["carry_over", "release"] : ["carry_over"];
  return {
    ...EMPTY_ITEM,
    ...aboutPayment(row),
    // Includes amount and expiry, so that a decision does not apply to a changed reservation.
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

function differenceItem({ difference, foundAt }: OpenDifference, currency: string): Unresolved {
  const { id, posTid, number, tid, here, there } = difference;
  const net = (side: typeof here) => (side === null ? 0 : side.captured - side.refunded);
  return {
    ...EMPTY_ITEM,
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

/** Returns captures and refunds that the service accepted but does not list yet. */
function unconfirmedMovements({ rows, operations }: PaymentStore): { operation: OperationRow; row: PaymentRow }[] {
  return rows.unconfirmed().flatMap((posTid) => {
    const row = rows.find(posTid);
    if (row === null) return [];
    return unconfirmedOperations(operations.ofPayment(posTid), row.outcome).map((operation) => ({ operation, row }));
  });
}

/** Returns unconfirmed money in a currency. It belongs to the period in which the service confirms it. */
export function unconfirmedMoney(store: PaymentStore, currency: string): UnconfirmedTotal {
  const own = unconfirmedMovements(store).filter(({ row }) => row.currency === currency);
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
