/** Actions of the keys in `npm run dispenser`. */
import type { VendingMachine } from "./machine.ts";

interface Key {
  what: string;
  /** @returns a message for the operator, where the machine itself reports nothing */
  press(machine: VendingMachine): string | null;
}

const KEYS: Record<string, Key> = {
  j: {
    what: "jam",
    press({ faults }) {
      faults.jam = "*";
      return "the next motor will turn and nothing will fall";
    },
  },
  s: {
    what: "jam that is reported as done",
    press({ faults }) {
      Object.assign(faults, { jam: "*", reportsFailureAsDone: true });
      return "the next motor will turn, nothing will fall, and the vend will be reported as done";
    },
  },
  p: {
    what: "power",
    press(machine) {
      if (machine.powered) machine.cutPower();
      else machine.powerOn();
      return null;
    },
  },
  u: {
    what: "power cut between drop and report",
    press({ faults }) {
      faults.cutAfterDrop = true;
      return "the power will go when the next item fell (p switches it on again)";
    },
  },
  l: {
    what: "lose an answer",
    press({ faults }) {
      faults.loseResponses++;
      return "the next answer will be lost";
    },
  },
  g: {
    what: "garble an answer",
    press({ faults }) {
      faults.corruptResponses++;
      return "the next answer will be garbled";
    },
  },
  e: {
    what: "empty",
    press(machine) {
      machine.fillAll(0);
      return "every slot is empty";
    },
  },
  f: {
    what: "fill",
    press(machine) {
      machine.fillAll(null);
      return "every slot is full";
    },
  },
  d: {
    what: "door",
    press({ faults }) {
      faults.outOfServiceReason = faults.outOfServiceReason === null ? "door" : null;
      return faults.outOfServiceReason === null ? "the door is closed" : "the door is open: it is not fit to sell";
    },
  },
};

/** Returns one line of help. */
export function keyHelp(): string {
  return `${Object.entries(KEYS)
    .map(([key, { what }]) => `${key} ${what}`)
    .join(" · ")} · q quit`;
}

/** Handles a key press; unknown keys do nothing. */
export function pressed(machine: VendingMachine, key: string, say: (event: string) => void): void {
  const notice = Object.hasOwn(KEYS, key) ? KEYS[key]?.press(machine) : null;
  if (notice) say(notice);
}
