import type { ReportProblem } from "../../contract/kiosk/vend.ts";

export interface SlotCount {
  slot: string;
  quantity: number;
}

/**
 * `accepted`: repeating the order is the same vend. `refused`: permanently; this order dropped nothing. `emptySlot`:
 * refused because that slot has too few items; null when unnamed. `unreached`: no response, acceptance unknown.
 */
export type VendOrderAnswer = "accepted" | "refused" | "unreached" | { emptySlot: string | null };

/**
 * `strange`: the machine does not know the vend. `ordered`: the order as the machine knows it. `unreadable`: the
 * response violates the protocol.
 */
export type VendReport =
  | { state: "pending" | "done" | "failed" | "unknown"; dropped: SlotCount[]; ordered?: SlotCount[] }
  | { state: "strange" | "unreached" }
  | { state: "unreadable"; problem: ReportProblem };

/** Reason why the machine cannot sell: it does not respond, reports a fault, or responds invalidly. */
export type DispenserProblem = "unreached" | "unfit" | "strange";

/** Reason why a machine cannot receive an order: its protocol cannot express the slot, or the drop would take too long. */
export type OrderProblem = { because: "slot"; slot: string } | { because: "length" };

/** Driver of a vending machine. Functions never throw; each has a timeout, and any failure is `unreached`. */
export interface Dispenser {
  /** Orders the drop. Idempotent by id, also after a restart of the till. */
  orderVend(id: string, items: readonly SlotCount[], signal: AbortSignal): Promise<VendOrderAnswer>;
  pollVend(id: string, signal: AbortSignal): Promise<VendReport>;
  problem(signal: AbortSignal): Promise<DispenserProblem | null>;
  /** Returns null when such an order can be sent; sends nothing */
  orderProblem(items: readonly SlotCount[]): OrderProblem | null;
  /** Ends the vend's session, if the driver's protocol has one. */
  endSession(id: string): Promise<void>;
  /** Releases connections and devices when the till stops. */
  close(): Promise<void>;
}

/** The active machine; an owner may replace it while the till runs. */
export interface ActiveDispenser {
  current(): Dispenser | null;
  /** Address of the machine, or null. A different address counts as a different machine without these vends */
  address(): string | null;
  close(): Promise<void>;
}
