/**
 * The circuit breaker of the vending machine. A slot that failed is off sale until an operator unblocks it, and after two
 * doubtful vends in a row the machine is out of service. Both are on disk, in the transaction of the vend's result.
 */
import type { CatalogueContent } from "../../../contract/catalogue.ts";
import { failed, type Result } from "../../../contract/errors.ts";
import type { JournalValues } from "../../../contract/journal.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { SlotView, VendItem } from "../../../contract/vend.ts";
import { iso } from "../../lib/iso-time.ts";
import type { Signals } from "../../lib/signals.ts";
import type { OperatorContext } from "../../people/context.ts";
import { afterCommit, transact } from "../../storage/database/database.ts";
import type { VendRow, VendRows } from "../vends/rows.ts";
import { type OffSale, type SlotRows, slotRows } from "./rows.ts";
import { doubtfulVerdict, type Verdict } from "./verdict.ts";

export interface SlotPorts extends Pick<OperatorContext, "clock" | "database" | "events" | "journal" | "log"> {
  signals: Pick<Signals, "emit">;
  vends: Pick<VendRows, "find">;
  catalogue(): Pick<CatalogueContent, "products">;
  /** Where the machine is; null: there is none */
  place(): string | null;
}

export interface Slots {
  /** Inside the transaction of a vend's result: applies what that says about slots and machine. */
  settled(row: VendRow, verdict: Verdict, now: number): void;
  /** Blocks the slots of a vend that is still open, because the machine does not say what dropped; once for each vend. */
  doubted(posTid: string, because: Reason): void;
  /** Takes a slot off sale that the machine reported as empty, inside a transaction. */
  emptied(row: VendRow, now: number): void;
  /** Why these cannot be sold now; null: they can. Nothing: whether the machine is in service */
  refusal(items: readonly Pick<VendItem, "slot" | "name">[]): Result<never> | null;
  isOutOfService(): boolean;
  /** The names of the slots that are off sale */
  offSale(): string[];
  /** All slots: those of the catalogue in its order, then those that are off sale and in no product any more */
  list(): SlotView[];
  /** Brings a slot back on sale, and the machine into service. @returns false when the slot is on sale */
  unblock(slot: string, actor: string | null): boolean;
  /**
   * Applies the result of a test vend: a slot that dropped is on sale, and the machine in service; one that failed is off sale.
   * @param problem why it failed; null: the item dropped
   * @param actor the operator who tested, as the journal names people
   */
  tested(slot: string, problem: Reason | null, actor: string | null): void;
}

/** So many doubtful vends without a good one in between take the machine out of service. */
const DOUBTS_TO_STOP = 2;

/** Opens the breaker of one till. */
export function openSlots(ports: SlotPorts): Slots {
  const { clock, database, place } = ports;
  const rows = slotRows(database);
  const isOut = (machine: string | null) => machine !== null && rows.doubts(machine) >= DOUBTS_TO_STOP;
  const change = changer(ports, rows, isOut);
  const offSale = () => {
    const machine = place();
    return machine === null ? [] : rows.list(machine);
  };
  return {
    settled: (row, verdict, now) => change(row.machine ?? place(), null, now, (at) => settle(at, rows, row, verdict)),
    doubted(posTid, because) {
      if (rows.isDoubtful(posTid)) return;
      transact(database, () => {
        const row = ports.vends.find(posTid);
        if (row?.state !== "dispensing") return;
        const verdict = doubtfulVerdict(row, because);
        change(row.machine ?? place(), null, clock.now(), (at) => settle(at, rows, row, verdict));
      });
    },
    emptied({ items, machine, posTid }, now) {
      const [item, ...others] = items;
      // The machine does not say which of several slots is empty.
      if (item === undefined || others.length > 0) return;
      const row = { slot: item.slot, state: "sold_out" as const, because: reasonFor("vend_slot_empty") };
      change(machine ?? place(), null, now, ({ block }) => block({ ...row, posTid, since: now }));
    },
    refusal(items) {
      if (isOut(place())) return failed("illegal_state", { because: reasonFor("vend_machine_stopped") });
      const slots = new Set(offSale().map(({ slot }) => slot));
      const item = items.find(({ slot }) => slots.has(slot));
      if (item === undefined) return null;
      const { name, slot } = item;
      return failed("illegal_state", { because: reasonFor("vend_slot_off_sale", { name, slot }) });
    },
    isOutOfService: () => isOut(place()),
    offSale: () => offSale().map(({ slot }) => slot),
    list: () => slotViews(offSale(), ports.catalogue().products),
    unblock(slot, actor) {
      const isOff = offSale().some((row) => row.slot === slot);
      if (isOff)
        transact(database, () =>
          change(place(), actor, clock.now(), ({ machine, unblock }) => {
            unblock(slot);
            // An operator's word proves nothing: the next doubtful vend stops the machine again.
            rows.clear(machine, DOUBTS_TO_STOP - 1);
          }),
        );
      return isOff;
    },
    tested: (slot, problem, actor) =>
      transact(database, () =>
        change(place(), actor, clock.now(), (at) => settleTest(at, rows, ports.catalogue(), slot, problem)),
      ),
  };
}

/** A change of one machine's slots, inside a transaction. */
interface Change {
  machine: string;
  now: number;
  offSale: OffSale[];
  block(row: OffSale): void;
  unblock(slot: string): void;
}

/** Makes changes, each with its lines in journal and log, and the news for windows, webhooks and head office. */
function changer(ports: SlotPorts, rows: SlotRows, isOut: (machine: string) => boolean) {
  const { database, events, journal, log, signals } = ports;
  return (machine: string | null, actor: string | null, now: number, make: (change: Change) => void): void => {
    if (machine === null) return;
    const wasOut = isOut(machine);
    let isNews = false;
    const note = (level: "warn" | "info", event: string, data: JournalValues) => {
      isNews = true;
      journal.append({ event, actor, data }, now);
      afterCommit(database, () => log[level](data, event));
    };
    const offSale = rows.list(machine);
    make({
      machine,
      now,
      offSale,
      block(row) {
        const before = offSale.find(({ slot }) => slot === row.slot);
        rows.put(machine, row);
        if (before !== undefined && inEnglish(before.because) === inEnglish(row.because)) return;
        note("warn", "dispenser.slotBlocked", { slot: row.slot, because: inEnglish(row.because) });
      },
      unblock(slot) {
        rows.remove(machine, slot);
        note("info", "dispenser.slotUnblocked", { slot });
      },
    });
    if (!wasOut && isOut(machine)) note("warn", "dispenser.outOfService", {});
    if (wasOut && !isOut(machine)) note("info", "dispenser.inService", {});
    if (!isNews) return;
    afterCommit(database, () => {
      signals.emit("terminal.stale");
      events.publish({ type: "slots.changed" });
    });
  };
}

/** Applies a verdict. What an operator decided about a doubtful vend's slots since then stays. */
function settle(change: Change, rows: SlotRows, { posTid }: VendRow, { is, faults }: Verdict): void {
  const { block, machine, now, offSale, unblock } = change;
  const wasDoubtful = rows.isDoubtful(posTid);
  for (const row of offSale) {
    if (row.posTid !== posTid || faults.some(({ slot }) => slot === row.slot)) continue;
    const other = rows.otherDoubt(machine, row);
    if (other === null) unblock(row.slot);
    else rows.put(machine, { ...row, posTid: other });
  }
  for (const { slot, because } of faults) {
    const isUnblocked = wasDoubtful && !offSale.some((row) => row.slot === slot);
    const isEmpty = offSale.some((row) => row.slot === slot && row.posTid === posTid && row.state === "sold_out");
    if (!isUnblocked && !isEmpty) block({ slot, state: "blocked", because, posTid, since: now });
  }
  if (is === "doubtful") rows.doubt(posTid, machine, now);
  else rows.settle(posTid);
  if (is === "good") rows.clear(machine, 0);
}

/** Applies a test vend's result. A slot that no product is sold from may be misspelt, and is not listed. */
function settleTest(
  { block, machine, now, offSale, unblock }: Change,
  rows: SlotRows,
  { products }: Pick<CatalogueContent, "products">,
  slot: string,
  problem: Reason | null,
): void {
  const isOff = offSale.some((row) => row.slot === slot);
  if (problem === null) {
    if (isOff) unblock(slot);
    rows.clear(machine, 0);
  } else if (isOff || products.some((product) => product.slot === slot)) {
    const state = problem.code === "vend_test_empty" ? "sold_out" : "blocked";
    block({ slot, state, because: problem, posTid: null, since: now });
  }
}

function slotViews(offSale: readonly OffSale[], products: CatalogueContent["products"]): SlotView[] {
  const slots = new Set([...products.flatMap(({ slot }) => slot ?? []), ...offSale.map(({ slot }) => slot)]);
  return [...slots].map((slot): SlotView => {
    const off = offSale.find((row) => row.slot === slot);
    return {
      slot,
      productId: products.find((product) => product.slot === slot)?.id ?? null,
      state: off?.state ?? "on_sale",
      stock: null,
      reason: off === undefined ? null : inEnglish(off.because),
      becauseReason: off?.because ?? null,
      since: off === undefined ? null : iso(off.since),
    };
  });
}
