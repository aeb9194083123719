/** The driver of a vending machine on a serial port (docs/vending.md). */
import type { Dispenser, OrderProblem, SlotCount, VendOrderAnswer, VendReport } from "../../../kiosk/dispenser.ts";
import { readReport, unreadableReport } from "../../../kiosk/report.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { answerMs, type OpenWire, type SerialLink, startSerialLink } from "./link.ts";
import { type Answer, isEncodable, isValidSlotName, PROTOCOL_VERSION } from "./messages.ts";
import { serialWire } from "./wire.ts";

export interface SerialDispenserPorts {
  clock: Pick<Clock, "sleep" | "monotonic">;
  log: Log;
  /** Replaces the serial port in tests */
  open?: OpenWire;
}

const BUSY = "busy";
const EMPTY = "empty";

/** Maximum duration of an order, because the customer is waiting. */
const ORDER_MS = 25_000;
/** A placeholder: the till's own ids always fit. */
const PLACEHOLDER_ID = "v";

/** Timeout of the session's end, which is optional. A stopping till does not wait longer. */
const END_MS = 1500;

/** Starts to open the port, and retries until it is closed. */
export function serialDispenser(
  { path, baudRate }: { path: string; baudRate: number },
  { clock, log, open = serialWire({ path, baudRate }, clock) }: SerialDispenserPorts,
): Dispenser {
  const link = startSerialLink({ clock, log: log.child({ path }), open, baudRate });
  let loggedProblem: string | null = null;
  return {
    orderVend: oneAtATime(vendOrders(link, log)),
    pollVend: (id, signal) => askFor(link, id, signal),
    orderProblem: (items) => orderProblem(items, baudRate),
    async problem(signal) {
      const answer = await link.exchange({ verb: "HELLO" }, signal);
      if (answer === null) return "unreached";
      if (answer.kind !== "hello" || answer.version !== PROTOCOL_VERSION) return "strange";
      if (answer.problem !== loggedProblem && answer.problem !== null)
        log.warn({ problem: answer.problem }, "the vending machine cannot sell");
      loggedProblem = answer.problem;
      return loggedProblem === null ? null : "unfit";
    },
    async endSession(id) {
      const over = new AbortController();
      void clock.sleep(END_MS, over.signal).then(() => over.abort());
      await link.exchange({ verb: "END", id }, over.signal);
      over.abort();
    },
    close: link.close,
  };
}

function orderProblem(items: readonly SlotCount[], baudRate: number): OrderProblem | null {
  if (items.length === 0) return null;
  const unnamed = items.find(({ slot }) => !isValidSlotName(slot));
  if (unnamed !== undefined) return { because: "slot", slot: unnamed.slot };
  // BEGIN, one REQUEST per item, and VEND. The report has one question less.
  const takesMs = (items.length + 2) * answerMs(baudRate);
  return takesMs > ORDER_MS || !isEncodable(PLACEHOLDER_ID, items) ? { because: "length" } : null;
}

/** The machine has a single session, which the BEGIN of another vend would replace before the VEND. */
function oneAtATime(order: Dispenser["orderVend"]): Dispenser["orderVend"] {
  let last: Promise<unknown> = Promise.resolve();
  return (...told) => {
    const answer = last.then(() => order(...told));
    last = answer;
    return answer;
  };
}

function vendOrders(link: SerialLink, log: Log) {
  /** The vend whose motors this process may have started. */
  let started: string | null = null;
  return async (id: string, items: readonly SlotCount[], signal: AbortSignal): Promise<VendOrderAnswer> => {
    if (!isEncodable(id, items)) {
      log.error({ id, items }, "the order does not fit into the serial protocol");
      return "refused";
    }
    // A machine that lost the vend would dispense again, so its status is checked first.
    if (started === id) {
      const { state } = await askFor(link, id, signal);
      if (state !== "strange") return state === "unreached" || state === "unreadable" ? "unreached" : "accepted";
    }
    const requested = await requestItems(link, id, items, signal);
    if (requested === "approved") started = id;
    const answer =
      requested === "approved" ? orderAnswer(await link.exchange({ verb: "VEND", id }, signal)) : requested;
    if (answer === "refused" || typeof answer !== "string") await link.exchange({ verb: "CANCEL", id }, signal);
    return answer;
  };
}

/** Opens a session and requests its items. No motor turns yet. */
async function requestItems(
  link: SerialLink,
  id: string,
  items: readonly SlotCount[],
  signal: AbortSignal,
): Promise<VendOrderAnswer | "approved"> {
  const drops = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const session = await link.exchange({ verb: "BEGIN", id, drops }, signal);
  if (session?.kind !== "open") return orderAnswer(session);
  for (const [index, { slot, quantity }] of items.entries()) {
    const answer = await link.exchange({ verb: "REQUEST", id, item: index + 1, slot, quantity }, signal);
    if (answer?.kind !== "approved") return orderAnswer(answer, slot);
  }
  return "approved";
}

/** @param slot the requested slot; null: the answer concerns the whole order */
function orderAnswer(answer: Answer | null, slot: string | null = null): VendOrderAnswer {
  if (answer?.kind === "vend") return "accepted";
  if (answer?.kind === "denied") {
    if (answer.reason === BUSY) return "unreached";
    return answer.reason === EMPTY ? { emptySlot: slot } : "refused";
  }
  // After a restart the machine knows no session, so the order is repeated from the start.
  return answer?.kind === "error" ? "refused" : "unreached";
}

async function askFor(link: SerialLink, id: string, signal: AbortSignal): Promise<VendReport> {
  const answer = await link.exchange({ verb: "ASK", id }, signal);
  // Lines arrive in order, so an open session has received no VEND.
  if (answer?.kind === "open" || answer?.kind === "strange") return { state: "strange" };
  if (answer?.kind === "unreadable") return unreadableReport(answer.field, answer.found);
  if (answer?.kind !== "vend") return { state: "unreached" };
  // Counts of a pending vend are not final, and each costs a line.
  if (answer.state === "pending") return { state: "pending", dropped: [] };
  const dropped: SlotCount[] = [];
  const ordered: SlotCount[] = [];
  for (let item = 1; item <= answer.items; item++) {
    const counted = await link.exchange({ verb: "ITEM", id, item }, signal);
    if (counted?.kind === "unreadable") return unreadableReport(counted.field, counted.found);
    if (counted?.kind !== "item") return { state: "unreached" };
    ordered.push({ slot: counted.slot, quantity: counted.ordered });
    if (counted.dropped > 0) dropped.push({ slot: counted.slot, quantity: counted.dropped });
  }
  const report = readReport({ state: answer.state, dropped });
  return "dropped" in report ? { ...report, ordered } : report;
}
