/** An in-memory serial cable between the till's driver and the simulated machine, with a manual clock. */
import { onTestFinished } from "vitest";
import type { Dispenser } from "../../main/kiosk/dispenser.ts";
import { createLog } from "../../main/lib/log.ts";
import type { OpenWire, WireListener } from "../../main/peripherals/dispenser/serial/link.ts";
import { serialDispenser } from "../../main/peripherals/dispenser/serial/serial.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { createVendingMachine, type MachineOptions, type VendingMachine } from "./machine.ts";
import { serialSide } from "./serial-side.ts";

const SETTINGS = { path: "/dev/ttyUSB0", baudRate: 9600 };

export interface CableInMemory {
  clock: ManualClock;
  machine: VendingMachine;
  till: Dispenser;
  /** Traffic in both directions, in order; without sequence numbers and checksums */
  said: string[];
  /** Number of attempts to open a port */
  readonly opened: number;
  /** Intercepts a line of the till; it is delivered to the machine by default */
  onLine: (line: string, deliver: (line: string) => void) => void;
  /** Sends unsolicited bytes to the till */
  say(bytes: string): void;
  plugged: boolean;
  unplug(): void;
  /** Starts a new till process on the same cable */
  restart(): Promise<void>;
  /** Waits for a promise while the clock advances automatically. */
  during<T>(promise: Promise<T>): Promise<T>;
  log: string[];
}

/** Creates a machine on an in-memory cable, with the till's driver at the other end. */
export function cableInMemory(options: Partial<MachineOptions> = {}): CableInMemory {
  const clock = createManualClock();
  const lines: string[] = [];
  const log: string[] = [];
  const machine = createVendingMachine({ clock, ...options });
  const side = serialSide(machine);
  const state: { listener: WireListener | null; opened: number } = { listener: null, opened: 0 };
  const note = (text: string) => lines.push(text.slice(0, 1) + text.slice(4, text.indexOf("*")));
  const open: OpenWire = async (listener) => {
    state.opened++;
    if (!world.plugged) throw new Error("No such file or directory");
    state.listener = listener;
    return {
      write(line) {
        note(line);
        world.onLine(line, (text) => {
          const answer = side.received(Buffer.from(text, "latin1"));
          if (answer !== "") note(answer);
          state.listener?.received(Buffer.from(answer, "latin1"));
        });
      },
      close: async () => {
        state.listener = null;
      },
    };
  };
  const start = () =>
    serialDispenser(SETTINGS, { clock, log: createLog({ write: (text) => void log.push(text) }), open });
  const world: CableInMemory = {
    clock,
    machine,
    till: start(),
    said: lines,
    log,
    get opened() {
      return state.opened;
    },
    onLine: (line, deliver) => deliver(line),
    say: (bytes) => state.listener?.received(Buffer.from(bytes, "latin1")),
    plugged: true,
    unplug() {
      world.plugged = false;
      const { listener } = state;
      state.listener = null;
      listener?.lost();
    },
    async restart() {
      await world.till.close();
      world.till = start();
    },
    async during(promise) {
      const done = { value: false };
      const end = () => Object.assign(done, { value: true });
      promise.then(end, end);
      await clock.advanceUntil(() => done.value);
      return promise;
    },
  };
  onTestFinished(() => world.till.close());
  return world;
}
