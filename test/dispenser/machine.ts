/**
 * A vending machine: trays, motors, a drop sensor, and a memory that survives a power cut. Shared by tests and `npm run
 * dispenser`; its protocols are in `serial-side.ts` and `http-side.ts`.
 */
import type { Clock } from "../../main/lib/clock.ts";

export interface OrderedItem {
  slot: string;
  quantity: number;
}

/** The machine's stored record of a vend. */
export interface VendRecord {
  id: string;
  state: "pending" | "done" | "failed" | "unknown";
  items: { slot: string; ordered: number; dropped: number }[];
  /**
   * Written before a motor turns, and cleared with the sensor's result: if set after a power cut, the outcome is
   * unknown
   */
  turning: boolean;
}

export interface MachineFaults {
  /** Slot whose next turn drops nothing; `*`: the next turn of any slot */
  jam: string | null;
  /** The next failed vend is reported as done, with the dropped items */
  reportsFailureAsDone: boolean;
  /** Cuts the power after the next item fell, before it is recorded */
  cutAfterDrop: boolean;
  /** Number of next responses that are lost */
  loseResponses: number;
  /** Number of next responses that arrive with a wrong bit */
  corruptResponses: number;
  /** Why it cannot sell: `door`, `motor` …; null when it can */
  outOfServiceReason: string | null;
}

export interface VendingMachine {
  faults: MachineFaults;
  /** Number of vends kept over a power cut; 0 without such memory */
  readonly remembers: number;
  readonly powered: boolean;
  /** Number of starts; working memory lasts for one of them */
  readonly starts: number;
  /** Items in the tray by slot: what the customer has, whatever the machine knows */
  readonly droppedItems: ReadonlyMap<string, number>;
  /** Items left in a slot; an unfilled slot has the machine's initial number */
  stock(slot: string): number;
  fill(slot: string, count: number): void;
  /** Fills every slot to this number; null: full */
  fillAll(count: number | null): void;
  find(id: string): VendRecord | null;
  /** True while a vend is in progress. */
  readonly busy: boolean;
  /** Starts a new vend. */
  vend(id: string, items: readonly OrderedItem[]): VendRecord;
  cutPower(): void;
  powerOn(): void;
  /** Resolves when no motor turns. */
  still(): Promise<void>;
}

export interface MachineOptions {
  clock: Pick<Clock, "sleep">;
  /** Vends kept over a power cut (8) */
  remembers?: number;
  /** Items per full slot (10) */
  filled?: number;
  /** Motor time per item in ms (1200) */
  turnMs?: number;
  /** Called with what a person next to the machine sees and hears */
  onEvent?(event: string): void;
}

const NO_FAULTS: MachineFaults = {
  jam: null,
  reportsFailureAsDone: false,
  cutAfterDrop: false,
  loseResponses: 0,
  corruptResponses: 0,
  outOfServiceReason: null,
};
/** Without a memory, the machine knows the vends since its start. */
const VENDS_IN_RAM = 8;

export function createVendingMachine(options: MachineOptions): VendingMachine {
  const { clock, remembers = 8, filled = 10, turnMs = 1200, onEvent = () => undefined } = options;
  const faults = { ...NO_FAULTS };
  const droppedItems = new Map<string, number>();
  const trays = new Map<string, number>();
  let records: VendRecord[] = [];
  let power = new AbortController();
  let starts = 1;
  let running: Promise<void> = Promise.resolve();
  let initialStock = filled;
  const stock = (slot: string) => trays.get(slot) ?? initialStock;

  /** Turns a motor for one item. @returns whether it fell; null when the power was cut */
  const turn = async (record: VendRecord, item: VendRecord["items"][number]): Promise<boolean | null> => {
    const { signal } = power;
    if (stock(item.slot) === 0) {
      onEvent(`${item.slot} is empty`);
      return false;
    }
    record.turning = true;
    onEvent(`the motor of ${item.slot} turns`);
    await clock.sleep(turnMs, signal);
    if (signal.aborted) return null;
    const jammed = faults.jam === "*" || faults.jam === item.slot;
    if (jammed) faults.jam = null;
    if (jammed) onEvent(`${item.slot} is jammed: nothing fell`);
    else {
      trays.set(item.slot, stock(item.slot) - 1);
      droppedItems.set(item.slot, (droppedItems.get(item.slot) ?? 0) + 1);
      onEvent(`one of ${item.slot} fell, ${stock(item.slot)} left`);
    }
    if (faults.cutAfterDrop) {
      faults.cutAfterDrop = false;
      machine.cutPower();
      return null;
    }
    item.dropped += jammed ? 0 : 1;
    record.turning = false;
    return !jammed;
  };
  const run = async (record: VendRecord) => {
    for (const item of record.items) {
      while (item.dropped < item.ordered) {
        const hasDropped = await turn(record, item);
        if (hasDropped === null) return;
        if (hasDropped) continue;
        record.state = faults.reportsFailureAsDone ? "done" : "failed";
        faults.reportsFailureAsDone = false;
        onEvent(`vend ${record.id} failed`);
        return;
      }
    }
    record.state = "done";
    onEvent(`vend ${record.id} is done`);
  };

  const machine: VendingMachine = {
    faults,
    remembers,
    get powered() {
      return !power.signal.aborted;
    },
    get starts() {
      return starts;
    },
    droppedItems,
    stock,
    fill: (slot, count) => void trays.set(slot, count),
    fillAll(count) {
      trays.clear();
      initialStock = count ?? filled;
    },
    find: (id) => records.find((record) => record.id === id) ?? null,
    get busy() {
      return records.some(({ state }) => state === "pending");
    },
    vend(id, items) {
      const ordered = items.map(({ slot, quantity }) => ({ slot, ordered: quantity, dropped: 0 }));
      const record: VendRecord = { id, state: "pending", items: ordered, turning: false };
      records = [...records, record].slice(-(remembers || VENDS_IN_RAM));
      onEvent(`vend ${id}: ${items.map(({ slot, quantity }) => `${quantity} of ${slot}`).join(", ")}`);
      running = run(record);
      return record;
    },
    cutPower() {
      onEvent("the power is cut");
      power.abort();
    },
    powerOn() {
      power = new AbortController();
      starts++;
      records = remembers === 0 ? [] : records.map(afterPowerCut);
      onEvent("the machine is switched on");
    },
    still: () => running,
  };
  return machine;
}

/**
 * Between two motors, the sensor's counts are correct and the rest was never tried; during one, the outcome is unknown.
 */
function afterPowerCut(record: VendRecord): VendRecord {
  return record.state === "pending"
    ? { ...record, state: record.turning ? "unknown" : "failed", turning: false }
    : record;
}
