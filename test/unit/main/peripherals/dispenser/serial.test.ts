import { describe, expect, it, onTestFinished } from "vitest";
import type { Dispenser } from "../../../../../main/kiosk/dispenser.ts";
import { createLog } from "../../../../../main/lib/log.ts";
import { encodeLine, type Line } from "../../../../../main/peripherals/dispenser/serial/line.ts";
import { answerMs, type OpenWire, type WireListener } from "../../../../../main/peripherals/dispenser/serial/link.ts";
import { serialDispenser } from "../../../../../main/peripherals/dispenser/serial/serial.ts";
import { createVendingMachine, type MachineOptions, type VendingMachine } from "../../../../dispenser/machine.ts";
import { type SerialSide, serialSide } from "../../../../dispenser/serial-side.ts";
import { createManualClock, type ManualClock } from "../../../../support/clock.ts";

const WATER = [{ slot: "A1", quantity: 2 }];
const SIGNAL = new AbortController().signal;
const SETTINGS = { path: "/dev/ttyUSB0", baudRate: 9600 };
/** Three tries, and what they need. */
const UNANSWERED_MS = 3 * answerMs(9600);

interface World {
  clock: ManualClock;
  machine: VendingMachine;
  till: Dispenser;
  /** What went over the cable, both ways, in order; without sequence numbers and checksums */
  said: string[];
  /** How often a port was opened, or tried to be */
  readonly opened: number;
  /** What becomes of a line of the till's: it is handed to the machine unless this takes it */
  onLine: (line: string, deliver: (line: string) => void) => void;
  /** Says something to the till that it did not ask for */
  say(bytes: string): void;
  plugged: boolean;
  unplug(): void;
  /** A new process of the till, on the same cable */
  restart(): Promise<void>;
  /** Waits for a promise while the clock moves by itself. */
  during<T>(promise: Promise<T>): Promise<T>;
  log: string[];
}

/** A machine on a cable in memory, and the till's driver at its other end. */
function cable(options: Partial<MachineOptions> = {}): World {
  const clock = createManualClock();
  const said: string[] = [];
  const log: string[] = [];
  const machine = createVendingMachine({ clock, ...options });
  const side: SerialSide = serialSide(machine);
  const state: { listener: WireListener | null; opened: number } = { listener: null, opened: 0 };
  const note = (text: string) => said.push(text.slice(0, 1) + text.slice(4, text.indexOf("*")));
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
  const world: World = {
    clock,
    machine,
    till: start(),
    said,
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

/** An answer to a line of the till's, whatever a machine would say. */
function answerTo(line: string, answer: (sequence: number) => Line): string {
  return encodeLine("<", answer(Number.parseInt(line.slice(1, 3), 16))) ?? "";
}

/** Lets the machine finish, and asks. */
async function finalReport({ till, clock, machine }: World, id: string) {
  const motors = { still: false };
  void machine.still().then(() => Object.assign(motors, { still: true }));
  await clock.advanceUntil(() => motors.still);
  return till.ask(id, SIGNAL);
}

describe("a vend over the serial line", () => {
  it("is a session: funds, requests, the vend, its success, its end", async () => {
    const world = cable();
    const { till, clock, said } = world;
    expect(await till.order("7-k2f9", [...WATER, { slot: "B3", quantity: 1 }], SIGNAL)).toBe("taken");
    expect(await till.ask("7-k2f9", SIGNAL)).toEqual({ state: "pending", dropped: [] });
    await clock.advance(1200);
    expect(await till.ask("7-k2f9", SIGNAL)).toEqual({ state: "pending", dropped: [{ slot: "A1", quantity: 1 }] });
    expect(await finalReport(world, "7-k2f9")).toEqual({
      state: "done",
      dropped: [
        { slot: "A1", quantity: 2 },
        { slot: "B3", quantity: 1 },
      ],
    });
    await till.end();
    expect(said.slice(0, 8)).toEqual([
      ">BEGIN 7-k2f9 3",
      "<OPEN 7-k2f9",
      ">REQUEST 7-k2f9 1 A1 2",
      "<APPROVED 7-k2f9 1",
      ">REQUEST 7-k2f9 2 B3 1",
      "<APPROVED 7-k2f9 2",
      ">VEND 7-k2f9",
      "<PENDING 7-k2f9 2",
    ]);
    expect(said.slice(-2)).toEqual([">END 7-k2f9", "<ENDED 7-k2f9"]);
  });

  it("is refused before a motor turns when a slot is empty, and the session is cancelled", async () => {
    const { till, machine, said } = cable();
    machine.fill("B3", 0);
    expect(await till.order("v1", [...WATER, { slot: "B3", quantity: 1 }], SIGNAL)).toBe("refused");
    expect(said.slice(-4)).toEqual([">REQUEST v1 2 B3 1", "<DENIED v1 2 empty", ">CANCEL v1", "<ENDED v1"]);
    expect(await till.ask("v1", SIGNAL)).toEqual({ state: "strange" });
    expect(machine.fallen.size).toBe(0);
  });

  it("that failed half-way reports exactly what dropped", async () => {
    const world = cable();
    await world.till.order("v1", [...WATER, { slot: "B3", quantity: 1 }], SIGNAL);
    await world.clock.advance(1200);
    world.machine.faults.jam = "A1";
    expect(await finalReport(world, "v1")).toEqual({ state: "failed", dropped: [{ slot: "A1", quantity: 1 }] });
  });

  it("that is ordered again is the same vend, also by a till that restarted", async () => {
    const world = cable();
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    await finalReport(world, "v1");
    await world.restart();
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER });
    expect(world.machine.fallen.get("A1")).toBe(2);
  });

  it("waits while the machine is at another", async () => {
    const world = cable();
    await world.till.order("v1", WATER, SIGNAL);
    expect(await world.till.order("v2", WATER, SIGNAL)).toBe("unreached");
    await finalReport(world, "v1");
    expect(await world.till.order("v2", WATER, SIGNAL)).toBe("taken");
  });

  it.each([
    ["an id with a space", "v 1", WATER],
    ["an id that is too long", "v".repeat(41), WATER],
    ["no items", "v1", []],
    ["a slot that is no word", "v1", [{ slot: "A 1", quantity: 1 }]],
    ["more than it can count", "v1", [{ slot: "A1", quantity: 1000 }]],
    ["more than it can count together", "v1", [...WATER, { slot: "A2", quantity: 998 }]],
    ["nothing of a slot", "v1", [{ slot: "A1", quantity: 0 }]],
  ])("with %s is refused without a word to the machine", async (_what, id, items) => {
    const { till, said } = cable();
    expect(await till.order(id, items, SIGNAL)).toBe("refused");
    expect(said).toEqual([]);
  });

  it("has room in its lines for the longest id and slot", async () => {
    const world = cable();
    const [id, slot] = ["v".repeat(40), "S".repeat(20)];
    world.machine.fill(slot, 999);
    expect(await world.till.order(id, [{ slot, quantity: 999 }], SIGNAL)).toBe("taken");
    expect(await world.till.ask(id, SIGNAL)).toMatchObject({ state: "pending" });
  });
});

describe("a line that is lost", () => {
  it.each([["lost"], ["garbled"]] as const)(
    "or %s on its way back is asked again, with the same effect once",
    async (how) => {
      const world = cable();
      const { till, machine, said } = world;
      // Before each question another answer goes astray, whichever it is.
      world.onLine = (line, deliver) => {
        const key = how === "lost" ? "loseAnswers" : "garbleAnswers";
        machine.faults[key] = said.filter((each) => each === said.at(-1)).length === 1 ? 1 : 0;
        deliver(line);
      };
      expect(await world.during(till.order("v1", WATER, SIGNAL))).toBe("taken");
      expect(said.filter((line) => line.startsWith(">VEND"))).toHaveLength(2);
      world.onLine = (line, deliver) => deliver(line);
      expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER });
      expect(machine.fallen.get("A1")).toBe(2);
    },
  );

  it("on its way there is sent again after its time, three times at most", async () => {
    const world = cable();
    world.onLine = () => undefined;
    const asked = world.till.ask("v1", SIGNAL);
    await world.clock.advance(UNANSWERED_MS - 1);
    expect(world.said).toEqual([">ASK v1", ">ASK v1", ">ASK v1"]);
    await world.clock.advance(1);
    expect(await asked).toEqual({ state: "unreached" });
  });

  it("leaves open whether the machine has the vend, and asking tells", async () => {
    const world = cable();
    world.onLine = (line, deliver) => {
      if (line.includes("VEND")) world.machine.faults.loseAnswers = 1;
      deliver(line);
    };
    expect(await world.during(world.till.order("v1", WATER, SIGNAL))).toBe("unreached");
    expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER });
    // The till repeats the order: it is the same vend.
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    expect(world.machine.fallen.get("A1")).toBe(2);
  });

  it.each<[string, (sequence: number) => Line]>([
    ["to an earlier question", (sequence) => ({ sequence: (sequence + 255) % 256, words: ["SUCCESS", "v1", "0"] })],
    ["about another vend", (sequence) => ({ sequence, words: ["SUCCESS", "v0", "0"] })],
    ["that fits no such question", (sequence) => ({ sequence, words: ["APPROVED", "v1", "1"] })],
    ["with a word too many", (sequence) => ({ sequence, words: ["SUCCESS", "v1", "0", "0"] })],
    ["with a count that is none", (sequence) => ({ sequence, words: ["SUCCESS", "v1", "-1"] })],
    ["with more items than there can be", (sequence) => ({ sequence, words: ["SUCCESS", "v1", "100"] })],
  ])("is not replaced by an answer %s", async (_what, wrong) => {
    const world = cable();
    world.onLine = (line) => world.say(answerTo(line, wrong));
    expect(await world.during(world.till.ask("v1", SIGNAL))).toEqual({ state: "unreached" });
    world.onLine = (line) => world.say(answerTo(line, (sequence) => ({ sequence, words: ["SUCCESS", "v1", "0"] })));
    expect(await world.till.ask("v1", SIGNAL)).toEqual({ state: "done", dropped: [] });
  });

  it("is not replaced by its own echo", async () => {
    const world = cable();
    world.onLine = (line) => world.say(line);
    expect(await world.during(world.till.unfitness(SIGNAL))).toBe("unreached");
    world.onLine = (line, deliver) => {
      world.say(line);
      deliver(line);
    };
    expect(await world.till.unfitness(SIGNAL)).toBeNull();
  });

  it("ends its wait at once when the caller gives up", async () => {
    const world = cable();
    world.onLine = () => undefined;
    const patience = new AbortController();
    const asked = world.till.ask("v1", patience.signal);
    await world.clock.sleeping();
    patience.abort();
    expect(await asked).toEqual({ state: "unreached" });
    expect(world.said).toHaveLength(1);
  });
});

describe("a machine whose power is cut", () => {
  it("between motor and report does not know what dropped, says so, and knows what had dropped before", async () => {
    const world = cable();
    await world.till.order("v1", WATER, SIGNAL);
    await world.clock.advance(1200);
    world.machine.faults.cutAfterDrop = true;
    await world.clock.advance(1200);
    expect(await world.during(world.till.ask("v1", SIGNAL))).toEqual({ state: "unreached" });
    world.machine.powerOn();
    expect(await world.till.ask("v1", SIGNAL)).toEqual({ state: "unknown", dropped: [{ slot: "A1", quantity: 1 }] });
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    expect(world.machine.fallen.get("A1")).toBe(2);
  });

  it("before the vend knows nothing of it, and the order can be repeated", async () => {
    const world = cable();
    world.onLine = (line, deliver) => {
      if (line.includes("VEND")) {
        world.machine.cutPower();
        world.machine.powerOn();
        world.onLine = (next, pass) => pass(next);
        // The microcontroller starts anew, its session gone.
        deliver("\n");
      } else deliver(line);
    };
    expect(await world.during(world.till.order("v1", WATER, SIGNAL))).toBe("unreached");
    expect(await world.till.ask("v1", SIGNAL)).toEqual({ state: "strange" });
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER });
    expect(world.machine.fallen.get("A1")).toBe(2);
  });

  it("and that has no memory answers unknown to what it does not know, and does not begin it again", async () => {
    const world = cable({ remembers: 0 });
    await world.till.order("v1", WATER, SIGNAL);
    await world.clock.advance(1200);
    world.machine.cutPower();
    world.machine.powerOn();
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
    expect(await world.till.ask("v1", SIGNAL)).toEqual({ state: "unknown", dropped: [] });
    expect(world.machine.fallen.get("A1")).toBe(1);
  });
});

describe("fitness", () => {
  it("is the machine's word, written down once with its reason", async () => {
    const { till, machine, log } = cable();
    expect(await till.unfitness(SIGNAL)).toBeNull();
    machine.faults.unfit = "door";
    expect(await till.unfitness(SIGNAL)).toBe("unfit");
    expect(await till.unfitness(SIGNAL)).toBe("unfit");
    expect(log.filter((line) => line.includes('"problem":"door"'))).toHaveLength(1);
    machine.faults.unfit = null;
    expect(await till.unfitness(SIGNAL)).toBeNull();
  });

  it("is unreached without an answer, and strange with one that no dispenser of this version gives", async () => {
    const world = cable();
    world.onLine = () => undefined;
    expect(await world.during(world.till.unfitness(SIGNAL))).toBe("unreached");
    for (const words of [
      ["READY", "2", "8"],
      ["ERROR", "version"],
    ]) {
      world.onLine = (line) => world.say(answerTo(line, (sequence) => ({ sequence, words })));
      expect(await world.till.unfitness(SIGNAL)).toBe("strange");
    }
  });

  it("that the machine cannot put into the protocol's words refuses the order, too", async () => {
    const world = cable();
    world.onLine = (line) => world.say(answerTo(line, (sequence) => ({ sequence, words: ["ERROR", "verb"] })));
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("refused");
    expect(await world.till.ask("v1", SIGNAL)).toEqual({ state: "unreached" });
  });
});

describe("a port that is gone", () => {
  it("is unreached at once, and opened again with growing pauses", async () => {
    const world = cable();
    expect(await world.till.unfitness(SIGNAL)).toBeNull();
    world.unplug();
    await world.clock.advance(0);
    expect(await world.till.unfitness(SIGNAL)).toBe("unreached");
    const before = world.opened;
    await world.clock.advance(60_000);
    // After 250, 500, 1000 and 2000 ms, then every 5 s.
    expect(world.opened - before).toBe(16);
    world.plugged = true;
    await world.clock.advance(5000);
    expect(await world.till.unfitness(SIGNAL)).toBeNull();
    expect(world.log.filter((line) => line.includes("cannot be opened"))).toHaveLength(1);
  });

  it("ends a question that is out", async () => {
    const world = cable();
    world.onLine = () => world.unplug();
    expect(await world.till.ask("v1", SIGNAL)).toEqual({ state: "unreached" });
  });

  it("that opens and goes at once is no busy loop", async () => {
    const world = cable();
    await world.clock.sleeping(0);
    world.onLine = () => undefined;
    let flaps = 0;
    const before = world.opened;
    for (let second = 0; second < 60; second++) {
      world.unplug();
      world.plugged = true;
      flaps++;
      await world.clock.advance(1000);
    }
    expect(flaps).toBe(60);
    expect(world.opened - before).toBeLessThan(20);
  });

  it("at the start of the till is no obstacle", async () => {
    const world = cable();
    await world.till.close();
    world.plugged = false;
    await world.restart();
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("unreached");
    world.plugged = true;
    await world.clock.advance(5000);
    expect(await world.till.order("v1", WATER, SIGNAL)).toBe("taken");
  });

  it("is let go at the end, and nothing is asked any more", async () => {
    const world = cable();
    expect(await world.till.unfitness(SIGNAL)).toBeNull();
    await world.till.close();
    const { opened } = world;
    expect(await world.till.unfitness(SIGNAL)).toBe("unreached");
    await world.clock.advance(60_000);
    expect(world.opened).toBe(opened);
    expect(world.clock.sleepers).toBe(0);
  });
});
