/** Runs the steps of open vends in the background. Each step is stored first, and repeated after a restart. */
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { Dispenser, VendOrderAnswer, VendReport } from "../dispenser.ts";
import type { Slots } from "../slots/slots.ts";
import { cancelVend, moneyOf, requestMoneyOperation, type VendMoneyPorts } from "./money.ts";
import {
  applyUnknownDropRule,
  changeAndJournal,
  type ReportPorts,
  recordDoubt,
  recordOrderResponse,
  recordReport,
  recordSecondReport,
} from "./reports.ts";
import type { VendRow } from "./rows.ts";
import { endUnordered, nextStep, pauseBetween, type VendStep, type VendTime } from "./step.ts";
import { checkReport, formatDrops } from "./vend-items.ts";
import { type Watch, watchVends } from "./watch.ts";

export interface VendRunnerPorts
  extends VendMoneyPorts,
    Omit<ReportPorts, "watch">,
    Pick<StorageContext, "clock" | "log"> {
  dispenser(): Dispenser | null;
  machineAddress(): string | null;
  beingChecked(posTid: string): boolean;
  slots: Slots;
}

const AFTER_FAILURE_MS = 5000;
const CHECK_MS = 60_000;
/** After this long without useful information about a vend, its slots are off sale. */
const QUIET_MS = 10_000;
const STUCK_MS = 10 * 60_000;
/** Concurrent vends in contact with the machine; an old one that hangs leaves room for new ones. */
const MAX_CONCURRENT = 4;

interface Runner extends VendRunnerPorts {
  watch: Watch;
  turns: Turns;
  closed: AbortSignal;
}

/** Starts following all open vends, each in its own loop, so that none delays another. */
export function startVendRunner(ports: VendRunnerPorts): Loop & Pick<Watch, "isSilent"> {
  const watch = watchVends(ports.clock);
  const turns = createTurns(MAX_CONCURRENT);
  const following = new Map<string, Loop>();
  const startFollowing = (posTid: string) => {
    const vendLoop: Loop = startLoop(ports, () => follow({ ...ports, watch, turns, closed: vendLoop.closed }, posTid));
    following.set(posTid, vendLoop);
  };
  const loop: Loop = startLoop(ports, () => {
    const open = ports.vends.listActive();
    watch.forgetOthers(open);
    for (const posTid of open) if (!following.has(posTid)) startFollowing(posTid);
    for (const [posTid, vendLoop] of following) {
      if (open.includes(posTid)) vendLoop.wake();
      else void vendLoop.close().then(() => following.delete(posTid));
    }
    return CHECK_MS;
  });
  return {
    ...loop,
    isSilent: watch.isSilent,
    async close() {
      await loop.close();
      await Promise.all([...following.values()].map((vendLoop) => vendLoop.close()));
    },
  };
}

/** Runs steps of one vend until it has to wait. Returns the wait in ms. A failure does not block other vends. */
async function follow(runner: Runner, posTid: string): Promise<number> {
  try {
    for (;;) {
      if (runner.closed.aborted || runner.beingChecked(posTid)) return CHECK_MS;
      // Vends of a file restored without authentication: an operator decides about their money.
      if (runner.store.rows.find(posTid)?.isUnproven) return CHECK_MS;
      const row = requireVend(runner, posTid);
      const time = timeOf(runner, row);
      const step = nextStep(row, moneyOf(runner, posTid), time);
      if (step.do === "wait") return step.for === null ? CHECK_MS : Math.max(1, step.for);
      if (step.do === "placeOrder" && runner.slots.isOnlySilent(row.items)) return pauseBetween(time);
      const pause = isMessage(step) ? runner.watch.pauseLeft(posTid, pauseBetween(time)) : 0;
      if (pause > 0) return pause;
      await runStep(runner, row, step);
      if (isMessage(step)) blockSilentSlots(runner, posTid, time);
    }
  } catch (err) {
    runner.log.error({ err, posTid }, "a vend could not be polled and will be retried");
    return AFTER_FAILURE_MS;
  }
}

function blockSilentSlots({ slots, watch }: Runner, posTid: string, { age }: VendTime): void {
  if (watch.quietMs(posTid) >= QUIET_MS || age >= STUCK_MS) slots.blockSilent(posTid, reasonFor("vend_slot_silent"));
}

function requireVend({ vends }: Pick<Runner, "vends">, posTid: string): VendRow {
  const row = vends.find(posTid);
  if (row === null) throw new Error(`vend ${posTid} is not in the database`);
  return row;
}

function isMessage({ do: what }: VendStep): boolean {
  return what === "sendOrder" || what === "pollReport" || what === "confirmReport";
}

function timeOf({ store, watch }: Runner, row: VendRow): VendTime {
  const create = store.view(row.posTid).operations.find(({ kind }) => kind === "create");
  return watch.timeOf(row, create === undefined ? null : Date.parse(create.createdAt));
}

async function runStep(runner: Runner, row: VendRow, step: VendStep): Promise<void> {
  const { posTid } = row;
  switch (step.do) {
    case "wait":
      return;
    case "cancel":
      return cancelVend(runner, posTid, step.money, null);
    case "recordApproval":
      return runner.store.commit(posTid, (now) => runner.vends.change(posTid, { approvedAt: now }));
    case "placeOrder":
      // The machine was replaced, or a slot has failed since: order nothing and release the money.
      return isOwnMachine(runner, row) && runner.slots.findProblem(row.items) === null
        ? placeOrder(runner, row)
        : runStep(runner, row, endUnordered(moneyOf(runner, posTid)));
    case "sendOrder":
      return recordOrderResponse(runner, row, await sendOrder(runner, row));
    case "pollReport":
      return pollReport(runner, row);
    case "applyRule":
      return applyUnknownDropRule(runner, row, row.because ?? noReportReason(runner, row));
    case "capture":
    case "release":
      return requestMoneyOperation(runner, posTid, step);
    case "flagDoubt":
      return recordDoubt(runner, row, reasonFor(`vend_${step.because}`));
    case "confirmReport":
      return recordSecondReport(runner, row, await requestReport(runner, row));
    case "finish":
      return finish(runner, row);
  }
}

function placeOrder(runner: Runner, { posTid, id, items }: VendRow): void {
  const data = { id, items: formatDrops(items) };
  changeAndJournal(runner, { event: "vend.ordered", posTid, data }, (now) => ({ state: "dispensing", orderedAt: now }));
  runner.watch.orderPlaced(posTid);
}

async function sendOrder(runner: Runner, row: VendRow): Promise<VendOrderAnswer> {
  const slots = row.items.map(({ slot, quantity }) => ({ slot, quantity }));
  const call = () =>
    callMachine(runner, row, (machine, signal) => machine.orderVend(row.id, slots, signal), "unreached");
  return runner.watch.sendOrder(row, call);
}

async function pollReport(runner: Runner, row: VendRow): Promise<void> {
  const report = await requestReport(runner, row);
  const meaning = recordReport(runner, row, report, timeOf(runner, row));
  // An operator may have resolved it during the request.
  if (meaning === "unordered" && requireVend(runner, row.posTid).state === row.state)
    await runStep(runner, row, endUnordered(moneyOf(runner, row.posTid)));
}

async function requestReport(runner: Runner, row: VendRow): Promise<VendReport> {
  const unreached: VendReport = { state: "unreached" };
  return runner.watch.pollReport(row, async () =>
    checkReport(
      await callMachine(runner, row, (machine, signal) => machine.pollVend(row.id, signal), unreached),
      row.items,
    ),
  );
}

function noReportReason(runner: Runner, row: VendRow): Reason {
  return reasonFor(isOwnMachine(runner, row) ? "vend_unanswered" : "vend_other_machine");
}

/** Returns whether the configured machine received this vend. Another machine would drop the items again. */
function isOwnMachine({ machineAddress }: Pick<Runner, "machineAddress">, { machine }: VendRow): boolean {
  return machine === null || machine === machineAddress();
}

async function callMachine<T>(
  runner: Runner,
  row: VendRow,
  call: (machine: Dispenser, signal: AbortSignal) => Promise<T>,
  unreached: T,
): Promise<T> {
  return runner.turns(async () => {
    const machine = isOwnMachine(runner, row) ? runner.dispenser() : null;
    return machine === null ? unreached : call(machine, runner.closed);
  });
}

async function finish(runner: Runner, row: VendRow): Promise<void> {
  const { posTid, id, because } = row;
  const state = because === null || because.code === "vend_short" ? "done" : "unknown";
  const { capturedTotal } = runner.store.view(posTid);
  const data = { id, state, captured: capturedTotal };
  changeAndJournal(runner, { event: "vend.finished", posTid, data }, () => ({ state }));
  if (isOwnMachine(runner, row)) await runner.dispenser()?.endSession(id);
}

export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits concurrent work to `limit`. The newest waiting work runs first. */
export function createTurns(limit: number): Turns {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.pop();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
