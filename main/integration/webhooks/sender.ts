/**
 * Sends payment events to one webhook. Messages are sent one at a time, so those about one payment keep their order.
 * The journal is the queue: payments write nothing extra and never wait. Failed messages are retried. A message that
 * fails for days while others succeed is given up and noted in the journal.
 */
import type { Payment } from "../../../contract/views.ts";
import type { Kiosk } from "../../kiosk/module.ts";
import { iso } from "../../lib/iso-time.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { Transport } from "../../service/api/transport.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Delivered, deliver } from "./delivery.ts";
import type { LateRow, MachineNews, News, WebhookRow, WebhookRows } from "./rows.ts";
import type { WebhookSecrets } from "./secrets.ts";

export interface SenderPorts extends Pick<StorageContext, "clock" | "log" | "random"> {
  rows: WebhookRows;
  secrets: Pick<WebhookSecrets, "of">;
  transport: Pick<Transport, "exchange">;
  view(posTid: string): Payment;
  kiosk: Pick<Kiosk, "slots">;
  /** Signature time, based on the service's clock because this machine's clock may be wrong */
  signedAt(): number;
  note(event: string, row: WebhookRow, posTid?: string): void;
}

export interface Sender extends Pick<Loop, "wake" | "close"> {
  /** Sends a test message at once. Success reactivates a webhook that had ended. */
  test(): Promise<Delivered>;
}

/** Retry limit of a message that is refused while others are accepted. */
export const GIVE_UP_MS = 3 * 24 * 60 * 60_000;
/** Saves the position when it advanced by this many journal entries. */
const MAX_UNSAVED_ENTRIES = 500;

/** Retry times (monotonic), and entries that were sent before the position reached them. */
interface Pace {
  notBefore: number;
  lateUntil: Map<string, number>;
  told: Map<string, number>;
  /** The message about the vending machine, which never delays payments */
  machine: { attempts: number; notBefore: number };
}

interface Task {
  news: News;
  late: LateRow | null;
}

/** Starts the delivery of events to one webhook. */
export function startSender(ports: SenderPorts, id: string): Sender {
  const pace: Pace = {
    notBefore: Number.NEGATIVE_INFINITY,
    lateUntil: new Map(),
    told: new Map(),
    machine: { attempts: 0, notBefore: 0 },
  };
  const loop = startLoop(ports, () => runStep(ports, id, pace, loop.closed));
  return {
    wake: loop.wake,
    close: loop.close,
    async test() {
      const row = ports.rows.find(id);
      if (row === null) return { is: "gone", detail: "removed" };
      const delivered = await sendTest(ports, row, loop.closed);
      if (delivered.is === "taken") {
        ports.rows.change(id, { endedAt: null, failures: 0 });
        pace.notBefore = Number.NEGATIVE_INFINITY;
        loop.wake();
      }
      return delivered;
    },
  };
}

/** Sends one message, or returns the idle time in ms; null means until the next event. */
async function runStep(ports: SenderPorts, id: string, pace: Pace, closed: AbortSignal): Promise<number | null> {
  const row = ports.rows.find(id);
  if (row === null || row.endedAt !== null) return null;
  const now = ports.clock.monotonic();
  if (now < pace.notBefore) return pace.notBefore - now;
  const late = ports.rows.late(id);
  const task = nextTask(ports, row, pace, late);
  if (task === null) {
    const machine = await sendMachineState(ports, row, pace, closed);
    if (machine === 0) return 0;
    const due = [
      ...late.map(({ posTid }) => (pace.lateUntil.get(posTid) ?? now) - now),
      ...(machine === null ? [] : [machine]),
    ];
    return due.length === 0 ? null : Math.max(1, Math.min(...due));
  }
  const delivered = await send(ports, row, messageOf(ports, task.news), closed);
  // Aborted by the shutdown, or removed in the meantime: the result is unknown.
  if (ports.rows.find(id) === null || (closed.aborted && delivered.is === "refused")) return null;
  storeResult(ports, row, pace, { task, delivered });
  return 0;
}

/** Prefers new messages: they probe a webhook that is down, and one refused message does not block the others. */
function nextTask({ clock, rows }: SenderPorts, row: WebhookRow, pace: Pace, late: readonly LateRow[]): Task | null {
  let { position } = row;
  for (let news = rows.next({ ...row, position }); news !== null; news = rows.next({ ...row, position })) {
    if ((pace.told.get(news.posTid) ?? 0) < news.sequence) return { news, late: null };
    pace.told.delete(news.posTid);
    position = news.sequence;
  }
  const end = rows.end();
  if (end - row.position >= MAX_UNSAVED_ENTRIES) {
    pace.told.clear();
    rows.change(row.id, { position: end });
  }
  const due = late.find(({ posTid }) => (pace.lateUntil.get(posTid) ?? 0) <= clock.monotonic());
  const news = due === undefined ? null : rows.lastOf(due.posTid);
  return due === undefined || news === null ? null : { news, late: due };
}

/**
 * Sends the vending machine's current state.
 * @returns ms until the next attempt; null if there is nothing to send
 */
async function sendMachineState(
  ports: SenderPorts,
  row: WebhookRow,
  pace: Pace,
  closed: AbortSignal,
): Promise<number | null> {
  const { clock, note, random, rows } = ports;
  const { id } = row;
  const news = rows.machineNews(row);
  if (news === null) return null;
  const wait = pace.machine.notBefore - clock.monotonic();
  if (wait > 0) return wait;
  const delivered = await send(ports, row, machineMessage(ports, news), closed);
  if (rows.find(id) === null || (closed.aborted && delivered.is === "refused")) return null;
  const told = { machinePosition: news.sequence, machineFailedAt: null };
  if (delivered.is === "taken") {
    pace.machine.attempts = 0;
    const lastError = rows.late(id).length === 0 ? null : row.lastError;
    rows.change(id, { ...told, failures: 0, lastError, lastOkAt: clock.now() });
  } else if (delivered.is === "refused") {
    const machineFailedAt = row.machineFailedAt ?? clock.now();
    pace.machine.attempts += 1;
    const pause = Math.max(pauseAfter(pace.machine.attempts, random()), delivered.retryAfterMs);
    pace.machine.notBefore = clock.monotonic() + pause;
    const isGivenUp = isRefusedAlone(ports, row, machineFailedAt);
    const mark = isGivenUp ? told : { machineFailedAt };
    rows.change(id, { ...mark, failures: row.failures + 1, lastError: delivered.detail });
    if (isGivenUp) note("webhook.givenUp", row);
  } else end(ports, row, delivered.detail);
  return 0;
}

function machineMessage({ kiosk: { slots } }: SenderPorts, { at, hash }: MachineNews) {
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
function messageOf({ view }: SenderPorts, { at, hash, posTid }: News) {
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

function storeResult(ports: SenderPorts, row: WebhookRow, pace: Pace, { task, delivered }: Settled): void {
  // A late message does not move the journal position.
  const position = task.late === null ? task.news.sequence : row.position;
  if (delivered.is === "refused") scheduleRetry(ports, { ...row, position }, pace, { task, delivered });
  else if (delivered.is === "taken") told(ports, { ...row, position }, pace, task);
  else end(ports, row, delivered.detail);
}

interface Settled<D extends Delivered = Delivered> {
  task: Task;
  delivered: D;
}

function told({ clock, rows }: SenderPorts, { id, position, lastError }: WebhookRow, pace: Pace, task: Task): void {
  const { news, late } = task;
  if (late !== null) rows.forgetLate(id, news.posTid);
  if (news.sequence > position) pace.told.set(news.posTid, news.sequence);
  const isWell = rows.late(id).length === 0;
  rows.change(id, { position, failures: 0, lastError: isWell ? null : lastError, lastOkAt: clock.now() });
}

/** Schedules the retry of the message, and of the webhook. */
function scheduleRetry(
  ports: SenderPorts,
  row: WebhookRow,
  pace: Pace,
  { task: { news, late }, delivered }: Settled<Extract<Delivered, { is: "refused" }>>,
): void {
  const { clock, log, note, random, rows } = ports;
  const { id, position } = row;
  const { posTid } = news;
  const [failures, attempts] = [row.failures + 1, (late?.attempts ?? 0) + 1];
  const failedAt = late?.failedAt ?? clock.now();
  rows.change(id, { position, failures, lastError: delivered.detail });
  if (failures === 1) log.warn({ webhook: id, detail: delivered.detail }, "a webhook is not accepting events");
  pace.notBefore = clock.monotonic() + Math.max(pauseAfter(failures, random()), delivered.retryAfterMs);
  pace.lateUntil.set(posTid, clock.monotonic() + pauseAfter(attempts, random()));
  if (isRefusedAlone(ports, row, failedAt)) {
    rows.forgetLate(id, posTid);
    note("webhook.givenUp", row, posTid);
  } else rows.keepLate(id, { posTid, attempts, failedAt });
}
