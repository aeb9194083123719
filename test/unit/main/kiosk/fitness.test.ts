/** When the dispenser is polled for its fitness, and when a response counts. */
import { describe, expect, it } from "vitest";
import type { DispenserProblem } from "../../../../main/kiosk/dispenser.ts";
import { startFitness } from "../../../../main/kiosk/fitness.ts";
import { createManualClock } from "../../../support/clock.ts";
import { readableLog } from "../bridge/test-bridge.ts";

function machine() {
  const clock = createManualClock();
  let held: PromiseWithResolvers<DispenserProblem | null> | null = null;
  const createMachine = () => ({
    async problem() {
      state.asked.push(clock.monotonic());
      return held === null ? state.answer : held.promise;
    },
  });
  const state = {
    machine: createMachine() as ReturnType<typeof createMachine> | null,
    answer: null as DispenserProblem | null,
    isVending: false,
    asked: [] as number[],
    changes: 0,
  };
  const fitness = startFitness({
    clock,
    log: readableLog().log,
    machine: { current: () => state.machine },
    isVending: () => state.isVending,
    onChange: () => {
      state.changes += 1;
    },
  });
  /** Holds responses until the test resolves them. */
  const hold = () => {
    held = Promise.withResolvers();
    return held;
  };
  return { clock, state, fitness, hold, createMachine };
}

describe("dispenser fitness", () => {
  it("is polled at the start, and then every ten seconds while the dispenser is fit", async () => {
    const { clock, fitness, state } = machine();
    await clock.advance(35_000);
    expect(state.asked).toEqual([0, 10_000, 20_000, 30_000]);
    expect([fitness.problem(), state.changes]).toEqual([null, 0]);
    await fitness.close();
  });

  it("reports each change, and is polled every five seconds until the dispenser is fit again", async () => {
    const { clock, fitness, state } = machine();
    state.answer = "unfit";
    await clock.advance(11_000);
    expect([fitness.problem(), state.changes, state.asked]).toEqual(["unfit", 1, [0, 5000, 10_000]]);
    state.answer = null;
    await clock.advance(5000);
    expect([fitness.problem(), state.changes]).toEqual([null, 2]);
    await fitness.close();
  });

  it("ignores one lost response, polls again after a second, and counts the next", async () => {
    const { clock, fitness, state } = machine();
    await clock.advance(5000);
    state.answer = "unreached";
    await clock.advance(5500);
    expect([fitness.problem(), state.asked]).toEqual([null, [0, 10_000]]);
    await clock.advance(500);
    expect([fitness.problem(), state.changes, state.asked]).toEqual(["unreached", 1, [0, 10_000, 11_000]]);
    await fitness.close();
  });

  it("is not polled during a vend, unless the vend does not end", async () => {
    const { clock, fitness, state } = machine();
    state.isVending = true;
    await clock.advance(119_000);
    expect(state.asked).toEqual([]);
    await clock.advance(12_000);
    expect(state.asked).toEqual([120_000, 130_000]);
    await fitness.close();
  });

  it("sends one request for all callers that wait for it", async () => {
    const { clock, fitness, hold, state } = machine();
    await clock.advance(0);
    const held = hold();
    const answers = [fitness.check(), fitness.check(), fitness.check()];
    await clock.advance(60_000);
    expect(state.asked).toHaveLength(2);
    held.resolve("strange");
    const codes = (await Promise.all(answers)).map((reason) => reason?.code);
    expect(codes).toEqual(["vend_machine_strange", "vend_machine_strange", "vend_machine_strange"]);
    expect(fitness.problem()).toBe("strange");
    await fitness.close();
  });

  it("belongs to the active dispenser: unknown for a new one, and empty without one", async () => {
    const { createMachine, clock, fitness, state } = machine();
    state.answer = "unfit";
    await clock.advance(100);
    expect(fitness.problem()).toBe("unfit");
    state.answer = null;
    state.machine = createMachine();
    expect(fitness.problem()).toBeNull();
    fitness.wake();
    await clock.advance(100);
    expect(state.asked).toEqual([0, 100]);
    state.machine = null;
    expect([fitness.problem(), (await fitness.check())?.code]).toEqual([null, "vend_no_machine"]);
    await fitness.close();
  });
});
