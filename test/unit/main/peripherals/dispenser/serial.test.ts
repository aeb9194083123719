import { describe, expect, it } from "vitest";
import { encodeLine, type Line } from "../../../../../main/peripherals/dispenser/serial/line.ts";
import { answerMs } from "../../../../../main/peripherals/dispenser/serial/link.ts";
import { type CableInMemory, cableInMemory } from "../../../../dispenser/memory-cable.ts";

const WATER = [{ slot: "A1", quantity: 2 }];
const SIGNAL = new AbortController().signal;
/** Three attempts and their timeouts. */
const UNANSWERED_MS = 3 * answerMs(9600);

/** Sends a response to a line of the till. */
function answerTo(line: string, answer: (sequence: number) => Line): string {
  return encodeLine("<", answer(Number.parseInt(line.slice(1, 3), 16))) ?? "";
}

/** Lets the machine finish, and queries the report. */
async function finalReport({ till, clock, machine }: CableInMemory, id: string) {
  const motors = { still: false };
  void machine.still().then(() => Object.assign(motors, { still: true }));
  await clock.advanceUntil(() => motors.still);
  return till.pollVend(id, SIGNAL);
}

describe("a vend over the serial line", () => {
  it("is a session: funds, requests, the vend, its success, its end", async () => {
    const world = cableInMemory();
    const { till, clock, said } = world;
    expect(await till.orderVend("7-k2f9", [...WATER, { slot: "B3", quantity: 1 }], SIGNAL)).toBe("accepted");
    expect(await till.pollVend("7-k2f9", SIGNAL)).toEqual({ state: "pending", dropped: [] });
    await clock.advance(1200);
    expect(await till.pollVend("7-k2f9", SIGNAL)).toEqual({ state: "pending", dropped: [] });
    // Counts are requested only at the end, because each count is a line.
    expect(said.filter((line) => line.startsWith(">ITEM"))).toEqual([]);
    const all = [...WATER, { slot: "B3", quantity: 1 }];
    expect(await finalReport(world, "7-k2f9")).toEqual({ state: "done", dropped: all, ordered: all });
    await till.endSession("7-k2f9");
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
    const { till, machine, said } = cableInMemory();
    machine.fill("B3", 0);
    expect(await till.orderVend("v1", [...WATER, { slot: "B3", quantity: 1 }], SIGNAL)).toEqual({ emptySlot: "B3" });
    expect(said.slice(-4)).toEqual([">REQUEST v1 2 B3 1", "<DENIED v1 2 empty", ">CANCEL v1", "<ENDED v1"]);
    expect(await till.pollVend("v1", SIGNAL)).toEqual({ state: "strange" });
    expect(machine.droppedItems.size).toBe(0);
  });

  it("that failed halfway reports exactly the dropped items", async () => {
    const world = cableInMemory();
    await world.till.orderVend("v1", [...WATER, { slot: "B3", quantity: 1 }], SIGNAL);
    await world.clock.advance(1200);
    world.machine.faults.jam = "A1";
    expect(await finalReport(world, "v1")).toMatchObject({
      state: "failed",
      dropped: [{ slot: "A1", quantity: 1 }],
    });
  });

  it("that is ordered again is the same vend, also after a restart of the till", async () => {
    const world = cableInMemory();
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    await finalReport(world, "v1");
    await world.restart();
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER, ordered: WATER });
    expect(world.machine.droppedItems.get("A1")).toBe(2);
  });

  it("waits while the machine runs another vend", async () => {
    const world = cableInMemory();
    await world.till.orderVend("v1", WATER, SIGNAL);
    expect(await world.till.orderVend("v2", WATER, SIGNAL)).toBe("unreached");
    await finalReport(world, "v1");
    expect(await world.till.orderVend("v2", WATER, SIGNAL)).toBe("accepted");
  });

  it("is sent completely before another one: an open session yields to the next vend", async () => {
    const world = cableInMemory();
    const items = [...WATER, { slot: "B3", quantity: 1 }];
    const both = Promise.all([world.till.orderVend("v1", items, SIGNAL), world.till.orderVend("v2", WATER, SIGNAL)]);
    expect(await world.during(both)).toEqual(["accepted", "unreached"]);
    const sentLines = world.said.filter((line) => line.startsWith(">"));
    expect(sentLines.map((line) => line.split(" ")[1])).toEqual(["v1", "v1", "v1", "v1", "v2"]);
    expect((await finalReport(world, "v1")).state).toBe("done");
    expect(await world.till.orderVend("v2", WATER, SIGNAL)).toBe("accepted");
  });

  it.each([
    ["an id with a space", "v 1", WATER],
    ["an id that is too long", "v".repeat(41), WATER],
    ["no items", "v1", []],
    ["a slot that is not one word", "v1", [{ slot: "A 1", quantity: 1 }]],
    ["more items than it can count", "v1", [{ slot: "A1", quantity: 1000 }]],
    ["a total that it cannot count", "v1", [...WATER, { slot: "A2", quantity: 998 }]],
    ["zero items of a slot", "v1", [{ slot: "A1", quantity: 0 }]],
  ])("with %s is refused without a line to the machine", async (_what, id, items) => {
    const { till, said } = cableInMemory();
    expect(await till.orderVend(id, items, SIGNAL)).toBe("refused");
    expect(said).toEqual([]);
  });

  it("of eight kinds reaches a machine at its slowest allowed pace, and so does its report", async () => {
    const world = cableInMemory();
    const items = Array.from({ length: 8 }, (_, index) => ({ slot: `A${index}`, quantity: 1 }));
    world.onLine = (line, deliver) => void world.clock.sleep(500).then(() => deliver(line));
    expect(await world.during(world.till.orderVend("v1", items, SIGNAL))).toBe("accepted");
    expect(world.clock.monotonic()).toBeGreaterThanOrEqual(5000);
    await world.clock.advance(20_000);
    const asked = world.clock.monotonic();
    expect(await world.during(world.till.pollVend("v1", SIGNAL))).toEqual({
      state: "done",
      dropped: items,
      ordered: items,
    });
    expect(world.clock.monotonic() - asked).toBeGreaterThanOrEqual(4500);
  });

  it("that the protocol cannot express, or only too slowly, is rejected before anything is sent", () => {
    const { till, said } = cableInMemory();
    const kinds = (count: number) => Array.from({ length: count }, (_, index) => ({ slot: `A${index}`, quantity: 1 }));
    expect(till.orderProblem([])).toBeNull();
    expect(till.orderProblem(kinds(33))).toBeNull();
    expect(till.orderProblem(kinds(34))).toEqual({ because: "length" });
    expect(till.orderProblem([{ slot: "A1", quantity: 1000 }])).toEqual({ because: "length" });
    expect(till.orderProblem([...WATER, { slot: "Rad 2", quantity: 1 }])).toEqual({ because: "slot", slot: "Rad 2" });
    expect(till.orderProblem([{ slot: "Ø1", quantity: 1 }])).toEqual({ because: "slot", slot: "Ø1" });
    expect(said).toEqual([]);
  });

  it("fits the longest id and slot into its lines", async () => {
    const world = cableInMemory();
    const [id, slot] = ["v".repeat(40), "S".repeat(20)];
    world.machine.fill(slot, 999);
    expect(await world.till.orderVend(id, [{ slot, quantity: 999 }], SIGNAL)).toBe("accepted");
    expect(await world.till.pollVend(id, SIGNAL)).toMatchObject({ state: "pending" });
  });
});

describe("a line that is lost", () => {
  it.each([["lost"], ["garbled"]] as const)(
    "or %s on its way back is requested again, with one effect",
    async (how) => {
      const world = cableInMemory();
      const { till, machine, said } = world;
      // Another response is lost before each request.
      world.onLine = (line, deliver) => {
        const key = how === "lost" ? "loseResponses" : "corruptResponses";
        machine.faults[key] = said.filter((each) => each === said.at(-1)).length === 1 ? 1 : 0;
        deliver(line);
      };
      expect(await world.during(till.orderVend("v1", WATER, SIGNAL))).toBe("accepted");
      expect(said.filter((line) => line.startsWith(">VEND"))).toHaveLength(2);
      world.onLine = (line, deliver) => deliver(line);
      expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER, ordered: WATER });
      expect(machine.droppedItems.get("A1")).toBe(2);
    },
  );

  it("on its way there is resent after its timeout, three times at most", async () => {
    const world = cableInMemory();
    world.onLine = () => undefined;
    const asked = world.till.pollVend("v1", SIGNAL);
    await world.clock.advance(UNANSWERED_MS - 1);
    expect(world.said).toEqual([">ASK v1", ">ASK v1", ">ASK v1"]);
    await world.clock.advance(1);
    expect(await asked).toEqual({ state: "unreached" });
  });

  it("leaves the vend's receipt unknown, and a query settles it", async () => {
    const world = cableInMemory();
    world.onLine = (line, deliver) => {
      if (line.includes("VEND")) world.machine.faults.loseResponses = 1;
      deliver(line);
    };
    expect(await world.during(world.till.orderVend("v1", WATER, SIGNAL))).toBe("unreached");
    expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER, ordered: WATER });
    // The till repeats the order: the machine knows the vend.
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    expect(world.machine.droppedItems.get("A1")).toBe(2);
  });

  it.each<[string, (sequence: number) => Line]>([
    ["to an earlier request", (sequence) => ({ sequence: (sequence + 255) % 256, words: ["SUCCESS", "v1", "0"] })],
    ["about another vend", (sequence) => ({ sequence, words: ["SUCCESS", "v0", "0"] })],
    ["to another kind of request", (sequence) => ({ sequence, words: ["ENDED", "v1"] })],
  ])("is not replaced by a response %s", async (_what, wrong) => {
    const world = cableInMemory();
    world.onLine = (line) => world.say(answerTo(line, wrong));
    expect(await world.during(world.till.pollVend("v1", SIGNAL))).toEqual({ state: "unreached" });
    expect(world.said).toEqual([">ASK v1", ">ASK v1", ">ASK v1"]);
    world.onLine = (line) => world.say(answerTo(line, (sequence) => ({ sequence, words: ["SUCCESS", "v1", "0"] })));
    expect(await world.till.pollVend("v1", SIGNAL)).toEqual({ state: "done", dropped: [], ordered: [] });
  });

  it.each<[string, string[], string[], string, string]>([
    ["an unknown state", ["DONE", "v1", "1"], [], "state", '"DONE 1"'],
    ["a word too many", ["SUCCESS", "v1", "1", "1"], [], "state", '"SUCCESS 1 1"'],
    ["a negative number of items", ["SUCCESS", "v1", "-1"], [], "state", '"SUCCESS -1"'],
    ["too many items", ["FAILURE", "v1", "100"], [], "state", '"FAILURE 100"'],
    ["a missing number of items", ["SUCCESS", "v1"], [], "state", '"SUCCESS"'],
    ["a response to another request", ["APPROVED", "v1", "1"], [], "state", '"APPROVED 1"'],
    ["a negative drop", ["SUCCESS", "v1", "1"], ["A1", "2", "-1"], "dropped[0]", '"ITEM 1 A1 2 -1"'],
    ["a fraction", ["SUCCESS", "v1", "1"], ["A1", "2", "1.5"], "dropped[0]", '"ITEM 1 A1 2 1.5"'],
    ["a huge drop", ["SUCCESS", "v1", "1"], ["A1", "2", "1000"], "dropped[0]", '"ITEM 1 A1 2 1000"'],
    ["a malformed order number", ["SUCCESS", "v1", "1"], ["A1", "x", "1"], "dropped[0]", '"ITEM 1 A1 x 1"'],
    ["no drop", ["SUCCESS", "v1", "1"], ["A1", "2"], "dropped[0]", '"ITEM 1 A1 2"'],
    [
      "a slot that is too long",
      ["FAILURE", "v1", "1"],
      ["S".repeat(21), "2", "1"],
      "dropped[0].slot",
      `"${"S".repeat(21)}"`,
    ],
  ])("is replaced by a report with %s, which names its field", async (_what, state, item, field, found) => {
    const world = cableInMemory();
    world.onLine = (line) => {
      const words = line.includes("ASK") ? state : ["ITEM", "v1", "1", ...item];
      world.say(answerTo(line, (sequence) => ({ sequence, words })));
    };
    const report = await world.during(world.till.pollVend("v1", SIGNAL));
    expect(report).toEqual({ state: "unreadable", problem: { field, found } });
  });

  it("is not replaced by a response about another item", async () => {
    const world = cableInMemory();
    const items = ["2", "1"];
    world.onLine = (line) => {
      const words = line.includes("ASK") ? ["FAILURE", "v1", "1"] : ["ITEM", "v1", items.shift() ?? "", "A1", "2", "1"];
      world.say(answerTo(line, (sequence) => ({ sequence, words })));
    };
    const report = await world.during(world.till.pollVend("v1", SIGNAL));
    expect(report).toMatchObject({ state: "failed", dropped: [{ slot: "A1", quantity: 1 }] });
    expect(items).toEqual([]);
  });

  it("is not replaced by its own echo", async () => {
    const world = cableInMemory();
    world.onLine = (line) => world.say(line);
    expect(await world.during(world.till.problem(SIGNAL))).toBe("unreached");
    world.onLine = (line, deliver) => {
      world.say(line);
      deliver(line);
    };
    expect(await world.till.problem(SIGNAL)).toBeNull();
  });

  it("does not delay the end of a session", async () => {
    const world = cableInMemory();
    await world.till.orderVend("v1", WATER, SIGNAL);
    world.onLine = () => undefined;
    const began = world.clock.monotonic();
    await world.during(world.till.endSession("v1"));
    expect(world.clock.monotonic() - began).toBeLessThanOrEqual(1500);
    expect(world.said.at(-1)).toBe(">END v1");
    // Each end belongs to the vend that it names, whichever came last.
    world.onLine = (line, deliver) => deliver(line);
    await world.till.pollVend("v1", SIGNAL);
    await world.till.endSession("v0");
    expect(world.said.at(-2)).toBe(">END v0");
  });

  it("stops waiting immediately when the caller aborts", async () => {
    const world = cableInMemory();
    world.onLine = () => undefined;
    const patience = new AbortController();
    const asked = world.till.pollVend("v1", patience.signal);
    await world.clock.sleeping();
    patience.abort();
    expect(await asked).toEqual({ state: "unreached" });
    expect(world.said).toHaveLength(1);
  });
});

describe("a machine that loses power", () => {
  it("between motor and report reports the last drop as unknown and the earlier ones exactly", async () => {
    const world = cableInMemory();
    await world.till.orderVend("v1", WATER, SIGNAL);
    await world.clock.advance(1200);
    world.machine.faults.cutAfterDrop = true;
    await world.clock.advance(1200);
    expect(await world.during(world.till.pollVend("v1", SIGNAL))).toEqual({ state: "unreached" });
    world.machine.powerOn();
    expect(await world.till.pollVend("v1", SIGNAL)).toMatchObject({
      state: "unknown",
      dropped: [{ slot: "A1", quantity: 1 }],
    });
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    expect(world.machine.droppedItems.get("A1")).toBe(2);
  });

  it("before the vend does not know it, and the order can be repeated", async () => {
    const world = cableInMemory();
    world.onLine = (line, deliver) => {
      if (line.includes("VEND")) {
        world.machine.cutPower();
        world.machine.powerOn();
        world.onLine = (next, pass) => pass(next);
        // The microcontroller restarts and loses its session.
        deliver("\n");
      } else deliver(line);
    };
    expect(await world.during(world.till.orderVend("v1", WATER, SIGNAL))).toBe("unreached");
    expect(await world.till.pollVend("v1", SIGNAL)).toEqual({ state: "strange" });
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    expect(await finalReport(world, "v1")).toEqual({ state: "done", dropped: WATER, ordered: WATER });
    expect(world.machine.droppedItems.get("A1")).toBe(2);
  });

  it("without memory reports unknown vends as unknown, and does not start them again", async () => {
    const world = cableInMemory({ remembers: 0 });
    await world.till.orderVend("v1", WATER, SIGNAL);
    await world.clock.advance(1200);
    world.machine.cutPower();
    world.machine.powerOn();
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("accepted");
    expect(await world.till.pollVend("v1", SIGNAL)).toMatchObject({ state: "unknown", dropped: [] });
    expect(world.machine.droppedItems.get("A1")).toBe(1);
  });
});

describe("a machine without a memory", () => {
  it("reports that nothing dropped for orders refused since power-on", async () => {
    const { till, machine } = cableInMemory({ remembers: 0 });
    machine.fill("A1", 0);
    expect(await till.orderVend("v1", WATER, SIGNAL)).toEqual({ emptySlot: "A1" });
    expect(await till.pollVend("v1", SIGNAL)).toEqual({ state: "strange" });
    expect(await till.pollVend("v0", SIGNAL)).toMatchObject({ state: "unknown", dropped: [] });
  });
});

describe("fitness", () => {
  it("is the machine's response, logged once with its reason", async () => {
    const { till, machine, log } = cableInMemory();
    expect(await till.problem(SIGNAL)).toBeNull();
    machine.faults.outOfServiceReason = "door";
    expect(await till.problem(SIGNAL)).toBe("unfit");
    expect(await till.problem(SIGNAL)).toBe("unfit");
    expect(log.filter((line) => line.includes('"problem":"door"'))).toHaveLength(1);
    machine.faults.outOfServiceReason = null;
    expect(await till.problem(SIGNAL)).toBeNull();
  });

  it("is unreached without a response, and unknown with a malformed one", async () => {
    const world = cableInMemory();
    world.onLine = () => undefined;
    expect(await world.during(world.till.problem(SIGNAL))).toBe("unreached");
    for (const words of [
      ["READY", "2", "8"],
      ["ERROR", "version"],
    ]) {
      world.onLine = (line) => world.say(answerTo(line, (sequence) => ({ sequence, words })));
      expect(await world.till.problem(SIGNAL)).toBe("strange");
    }
  });

  it("that the machine cannot express in the protocol refuses the order, too", async () => {
    const world = cableInMemory();
    world.onLine = (line) => world.say(answerTo(line, (sequence) => ({ sequence, words: ["ERROR", "verb"] })));
    expect(await world.till.orderVend("v1", WATER, SIGNAL)).toBe("refused");
    expect(await world.till.pollVend("v1", SIGNAL)).toEqual({ state: "unreached" });
  });
});
