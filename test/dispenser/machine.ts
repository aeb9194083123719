/**
 * A vending machine: trays, motors, a drop sensor, and a memory that outlives its own power cut. Tests and `npm run
 * dispenser` use the same one; how it is spoken with is in `serial-side.ts` and `http-side.ts`.
 */
import type { Clock } from "../../main/lib/clock.ts";

export interface OrderedItem {
  slot: string;
  quantity: number;
}

/** What the machine keeps of a vend in its memory. */
export interface VendRecord {
  id: string;
  state: "pending" | "done" | "failed" | "unknown";
  items: { slot: string; ordered: number; dropped: number }[];
  /** Written before a motor turns, and cleared with what its sensor saw: found after a power cut, nothing is known */
  turning: boolean;
}

export interface MachineFaults {
  /** When the motor of this slot turns next, nothing falls; `*`: whichever turns next */
  jam: string | null;
  /** The next vend that fails is reported as done, with what dropped */
  callsFailureDone: boolean;
  /** The power goes after the next item fell and before that is written down */
  cutAfterDrop: boolean;
  /** So many of the next answers are not sent */
  loseAnswers: number;
  /** So many of the next answers arrive with a wrong bit */
  garbleAnswers: number;
  /** Why it is not fit to sell: `door`, `motor` …; null when it is */
  unfit: string | null;
}

export interface VendingMachine {
  faults: MachineFaults;
  /** How many vends it remembers over a power cut; 0 when it has no such memory */
  readonly remembers: number;
  readonly powered: boolean;
  /** How often it was switched on: what is in its working memory alone is of one such time */
  readonly starts: number;
  /** What fell into the tray, by slot: what the customer has in hand, whatever the machine knows of it */
  readonly fallen: ReadonlyMap<string, number>;
  /** How many are left in a slot; a slot that was never filled has as many as the machine was made with */
  stock(slot: string): number;
  fill(slot: string, count: number): void;
  /** Every slot has so many; null: it is full again */
  fillAll(count: number | null): void;
  find(id: string): VendRecord | null;
  /** A vend is under way. */
  readonly busy: boolean;
  /** Begins a vend that it does not know yet. */
  vend(id: string, items: readonly OrderedItem[]): VendRecord;
  cutPower(): void;
  powerOn(): void;
  /** Resolves when no motor turns. */
  still(): Promise<void>;
}

export interface MachineOptions {
  clock: Pick<Clock, "sleep">;
  /** Vends remembered over a power cut (8) */
  remembers?: number;
  /** How full each slot is (10) */
  filled?: number;
  /** How long a motor turns for one item, in ms (1200) */
  turnMs?: number;
  /** Told what a person beside the machine would see and hear */
  onEvent?(event: string): void;
}

const NO_FAULTS: MachineFaults = {
  jam: null,
  callsFailureDone: false,
  cutAfterDrop: false,
  loseAnswers: 0,
  garbleAnswers: 0,
  unfit: null,
};
/** Without a memory it knows the vends since it was switched on. */
const KEPT_IN_RAM = 8;

export function createVendingMachine(options: MachineOptions): VendingMachine {
  const { clock, remembers = 8, filled = 10, turnMs = 1200, onEvent = () => undefined } = options;
  const faults = { ...NO_FAULTS };
  const fallen = new Map<string, number>();
  const trays = new Map<string, number>();
  let records: VendRecord[] = [];
  let power = new AbortController();
  let starts = 1;
  let running: Promise<void> = Promise.resolve();
  let each = filled;
  const stock = (slot: string) => trays.get(slot) ?? each;

  /** One item. @returns whether it fell; null when the power went */
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
      fallen.set(item.slot, (fallen.get(item.slot) ?? 0) + 1);
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
        const fell = await turn(record, item);
        if (fell === null) return;
        if (fell) continue;
        record.state = faults.callsFailureDone ? "done" : "failed";
        faults.callsFailureDone = false;
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
    fallen,
    stock,
    fill: (slot, count) => void trays.set(slot, count),
    fillAll(count) {
      trays.clear();
      each = count ?? filled;
    },
    find: (id) => records.find((record) => record.id === id) ?? null,
    get busy() {
      return records.some(({ state }) => state === "pending");
    },
    vend(id, items) {
      const ordered = items.map(({ slot, quantity }) => ({ slot, ordered: quantity, dropped: 0 }));
      const record: VendRecord = { id, state: "pending", items: ordered, turning: false };
      records = [...records, record].slice(-(remembers || KEPT_IN_RAM));
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

/** Between two motors the sensor's counts are right and the rest was never tried; within one nothing is known of it. */
function afterPowerCut(record: VendRecord): VendRecord {
  return record.state === "pending"
    ? { ...record, state: record.turning ? "unknown" : "failed", turning: false }
    : record;
}
