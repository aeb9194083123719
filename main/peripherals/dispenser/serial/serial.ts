/** The driver of a vending machine on a serial port (docs/vending-serial.md): the port's vends as sessions of lines. */
import type { Dispenser, SlotCount, VendOrderAnswer, VendReport } from "../../../kiosk/dispenser.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { type OpenWire, type SerialLink, startSerialLink } from "./link.ts";
import { type Answer, isSpeakable, PROTOCOL_VERSION } from "./messages.ts";
import { serialWire } from "./wire.ts";

export interface SerialDispenserPorts {
  clock: Pick<Clock, "sleep" | "monotonic">;
  log: Log;
  /** Another way to the machine than a port of this one; for tests */
  open?: OpenWire;
}

/** The machine is at another vend; that passes. */
const BUSY = "busy";

/** How long an end of session may take: nothing depends on it, and a till that stops does not wait for lights. */
const END_MS = 1500;

/** Begins to open the port; a port that is not there is tried again until it is closed. */
export function serialDispenser(
  { path, baudRate }: { path: string; baudRate: number },
  { clock, log, open = serialWire({ path, baudRate }, clock) }: SerialDispenserPorts,
): Dispenser {
  const link = startSerialLink({ clock, log: log.child({ path }), open, baudRate });
  const order = vendOrders(link, log);
  let last: string | null = null;
  let told: string | null = null;
  return {
    order(id, items, signal) {
      last = id;
      return order(id, items, signal);
    },
    ask(id, signal) {
      last = id;
      return askFor(link, id, signal);
    },
    async unfitness(signal) {
      const answer = await link.exchange({ verb: "HELLO" }, signal);
      if (answer === null) return "unreached";
      if (answer.kind !== "hello" || answer.version !== PROTOCOL_VERSION) return "strange";
      if (answer.problem !== told && answer.problem !== null)
        log.warn({ problem: answer.problem }, "the machine is unfit");
      told = answer.problem;
      return told === null ? null : "unfit";
    },
    async end() {
      if (last === null) return;
      const id = last;
      last = null;
      const over = new AbortController();
      void clock.sleep(END_MS, over.signal).then(() => over.abort());
      await link.exchange({ verb: "END", id }, over.signal);
      over.abort();
    },
    close: link.close,
  };
}

function vendOrders(link: SerialLink, log: Log) {
  /** Whose motors may have been started by this process. */
  let started: string | null = null;
  return async (id: string, items: readonly SlotCount[], signal: AbortSignal): Promise<VendOrderAnswer> => {
    if (!isSpeakable(id, items)) {
      log.error({ id, items }, "the order does not fit into the serial protocol");
      return "refused";
    }
    // A machine that forgot it would take it for a new one: what it says of it comes first.
    if (started === id) {
      const { state } = await askFor(link, id, signal);
      if (state !== "strange") return state === "unreached" ? "unreached" : "taken";
    }
    const agreed = await agree(link, id, items, signal);
    if (agreed === "agreed") started = id;
    const answer = agreed === "agreed" ? orderAnswer(await link.exchange({ verb: "VEND", id }, signal)) : agreed;
    if (answer === "refused") await link.exchange({ verb: "CANCEL", id }, signal);
    return answer;
  };
}

/** Begins a session and requests its items one after the other; no motor turns for any of that. */
async function agree(
  link: SerialLink,
  id: string,
  items: readonly SlotCount[],
  signal: AbortSignal,
): Promise<VendOrderAnswer | "agreed"> {
  const drops = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const begun = await link.exchange({ verb: "BEGIN", id, drops }, signal);
  if (begun?.kind !== "open") return orderAnswer(begun);
  for (const [index, { slot, quantity }] of items.entries()) {
    const answer = await link.exchange({ verb: "REQUEST", id, item: index + 1, slot, quantity }, signal);
    if (answer?.kind !== "approved") return orderAnswer(answer);
  }
  return "agreed";
}

function orderAnswer(answer: Answer | null): VendOrderAnswer {
  if (answer?.kind === "vend") return "taken";
  if (answer?.kind === "denied") return answer.reason === BUSY ? "unreached" : "refused";
  // One that restarted meanwhile knows nothing of the session: the order is repeated from its beginning.
  return answer?.kind === "error" ? "refused" : "unreached";
}

async function askFor(link: SerialLink, id: string, signal: AbortSignal): Promise<VendReport> {
  const answer = await link.exchange({ verb: "ASK", id }, signal);
  // A session that is open is no vend yet: lines come in their order, so no VEND is on its way.
  if (answer?.kind === "open" || answer?.kind === "strange") return { state: "strange" };
  if (answer?.kind !== "vend") return { state: "unreached" };
  const dropped: SlotCount[] = [];
  for (let item = 1; item <= answer.items; item++) {
    const counted = await link.exchange({ verb: "ITEM", id, item }, signal);
    if (counted?.kind !== "item") return { state: "unreached" };
    if (counted.dropped > 0) dropped.push({ slot: counted.slot, quantity: counted.dropped });
  }
  return { state: answer.state, dropped };
}
