/** Takes the steps of open vends in the background: each is written down before it is taken, and taken again after a restart. */
import type { JournalValues } from "../../../contract/journal.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { UnknownDropRule } from "../../../contract/vend.ts";
import type { Operation, OperationKind, Payment } from "../../../contract/views.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import { canonicalBody } from "../../payments/bodies.ts";
import type { PaymentCommands } from "../../payments/commands.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { Dispenser, SlotCount, VendOrderAnswer, VendReport } from "../dispenser.ts";
import { dropWords, isSameDrop, isWithin, linesOf, payable, tidied } from "./goods.ts";
import type { VendChange, VendRow, VendRows } from "./rows.ts";
import { meaningOfStrange, nextStep, pauseBetween, type VendMoney, type VendStep, type VendTime } from "./step.ts";
import { type Watch, watchVends } from "./watch.ts";

export interface VendRunnerPorts extends Pick<StorageContext, "clock" | "database" | "log"> {
  store: PaymentStore;
  vends: VendRows;
  payments: Pick<PaymentCommands, "abort">;
  /** Null: there is none (any more) */
  dispenser(): Dispenser | null;
  unknownDrop(): UnknownDropRule;
  /** The service's time, ms since the epoch, whatever is done to this machine's clock; null until it has answered */
  serviceNow(): number | null;
  /** Whether a payment has yet to be compared with the service, after a restore */
  beingChecked(posTid: string): boolean;
  /** The queue has something to do */
  wakeQueue(): void;
}

/** How long the machine may take for one answer. */
const ANSWER_MS = 5000;
const LOOK_MS = 60_000;

interface Runner extends VendRunnerPorts {
  watch: Watch;
  closed: AbortSignal;
}

/** Starts following the open vends, those too that a restart has left. */
export function startVendRunner(ports: VendRunnerPorts): Loop & Pick<Watch, "isSilent"> {
  const watch = watchVends(ports.clock);
  const loop: Loop = startLoop(ports, async () => {
    const runner = { ...ports, watch, closed: loop.closed };
    const open = ports.vends.toFollow();
    watch.keepOnly(open);
    const pauses: number[] = [];
    for (const posTid of open) if (!loop.closed.aborted) pauses.push(await follow(runner, posTid));
    return Math.min(LOOK_MS, ...pauses);
  });
  return { ...loop, isSilent: watch.isSilent };
}

/** Takes steps of one vend until it has to wait. One that fails does not block the others. @returns for how long, in ms */
async function follow(runner: Runner, posTid: string): Promise<number> {
  try {
    for (;;) {
      if (runner.closed.aborted || runner.beingChecked(posTid)) return LOOK_MS;
      const row = existing(runner, posTid);
      const time = timeOf(runner, row);
      const step = nextStep(row, moneyOf(runner, posTid), time);
      if (step.do === "wait") return step.for === null ? LOOK_MS : Math.max(1, step.for);
      const pause = isMessage(step) ? runner.watch.pauseLeft(posTid, pauseBetween(time)) : 0;
      if (pause > 0) return pause;
      await take(runner, row, step);
    }
  } catch (err) {
    runner.log.error({ err, posTid }, "a vend could not be followed, and is tried again");
    return ANSWER_MS;
  }
}

function existing({ vends }: Pick<Runner, "vends">, posTid: string): VendRow {
  const row = vends.find(posTid);
  if (row === null) throw new Error(`vend ${posTid} is not in the database`);
  return row;
}

function isMessage({ do: what }: VendStep): boolean {
  return what === "tell" || what === "ask" || what === "askAgain";
}

function timeOf({ store, watch }: Runner, row: VendRow): VendTime {
  const create = store.view(row.posTid).operations.find(({ kind }) => kind === "create");
  return watch.timeOf(row, create === undefined ? null : Date.parse(create.createdAt));
}

async function take(runner: Runner, row: VendRow, step: Exclude<VendStep, { do: "wait" }>): Promise<void> {
  switch (step.do) {
    case "cancel":
      return cancelVend(runner, row.posTid, step.money, null);
    case "begin": {
      const items = dropList(row.items);
      write(runner, row.posTid, "vend.ordered", { id: row.id, items }, (now) => ({
        state: "dispensing",
        orderedAt: now,
      }));
      return runner.watch.begun(row.posTid);
    }
    case "tell":
      return heardOrder(runner, row, await tell(runner, row));
    case "ask":
      return heardReport(runner, row, await ask(runner, row));
    case "decide":
      return decide(runner, row, reasonFor("vend_unanswered"));
    case "capture":
    case "release":
      return moveMoney(runner, row.posTid, step);
    case "doubt":
      return doubt(runner, row, reasonFor(`vend_${step.because}`), {});
    case "askAgain":
      return heardAgain(runner, row, await ask(runner, row));
    case "finish":
      return finish(runner, row);
  }
}

async function tell(runner: Runner, row: VendRow): Promise<VendOrderAnswer> {
  const slots = row.items.map(({ slot, quantity }) => ({ slot, quantity }));
  const say = () => speak(runner, (machine, signal) => machine.order(row.id, slots, signal), "unreached");
  return runner.watch.tell(row, say);
}

async function ask(runner: Runner, row: VendRow): Promise<VendReport> {
  const say = () => speak<VendReport>(runner, (machine, signal) => machine.ask(row.id, signal), { state: "unreached" });
  return runner.watch.ask(row, say);
}

async function speak<T>(
  { closed, dispenser }: Runner,
  say: (machine: Dispenser, signal: AbortSignal) => Promise<T>,
  unreached: T,
): Promise<T> {
  const signal = AbortSignal.any([closed, AbortSignal.timeout(ANSWER_MS)]);
  const machine = dispenser();
  return machine === null ? unreached : say(machine, signal);
}

function heardOrder(runner: Runner, { posTid, id }: VendRow, answer: VendOrderAnswer): void {
  if (answer === "taken") write(runner, posTid, "vend.taken", { id }, (now) => ({ takenAt: now }));
  if (answer === "refused") write(runner, posTid, "vend.refused", { id }, (now) => ({ refusedAt: now }));
}

function heardReport(runner: Runner, row: VendRow, report: VendReport): void {
  switch (report.state) {
    case "pending":
    case "unreached":
      return;
    case "done":
    case "failed":
      reported(runner, row, report.state, tidied(report.dropped));
      break;
    case "unknown":
      decide(runner, row, reasonFor("vend_machine_unsure"));
      break;
    case "strange": {
      const meaning = meaningOfStrange(row, timeOf(runner, row));
      if (meaning === "nothing") reported(runner, row, "strange", []);
      if (meaning === "forgotten") decide(runner, row, reasonFor("vend_forgotten"));
    }
  }
}

/** What dropped is known: from here on it is what is paid for, and what stands on the receipt. */
function reported(runner: Runner, row: VendRow, state: string, report: SlotCount[]): void {
  const isExpected = isWithin(row.items, report);
  const because = isExpected ? null : reasonFor("vend_other_drop", { dropped: dropWords(report) });
  settleBy(runner, row, { state: "settling", report, because }, [
    { event: "vend.reported", data: { id: row.id, state, dropped: dropList(report) } },
    ...(because === null ? [] : [doubtLine(row, because, null)]),
  ]);
}

function decide(runner: Runner, row: VendRow, because: Reason): void {
  const rule = runner.unknownDrop();
  settleBy(runner, row, { state: "settling", because, rule }, [doubtLine(row, because, rule)]);
}

interface Line {
  event: string;
  data: JournalValues;
}

/** An operator may have said what dropped while the machine was asked: then that is how it stays. */
function settleBy(runner: Runner, row: VendRow, change: VendChange, journal: readonly Line[]): void {
  const { store, vends } = runner;
  store.commit(row.posTid, (now) => {
    if (existing(runner, row.posTid).state !== "dispensing") return;
    vends.change(row.posTid, change);
    const lines = linesOf(payable({ ...row, ...change }));
    if (lines.length > 0) store.rows.change(row.posTid, { lines }, now);
    for (const line of journal) store.journal.append({ ...line, posTid: row.posTid }, now);
  });
}

function doubtLine({ id }: VendRow, because: Reason, rule: UnknownDropRule | null): Line {
  return { event: "vend.doubted", data: { id, because: inEnglish(because), rule } };
}

function doubt(runner: Runner, row: VendRow, because: Reason, change: VendChange): void {
  const { event, data } = doubtLine(row, because, row.rule);
  write(runner, row.posTid, event, data, () => ({ ...change, because: row.because ?? because }));
}

/** The first report is what counts: a machine that then says otherwise is looked at by a person. */
function heardAgain(runner: Runner, row: VendRow, report: VendReport): void {
  const { posTid, id } = row;
  const first = row.report ?? [];
  const second = report.state === "done" || report.state === "failed" ? tidied(report.dropped) : first;
  if (isSameDrop(first, second)) {
    runner.store.commit(posTid, (now) => runner.vends.change(posTid, { askedAgainAt: now }));
    return;
  }
  const because = reasonFor("vend_second_report", { dropped: dropWords(first), second: dropWords(second) });
  const data = { id, first: dropList(first), second: dropList(second) };
  write(runner, posTid, "vend.contradicted", data, (now) => ({
    askedAgainAt: now,
    because: row.because ?? because,
  }));
}

async function finish(runner: Runner, row: VendRow): Promise<void> {
  const { posTid, id, because } = row;
  const state = because === null ? "done" : "unknown";
  const { capturedTotal } = runner.store.view(posTid);
  write(runner, posTid, "vend.finished", { id, state, captured: capturedTotal }, () => ({ state }));
  await runner.dispenser()?.end();
}

/** Gives a vend up of which nothing was ordered. @param actor who asked for it; null: the till itself */
export function cancelVend(
  ports: Pick<VendRunnerPorts, "database" | "payments" | "store" | "vends" | "wakeQueue">,
  posTid: string,
  money: "abort" | "release" | "none",
  actor: string | null,
): void {
  const { database, payments, store, vends } = ports;
  transact(database, () => {
    store.commit(posTid, (now) => {
      vends.change(posTid, { state: "cancelled" });
      store.journal.append({ event: "vend.cancelled", posTid, actor, data: { money } }, now);
    });
    if (money === "abort") payments.abort({ posTid });
    if (money === "release") moveMoney(ports, posTid, { do: "release" });
  });
}

/** The till's own capture or release: its id and its bytes are on disk before they are sent. */
function moveMoney(
  { store, wakeQueue }: Pick<VendRunnerPorts, "store" | "wakeQueue">,
  posTid: string,
  move: Extract<VendStep, { do: "capture" | "release" }>,
): void {
  const kind = move.do;
  const amounts = move.do === "capture" ? { amount: move.amount, additionalAmount: 0 } : {};
  const { currency } = store.view(posTid);
  const id = randomIdentifier(20);
  store.commit(posTid, (now) => {
    const body = canonicalBody({ kind, id, currency, ...amounts });
    store.enqueue({ id, posTid, kind, body, ...amounts }, { automatic: true }, now);
  });
  wakeQueue();
}

function write(
  { store, vends }: Runner,
  posTid: string,
  event: string,
  data: JournalValues,
  changeAt: (now: number) => VendChange,
): void {
  store.commit(posTid, (now) => {
    vends.change(posTid, changeAt(now));
    store.journal.append({ event, posTid, data }, now);
  });
}

function dropList(dropped: readonly SlotCount[]): string {
  return dropped.map(({ slot, quantity }) => `${slot}: ${quantity}`).join(", ");
}

function moneyOf({ serviceNow, store }: Runner, posTid: string): VendMoney {
  const payment = store.view(posTid);
  const now = serviceNow();
  return {
    phase: payment.phase,
    isLate: payment.late !== null,
    isAbortAsked: payment.abortRequested,
    isMoved: payment.operations.some(({ kind }) => MOVES.has(kind)),
    left: payment.authorisedLeft + payment.authorisedAdditionalLeft,
    captured: payment.capturedTotal,
    capture: endOf(payment, "capture"),
    release: endOf(payment, "release"),
    endsIn: payment.expiresAt === null || now === null ? null : Date.parse(payment.expiresAt) - now,
  };
}

const MOVES: ReadonlySet<OperationKind> = new Set<OperationKind>(["abort", "release", "capture"]);

function endOf({ operations }: Payment, wanted: OperationKind): VendMoney["capture"] {
  const last = operations.findLast(({ kind }) => kind === wanted);
  return last === undefined ? "none" : ENDS[last.state];
}

const ENDS: Readonly<Record<Operation["state"], VendMoney["capture"]>> = {
  queued: "under_way",
  sending: "under_way",
  attention: "under_way",
  done: "done",
  refused: "refused",
};
