/** What a vending machine's driver does for the till: the port that `peripherals/dispenser/` fills. */
import type { ReportProblem } from "../../contract/vend.ts";

/** One slot of the machine and how many of what is in it. */
export interface SlotCount {
  slot: string;
  quantity: number;
}

/**
 * What the machine answers to the order to drop. `taken`: it has it; a repeat is the same vend. `refused`: it said no for
 * good, and dropped nothing because of this order. `emptySlot`: the same, because that slot has too few items; null: the
 * machine does not name it. `unreached`: no answer, so it is unknown whether it has it.
 */
export type VendOrderAnswer = "taken" | "refused" | "unreached" | { emptySlot: string | null };

/**
 * What the machine says of a vend, whenever it ended. `strange`: it does not know it. `ordered`: what it says it was to
 * drop, where its protocol has that. `unreadable`: its answer breaks the protocol, so nothing is known.
 */
export type VendReport =
  | { state: "pending" | "done" | "failed" | "unknown"; dropped: SlotCount[]; ordered?: SlotCount[] }
  | { state: "strange" | "unreached" }
  | { state: "unreadable"; problem: ReportProblem };

/** Why the machine cannot sell now: it does not answer, says so itself, or answers what no dispenser would. */
export type DispenserProblem = "unreached" | "unfit" | "strange";

/** Why an order cannot be told to a machine: its protocol has no word for this slot, or it would take too long. */
export type Untellable = { because: "slot"; slot: string } | { because: "length" };

/** No function of it throws, and each has its own limit of time for an answer: what goes wrong on the way is `unreached`. */
export interface Dispenser {
  /** Orders the drop. The same id again is the same vend, however often it is asked, also after a restart of the till. */
  order(id: string, items: readonly SlotCount[], signal: AbortSignal): Promise<VendOrderAnswer>;
  ask(id: string, signal: AbortSignal): Promise<VendReport>;
  /** Null when it is fit to sell */
  unfitness(signal: AbortSignal): Promise<DispenserProblem | null>;
  /** Null when such an order can be told; nothing is sent for it */
  untellable(items: readonly SlotCount[]): Untellable | null;
  /** This vend is over for the till: where the driver's protocol has that, its session ends. */
  end(id: string): Promise<void>;
  /** The till stops: connections and devices are let go. */
  close(): Promise<void>;
}

/** The machine that is set up now: an owner may choose another while the till runs. */
export interface DispenserInForce {
  /** Null: there is none (any more) */
  current(): Dispenser | null;
  /** Where it is: at another place is another machine, which knows nothing of this one's vends. Null: there is none */
  place(): string | null;
  close(): Promise<void>;
}
