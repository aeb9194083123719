/**
 * Sends payment events to one webhook. Messages are sent one at a time, so those about one payment keep their order.
 * The journal is the queue: payments write nothing extra and never wait. Failed messages are retried. A message that
 * fails for days while others succeed is given up and noted in the journal.
 */
import type { EventOf } from "../../../contract/journal/events.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import type { Kiosk } from "../../kiosk/module.ts";
import { iso } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { Transport } from "../../service/api/transport.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Delivered, deliver } from "./delivery.ts";
import type { JournalEntry, LateRow, PaymentEntry, WebhookRow, WebhookRows } from "./rows.ts";
import type { WebhookSecrets } from "./secrets.ts";

export interface SenderPorts extends Pick<StorageContext, "clock" | "log" | "random"> {
  rows: WebhookRows;
  secrets: Pick<WebhookSecrets, "of">;
  transport: Pick<Transport, "exchange">;
  view(posTid: string): Payment;
  kiosk: Pick<Kiosk, "slots">;
  /** Signature time, based on the service's clock because this machine's clock may be wrong */
  signedAt(): number;
  note(event: EventOf<"webhook">, row: WebhookRow, posTid?: string): void;
}

export type Sender = ReturnType<typeof startSender>;

/** Retry limit of a message that is refused while others are accepted. */
export const GIVE_UP_MS = 3 * 24 * 60 * 60_000;
/** Saves the position when it advanced by this many journal entries. */
const MAX_UNSAVED_ENTRIES = 500;

/** Retry times (monotonic), and entries that were sent before the position reached them. */
interface RetrySchedule {
  notBefore: number;
  lateUntil: Map<string, number>;
  deliveredAhead: Map<string, number>;
  /** The message about the vending machine, which never delays payments */
  machine: { attempts: number; notBefore: number };
}

interface Task {
  entry: PaymentEntry;
  late: LateRow | null;
}

/** Starts sending to one webhook, from its stored position. */
export function startSender(ports: SenderPorts, id: string) {
  const schedule: RetrySchedule = {
    notBefore: Number.NEGATIVE_INFINITY,
    lateUntil: new Map(),
    deliveredAhead: new Map(),
    machine: { attempts: 0, notBefore: 0 },
  };
  const loop = startLoop(ports, () => runStep(ports, id, schedule, loop.closed));
  return {
    wake: loop.wake,
    close: loop.close,
    /** Sends a test message at once. Success reactivates a webhook that had ended. */
    async test(): Promise<Delivered> {
      const row = ports.rows.find(id);
      if (row === null) return { is: "gone", detail: "removed" };
      const delivered = await sendTest(ports, row, loop.closed);
      if (delivered.is === "accepted") {
        ports.rows.change(id, { endedAt: null, failures: 0 });
        schedule.notBefore = Number.NEGATIVE_INFINITY;
        loop.wake();
      }
      return delivered;
    },
  };
}

/** Sends one message, or returns the idle time in ms; null means until the next event. */
async function runStep(
  ports: SenderPorts,
  id: string,
  schedule: RetrySchedule,
  closed: AbortSignal,
): Promise<number | null> {
  const row = ports.rows.find(id);
  if (row === null || row.endedAt !== null) return null;
  const now = ports.clock.monotonic();
  if (now < schedule.notBefore) return schedule.notBefore - now;
  const late = ports.rows.lateMessages(id);
  const task = nextTask(ports, row, schedule, late);
  if (task === null) {
    const machine = await sendMachineState(ports, row, schedule, closed);
    if (machine === 0) return 0;
    const delaysMs = [
      ...late.map(({ posTid }) => (schedule.lateUntil.get(posTid) ?? now) - now),
      ...(machine === null ? [] : [machine]),
    ];
    return delaysMs.length === 0 ? null : Math.max(1, Math.min(...delaysMs));
  }
  const delivered = await send(ports, row, messageOf(ports, task.entry), closed);
  // Aborted by the shutdown, or removed in the meantime: the result is unknown.
  if (ports.rows.find(id) === null || (closed.aborted && delivered.is === "refused")) return null;
  storeResult(ports, row, schedule, { task, delivered });
  return 0;
}

/** Prefers new messages: they probe a webhook that is down, and one refused message does not block the others. */
function nextTask(
  { clock, rows }: SenderPorts,
  row: WebhookRow,
  schedule: RetrySchedule,
  late: readonly LateRow[],
): Task | null {
  let { position } = row;
  for (let entry = rows.next({ ...row, position }); entry !== null; entry = rows.next({ ...row, position })) {
    if ((schedule.deliveredAhead.get(entry.posTid) ?? 0) < entry.sequence) return { entry, late: null };
    schedule.deliveredAhead.delete(entry.posTid);
    position = entry.sequence;
  }
  const end = rows.lastSequence();
  if (end - row.position >= MAX_UNSAVED_ENTRIES) {
    schedule.deliveredAhead.clear();
    rows.change(row.id, { position: end });
  }
  const due = late.find(({ posTid }) => (schedule.lateUntil.get(posTid) ?? 0) <= clock.monotonic());
  const entry = due === undefined ? null : rows.latestOf(due.posTid);
  return due === undefined || entry === null ? null : { entry, late: due };
}

/**
 * Sends the vending machine's current state.
 * @returns ms until the next attempt; null if there is nothing to send
 */
async function sendMachineState(
  ports: SenderPorts,
  row: WebhookRow,
  schedule: RetrySchedule,
  closed: AbortSignal,
): Promise<number | null> {
  const { clock, note, random, rows } = ports;
  const { id } = row;
  const entry = rows.machineEntry(row);
  if (entry === null) return null;
  const wait = schedule.machine.notBefore - clock.monotonic();
  if (wait > 0) return wait;
  const delivered = await send(ports, row, machineMessage(ports, entry), closed);
  if (rows.find(id) === null || (closed.aborted && delivered.is === "refused")) return null;
  const doneMark = { machinePosition: entry.sequence, machineFailedAt: null };
  if (delivered.is === "accepted") {
    schedule.machine.attempts = 0;
    const lastError = rows.lateMessages(id).length === 0 ? null : row.lastError;
    rows.change(id, { ...doneMark, failures: 0, lastError, lastOkAt: clock.now() });
  } else if (delivered.is === "refused") {
    const machineFailedAt = row.machineFailedAt ?? clock.now();
    schedule.machine.attempts += 1;
    const pause = Math.max(pauseAfter(schedule.machine.attempts, random()), delivered.retryAfterMs);
    schedule.machine.notBefore = clock.monotonic() + pause;
    const isGivenUp = isRefusedAlone(ports, row, machineFailedAt);
    const mark = isGivenUp ? doneMark : { machineFailedAt };
    rows.change(id, { ...mark, failures: row.failures + 1, lastError: delivered.detail });
    if (isGivenUp) note("webhook.givenUp", row);
  } else end(ports, row, delivered.detail);
  return 0;
}

function machineMessage({ kiosk: { slots } }: SenderPorts, { at, hash }: JournalEntry) {
  const dispenser = { outOfService: slots.isOutOfService(), slots: slots.list() };
  const body = { type: "dispenser.changed", timestamp: iso(at), data: { dispenser } };
  return { id: `msg_${hash.toString("base64url")}`, body: JSON.stringify(body) };
}

/** Returns whether a message failed for days while others succeeded. */
function isRefusedAlone({ clock }: SenderPorts, { lastOkAt }: WebhookRow, failedAt: number): boolean {
  return clock.now() - failedAt >= GIVE_UP_MS && (lastOkAt ?? 0) > failedAt;
}

function end({ clock, note, rows }: SenderPorts, row: WebhookRow, lastError: string): void {
  rows.change(row.id, { endedAt: clock.now(), lastError });
  note("webhook.ended", row);
}

/** The id derives from the entry, so a retry after a lost response or a restart is the same message. */
function messageOf({ view }: SenderPorts, { at, hash, posTid }: PaymentEntry) {
  const body = { type: "payment.changed", timestamp: iso(at), data: { payment: view(posTid) } };
  return { id: `msg_${hash.toString("base64url")}`, body: JSON.stringify(body) };
}

function sendTest(ports: SenderPorts, row: WebhookRow, closing: AbortSignal): Promise<Delivered> {
  const at = ports.clock.now();
  const body = JSON.stringify({ type: "webhook.test", timestamp: iso(at), data: {} });
  return send(ports, row, { id: `msg_test_${row.id}_${at}`, body }, closing);
}

async function send(
  { secrets, signedAt, transport }: SenderPorts,
  { id, url }: WebhookRow,
  message: { id: string; body: string },
  closing: AbortSignal,
): Promise<Delivered> {
  const secret = secrets.of(id);
  // The vault was replaced: there is no secret until the owner creates a new one.
  if (secret === null) return { is: "refused", detail: "no secret", retryAfterMs: 0 };
  return deliver(transport, { url, secret }, message, { at: signedAt(), closing });
}

function storeResult(ports: SenderPorts, row: WebhookRow, schedule: RetrySchedule, { task, delivered }: Settled): void {
  // A late message does not move the journal position.
  const position = task.late === null ? task.entry.sequence : row.position;
  if (delivered.is === "refused") scheduleRetry(ports, { ...row, position }, schedule, { task, delivered });
  else if (delivered.is === "accepted") recordDelivery(ports, { ...row, position }, schedule, task);
  else end(ports, row, delivered.detail);
}

interface Settled<D extends Delivered = Delivered> {
  task: Task;
  delivered: D;
}

function recordDelivery(
  { clock, rows }: SenderPorts,
  { id, position, lastError }: WebhookRow,
  schedule: RetrySchedule,
  task: Task,
): void {
  const { entry, late } = task;
  if (late !== null) rows.forgetLate(id, entry.posTid);
  if (entry.sequence > position) schedule.deliveredAhead.set(entry.posTid, entry.sequence);
  const hasNoLateMessages = rows.lateMessages(id).length === 0;
  rows.change(id, { position, failures: 0, lastError: hasNoLateMessages ? null : lastError, lastOkAt: clock.now() });
}

/** Schedules the retry of the message, and of the webhook. */
function scheduleRetry(
  ports: SenderPorts,
  row: WebhookRow,
  schedule: RetrySchedule,
  { task: { entry, late }, delivered }: Settled<Extract<Delivered, { is: "refused" }>>,
): void {
  const { clock, log, note, random, rows } = ports;
  const { id, position } = row;
  const { posTid } = entry;
  const [failures, attempts] = [row.failures + 1, (late?.attempts ?? 0) + 1];
  const failedAt = late?.failedAt ?? clock.now();
  rows.change(id, { position, failures, lastError: delivered.detail });
  if (failures === 1) log.warn({ webhook: id, detail: delivered.detail }, "a webhook is not accepting events");
  schedule.notBefore = clock.monotonic() + Math.max(pauseAfter(failures, random()), delivered.retryAfterMs);
  schedule.lateUntil.set(posTid, clock.monotonic() + pauseAfter(attempts, random()));
  if (isRefusedAlone(ports, row, failedAt)) {
    rows.forgetLate(id, posTid);
    note("webhook.givenUp", row, posTid);
  } else rows.saveLate(id, { posTid, attempts, failedAt });
}
