import { describe, expect, it } from "vitest";
import { PAPER_AGE_MS } from "../../../../../main/peripherals/printing/worker.ts";
import { createTestPrintQueue } from "./test-print-queue.ts";

describe("printing", () => {
  it("prints the queue in order, and records that the printer confirmed each job", async () => {
    await using world = await createTestPrintQueue();
    const ids = ["one", "two", "three"].map((text) => world.put(text).id);
    await world.until(() => world.printer.papers.length === 3);
    await world.until(() => ids.every((id) => world.state(id) === "done"));
    expect(world.printer.papers.map(({ codes }) => codes)).toEqual([["one"], ["two"], ["three"]]);
    expect(world.printer.problems).toEqual([]);
    expect(ids.map((id) => world.jobs.find(id)?.confirmed)).toEqual([true, true, true]);
    expect(world.health()).toMatchObject({ answers: true, seen: { fault: null }, lastProblem: null });
  });

  it("deletes the bytes of settled jobs", async () => {
    await using world = await createTestPrintQueue();
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "done");
    expect(world.jobs.find(id)?.bytes.length).toBe(0);
  });

  it("accepts a print by a printer without status, and records it as unconfirmed", async () => {
    await using world = await createTestPrintQueue({ silent: true });
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "done");
    expect(world.printer.papers.map(({ codes }) => codes)).toEqual([["one"]]);
    expect(world.jobs.find(id)?.confirmed).toBe(false);
    expect(world.health()).toMatchObject({ answers: false, seen: { fault: null } });
  });

  it("waits for a slow printer", async () => {
    await using world = await createTestPrintQueue({ slow: true });
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "done");
    expect(world.printer.papers.map(({ codes }) => codes)).toEqual([["one"]]);
  });
});

describe("a printer that sends automatic status", () => {
  it.each([
    ["an automatic status", [0x1c, 0x00, 0x0c, 0x0f]],
    ["an automatic status around XOFF", [0x1c, 0x13, 0x00, 0x0c, 0x0f]],
    ["a power-off notice", [0x3b, 0x31, 0x00]],
  ])("does not confirm a print by %s while its paper is out", async (_name, unsolicitedBytes) => {
    await using world = await createTestPrintQueue({ unsolicitedBytes, paperEndsAfter: 20 });
    const { id } = world.put("one");
    const asked = world.clock.monotonic();
    await world.until(() => world.health().seen?.fault === "paper_out");
    await world.until(() => world.clock.monotonic() > asked + 5000);
    expect(world.state(id)).toBe("sending");
    world.printer.clearFaults();
    await world.until(() => world.state(id) !== "sending");
    expect(world.printer.papers.map(({ codes }) => codes)).toEqual([["one"]]);
    expect(world.jobs.find(id)).toMatchObject({ state: "done", confirmed: true });
  });
});

describe("a printer that is off", () => {
  it("delays the job, is reported as off, and prints once when it is back on", async () => {
    await using world = await createTestPrintQueue();
    await world.printer.switchOff();
    const { id } = world.put("one");
    await world.until(() => world.health().seen?.fault === "unreachable" && world.problem(id) === "unreachable");
    expect(world.state(id)).toBe("queued");
    await world.printer.switchOn();
    await world.until(() => world.state(id) === "done");
    expect(world.printer.papers).toHaveLength(1);
    expect(world.health()).toMatchObject({ seen: { fault: null }, lastProblem: { problem: "unreachable" } });
  });

  it("is reported before the first print", async () => {
    await using world = await createTestPrintQueue();
    await world.printer.switchOff();
    await world.until(() => world.health().seen?.fault === "unreachable");
    await world.printer.switchOn();
    await world.until(() => world.health().seen?.fault === null);
    expect(world.printer.papers).toEqual([]);
  });

  it("drops its jobs after a quarter of an hour, when they are no longer useful", async () => {
    await using world = await createTestPrintQueue();
    await world.printer.switchOff();
    const { id } = world.put("one");
    await world.until(() => world.problem(id) === "unreachable");
    await world.until(() => world.state(id) === "failed");
    expect(world.ended).toEqual([{ id, state: "failed", problem: "too_old" }]);
    await world.printer.switchOn();
    const later = world.put("two");
    await world.until(() => world.state(later.id) === "done");
    expect(world.printer.papers.map(({ codes }) => codes)).toEqual([["two"]]);
  });

  it("does not print a withdrawn job", async () => {
    await using world = await createTestPrintQueue();
    await world.printer.switchOff();
    const { id } = world.put("one");
    await world.until(() => world.problem(id) === "unreachable");
    world.cancel(id);
    await world.printer.switchOn();
    await world.until(() => world.health().seen?.fault === null);
    expect(world.printer.papers).toEqual([]);
  });

  it("keeps its queue when the clock is set by a day", async () => {
    await using world = await createTestPrintQueue();
    await world.printer.switchOff();
    const { id } = world.put("one");
    await world.until(() => world.problem(id) === "unreachable");
    world.clock.setBy(24 * 3_600_000);
    expect(PAPER_AGE_MS).toBeLessThan(24 * 3_600_000);
    await world.printer.switchOn();
    await world.until(() => world.state(id) === "done");
  });
});

describe("a printer that reports a fault", () => {
  it.each([
    ["paperOut", "paper_out"],
    ["coverOpen", "cover_open"],
  ] as const)("(%s) receives nothing until the fault is cleared", async (fault, problem) => {
    await using world = await createTestPrintQueue({ [fault]: true });
    const { id } = world.put("one");
    await world.until(() => world.problem(id) === problem);
    expect(world.printer.received).toBe(0);
    expect(world.health().seen?.fault).toBe(problem);
    world.printer.clearFaults();
    await world.until(() => world.state(id) === "done");
    expect(world.printer.papers).toHaveLength(1);
  });

  it("reports that the roll ends soon", async () => {
    await using world = await createTestPrintQueue({ paperLow: true });
    await world.until(() => world.health().paperLow);
    expect(world.health().seen?.fault).toBeNull();
  });

  it("during a print continues on the new roll", async () => {
    await using world = await createTestPrintQueue({ paperEndsAfter: 30 });
    const { id } = world.put("one");
    await world.until(() => world.health().seen?.fault === "paper_out");
    expect(world.state(id)).toBe("sending");
    world.printer.clearFaults();
    await world.until(() => world.state(id) === "done");
    expect(world.printer.papers).toHaveLength(1);
    expect(world.health().seen?.fault).toBeNull();
  });

  it("leaves the unknown result of an uncleared fault to the operator", async () => {
    await using world = await createTestPrintQueue({ paperEndsAfter: 30 });
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "unknown");
    expect(world.problem(id)).toBe("paper_out");
  });
});

describe("a print with an unknown result", () => {
  it("is not repeated when the connection broke during the print", async () => {
    await using world = await createTestPrintQueue({ cutAfter: 30 });
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "unknown");
    expect(world.problem(id)).toBe("interrupted");
    world.printer.faults.cutAfter = null;
    const next = world.put("two");
    await world.until(() => world.state(next.id) === "done");
    expect(world.printer.papers.map(({ codes }) => codes)).toEqual([[], ["two"]]);
    expect(world.state(id)).toBe("unknown");
    expect(world.ended.map(({ id: ended }) => ended)).toEqual([id, next.id]);
  });

  it("is not repeated by a printer without status", async () => {
    await using world = await createTestPrintQueue({ cutAfter: 30, silent: true });
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "unknown");
    world.runClockFast();
    await world.clock.advance(120_000);
    expect(world.printer.papers).toHaveLength(1);
  });

  it("is not repeated when the till was stopped during the print", async () => {
    await using world = await createTestPrintQueue({ paperEndsAfter: 30 });
    const { id } = world.put("one");
    await world.until(() => world.state(id) === "sending" && world.health().seen?.fault === "paper_out");
    await world.stop();
    expect(world.state(id)).toBe("unknown");
    world.printer.clearFaults();
    world.start();
    const next = world.put("two");
    await world.until(() => world.state(next.id) === "done");
    expect(world.state(id)).toBe("unknown");
  });

  it("is not repeated after a crash during the print", async () => {
    await using world = await createTestPrintQueue();
    await world.stop();
    const { id } = world.put("one");
    // The row marks its bytes as sent; then the power fails.
    world.jobs.begin(id);
    world.start();
    await world.until(() => world.state(id) === "unknown");
    expect(world.ended).toEqual([{ id, state: "unknown", problem: "interrupted" }]);
    expect(world.printer.received).toBe(0);
  });
});

describe("a printer that accepts the connection and is silent", () => {
  it("is reported as faulty if it answered before, and receives nothing", async () => {
    await using world = await createTestPrintQueue();
    const first = world.put("one");
    await world.until(() => world.state(first.id) === "done");
    const { received } = world.printer;
    world.printer.faults.stalls = true;
    const { id } = world.put("two");
    await world.until(() => world.problem(id) === "no_answer");
    expect(world.state(id)).toBe("queued");
    expect(world.printer.received).toBe(received);
    expect(world.health().seen?.fault).toBe("no_answer");
    world.printer.clearFaults();
    await world.until(() => world.state(id) === "done");
    expect(world.printer.papers).toHaveLength(2);
  });

  it("counts as another one when the till gets a new printer", async () => {
    await using world = await createTestPrintQueue();
    const first = world.put("one");
    await world.until(() => world.state(first.id) === "done");
    world.use({ kind: "none" });
    const second = world.put("two");
    await world.clock.advance(1000);
    expect(world.state(second.id)).toBe("queued");
    expect(world.health()).toMatchObject({ seen: null, answers: null });
    world.use(world.printer.settings());
    await world.until(() => world.state(second.id) === "done");
  });
});
