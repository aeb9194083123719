/**
 * The vending machine's circuit breaker. A failed slot is off sale until an operator unblocks it. After two doubtful
 * vends in a row the machine is out of service.
 */

import { failed, type Result } from "../../../contract/calls/errors.ts";
import type { CatalogueContent } from "../../../contract/catalogue/catalogue.ts";
import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import type { SlotView, VendItem } from "../../../contract/kiosk/vend.ts";
import { inEnglish, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { iso } from "../../lib/iso-time.ts";
import type { Signals } from "../../lib/signals.ts";
import type { OperatorContext } from "../../people/context.ts";
import { afterCommit, transact } from "../../storage/database/database.ts";
import type { VendOrderAnswer } from "../dispenser.ts";
import type { VendRow, VendRows } from "../vends/rows.ts";
import { type OffSale, type SlotRows, slotRows, TEST_VEND } from "./rows.ts";
import { doubtfulVerdict, type Verdict } from "./verdict.ts";

export interface SlotPorts extends Pick<OperatorContext, "clock" | "database" | "events" | "journal" | "log"> {
  signals: Pick<Signals, "emit">;
  vends: Pick<VendRows, "find">;
  catalogue(): Pick<CatalogueContent, "products">;
  machineAddress(): string | null;
}

export type Refusal = Exclude<VendOrderAnswer, "accepted" | "unreached">;

export type Slots = ReturnType<typeof openSlots>;

/** Result of a test vend: `problem` is null when the item dropped; `actor` is the tester, for the journal. */
export interface TestEnd {
  problem: Reason | null;
  actor: string | null;
}

/** Doubtful vends in a row that take the machine out of service. */
const DOUBTFUL_VENDS_TO_STOP = 2;

/** Creates the slots, with a circuit breaker on doubtful vends. */
export function openSlots(ports: SlotPorts) {
  const { clock, database, machineAddress } = ports;
  const rows = slotRows(database);
  const isOutOfService = (machine: string | null) =>
    machine !== null && rows.countDoubtful(machine) >= DOUBTFUL_VENDS_TO_STOP;
  const change = slotChanger(ports, rows, isOutOfService);
  const applyResult = (row: VendRow, verdict: Verdict, now: number) =>
    change(row.machine ?? machineAddress(), null, now, (machine) => apply(rows, machine, row, verdict, now));
  return {
    /** Applies a vend's result to slots and machine, in the result's transaction. */
    applyResult,
    /** Blocks the slots of an open vend because the machine does not report what dropped; once per vend. */
    blockSilent(posTid: string, because: Reason) {
      if (rows.isDoubtful(posTid)) return;
      transact(database, () => {
        const row = ports.vends.find(posTid);
        if (row?.state === "dispensing") applyResult(row, doubtfulVerdict(row, because), clock.now());
      });
    },
    /** Takes the slots of a refused order off sale, in the caller's transaction. */
    applyRefusal: (row: VendRow, answer: Refusal, now: number) =>
      change(row.machine ?? machineAddress(), null, now, (machine) => {
        for (const fault of refusedSlots(row, answer)) rows.put(machine, { ...fault, posTid: row.posTid, since: now });
      }),
    ...slotChecks(rows, machineAddress, isOutOfService),
    /** All slots: those of the catalogue in its order, then others that are off sale */
    list: (): SlotView[] => slotViews(offSaleIn(rows, machineAddress()), ports.catalogue().products),
    /** Puts a slot back on sale, and the machine into service. Returns false when nothing changed. */
    unblock(slot: string, actor: string | null): boolean {
      const isNeeded =
        isOutOfService(machineAddress()) || offSaleIn(rows, machineAddress()).some((row) => row.slot === slot);
      if (isNeeded)
        transact(database, () =>
          change(machineAddress(), actor, clock.now(), (machine) => {
            rows.unblock(machine, slot, clock.now());
            // An operator's decision proves nothing: the next doubtful vend stops the machine again.
            rows.clearDoubts({ machine, keepLatest: DOUBTFUL_VENDS_TO_STOP - 1 });
          }),
        );
      return isNeeded;
    },
    /**
     * Starts a test vend. The returned function applies its result: on success slot and machine are back in service,
     * unless something failed after the start.
     */
    startTest(slot: string): (end: TestEnd) => void {
      const stateAtStart = { slot, blocking: rows.vendsBlocking(slot), counted: rows.listCounted() };
      const apply = ({ problem, actor }: TestEnd, now: number) =>
        change(machineAddress(), actor, now, (machine) =>
          applyTest(rows, machine, { ...stateAtStart, problem }, { ...ports.catalogue(), now }),
        );
      return (end) => transact(database, () => apply(end, clock.now()));
    },
  };
}

function slotChecks(
  rows: SlotRows,
  machineAddress: () => string | null,
  isOutOfService: (machine: string | null) => boolean,
) {
  const offSale = () => offSaleIn(rows, machineAddress());
  return {
    /** Returns why these items cannot be sold, or null. An empty list checks only the machine */
    findProblem(items: readonly Pick<VendItem, "slot" | "name">[]): Result<never> | null {
      if (isOutOfService(machineAddress()))
        return failed("illegal_state", { because: reasonFor("vend_machine_stopped") });
      return offSaleProblem(items, offSale());
    },
    /** True if the items are off sale only because of silent vends, which the machine may still report */
    isOnlySilent(items: readonly Pick<VendItem, "slot">[]): boolean {
      const machine = machineAddress();
      if (machine === null || isOutOfService(machine)) return false;
      const blockedSlots = rows.list(machine).filter(({ slot }) => items.some((item) => item.slot === slot));
      return blockedSlots.length > 0 && blockedSlots.every(({ because }) => because.code === "vend_slot_silent");
    },
    isOutOfService: (): boolean => isOutOfService(machineAddress()),
    offSale: (): string[] => offSale().map(({ slot }) => slot),
  };
}

function offSaleProblem(items: Parameters<Slots["findProblem"]>[0], offSale: readonly OffSale[]) {
  const item = items.find(({ slot }) => offSale.some((row) => row.slot === slot));
  if (item === undefined) return null;
  const { name, slot } = item;
  return failed("illegal_state", { because: reasonFor("vend_slot_off_sale", { name, slot }) });
}

function offSaleIn(rows: SlotRows, machine: string | null): OffSale[] {
  const all = machine === null ? [] : rows.list(machine);
  return all.filter(({ slot }, index) => all[index - 1]?.slot !== slot);
}

/** Returns a function that changes slots, journals and logs each change, and publishes it. */
function slotChanger(ports: SlotPorts, rows: SlotRows, isOut: (machine: string) => boolean) {
  const { database, events, journal, log, signals } = ports;
  return (machine: string | null, actor: string | null, now: number, applyChange: (machine: string) => void): void => {
    if (machine === null) return;
    const wasOut = isOut(machine);
    const previousOffSale = offSaleIn(rows, machine);
    applyChange(machine);
    const currentOffSale = offSaleIn(rows, machine);
    let hasChanged = false;
    const note = (level: "warn" | "info", entry: JournalEntry<EventOf<"dispenser">>) => {
      hasChanged = true;
      journal.append({ ...entry, actor }, now);
      afterCommit(database, () => log[level](entry.data ?? {}, entry.event));
    };
    for (const { slot, because } of currentOffSale) {
      const previous = previousOffSale.find((row) => row.slot === slot);
      if (previous === undefined || inEnglish(previous.because) !== inEnglish(because))
        note("warn", { event: "dispenser.slotBlocked", data: { slot, because: inEnglish(because) } });
    }
    for (const { slot } of previousOffSale)
      if (!currentOffSale.some((row) => row.slot === slot))
        note("info", { event: "dispenser.slotUnblocked", data: { slot } });
    if (!wasOut && isOut(machine)) note("warn", { event: "dispenser.outOfService" });
    if (wasOut && !isOut(machine)) note("info", { event: "dispenser.inService" });
    if (!hasChanged) return;
    afterCommit(database, () => {
      signals.emit("terminal.outdated");
      events.publish({ type: "slots.changed" });
    });
  };
}

const isRefusal = ({ because: { code } }: OffSale) => code === "vend_slot_refused" || code === "vend_slot_empty";

/** Replaces the vend's own faults by those of the verdict; other vends' faults stay. */
function apply(
  rows: SlotRows,
  machine: string,
  { posTid, state }: VendRow,
  { is, faults }: Verdict,
  now: number,
): void {
  const ownFaults = rows.list(machine).filter((row) => row.posTid === posTid);
  const refused = is === "good" || is === "faulty" ? [] : ownFaults.filter(isRefusal);
  const keptSlots = new Set([...faults, ...refused].map(({ slot }) => slot));
  for (const { slot } of ownFaults) if (!keptSlots.has(slot)) rows.remove(machine, slot, posTid);
  for (const { slot, because } of faults)
    if (!refused.some((row) => row.slot === slot))
      rows.put(machine, { slot, state: "blocked", because, posTid, since: now });
  if (is === "doubtful") rows.markDoubtful(posTid, machine, now);
  else rows.removeDoubt(posTid);
  // A first report counts only after the machine has confirmed it.
  if (is === "good" && state === "settling") rows.clearDoubts({ machine, isOpenKept: true });
}

function refusedSlots({ items }: VendRow, answer: Refusal): Pick<OffSale, "slot" | "state" | "because">[] {
  if (answer === "refused")
    return items.map(({ slot }) => ({ slot, state: "blocked", because: reasonFor("vend_slot_refused") }));
  const { emptySlot } = answer;
  return items
    .filter(({ slot, quantity }) => quantity === 1 && (emptySlot === null ? items.length === 1 : slot === emptySlot))
    .map(({ slot }) => ({ slot, state: "sold_out", because: reasonFor("vend_slot_empty") }));
}

/** Applies a test vend's result to earlier faults. A slot without a product may be misspelt, and is not listed. */
function applyTest(
  rows: SlotRows,
  machine: string,
  { slot, problem, blocking, counted }: { slot: string; problem: Reason | null; blocking: string[]; counted: string[] },
  { products, now }: Pick<CatalogueContent, "products"> & { now: number },
): void {
  if (problem === null) {
    rows.unblock(machine, slot, now, blocking);
    rows.clearDoubts({ machine, vends: counted });
  } else if ([...rows.list(machine), ...products].some((row) => row.slot === slot)) {
    const state = problem.code === "vend_test_empty" ? "sold_out" : "blocked";
    rows.remove(machine, slot, TEST_VEND);
    rows.put(machine, { slot, state, because: problem, posTid: TEST_VEND, since: now });
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
