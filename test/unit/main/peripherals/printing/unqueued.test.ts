/** Prints from memory: not queued, not stored, and with an immediate result. */
import { expect, it } from "vitest";
import type { PrintedNow } from "../../../../../main/peripherals/printing/worker.ts";
import { createTestPrintQueue, type TestPrintQueue } from "./test-print-queue.ts";

/** Returns the result as soon as it is known. */
async function printed(world: TestPrintQueue, text: string): Promise<PrintedNow> {
  const results: PrintedNow[] = [];
  void world.printNow(text).then((result) => results.push(result));
  await world.until(() => results.length > 0);
  const [result] = results;
  if (result === undefined) throw new Error("no result was reported");
  return result;
}

it("an unqueued print comes before the queue, and is not a job", async () => {
  await using world = await createTestPrintQueue();
  const { id } = world.put("one");
  expect(await printed(world, "Markveien 35")).toEqual({ is: "printed", confirmed: true });
  await world.until(() => world.state(id) === "done");
  expect(world.printer.papers.map(({ text }) => text.includes("Markveien 35"))).toEqual([true, false]);
  expect(world.jobs.unsettled("paper")).toEqual([]);
  expect(world.ended.map((job) => job.id)).toEqual([id]);
});

it("an unqueued print is not sent when the printer is off, open or empty, and is not retried", async () => {
  await using world = await createTestPrintQueue();
  world.printer.faults.paperOut = true;
  expect(await printed(world, "one")).toEqual({ is: "not", fault: "paper_out" });
  world.printer.clearFaults();
  await world.printer.switchOff();
  expect(await printed(world, "two")).toEqual({ is: "not", fault: "unreachable" });
  await world.printer.switchOn();
  world.use({ kind: "none" });
  expect(await printed(world, "three")).toEqual({ is: "not", fault: "unreachable" });
  world.use(world.printer.settings());
  const { id } = world.put("a receipt");
  await world.until(() => world.state(id) === "done");
  expect(world.printer.papers.map(({ codes }) => codes)).toEqual([["a receipt"]]);
});

it("an unqueued print is unknown immediately when the paper ends or the connection breaks during it", async () => {
  await using world = await createTestPrintQueue({ paperEndsAfter: 20 });
  expect(await printed(world, "Thorvald Meyers gate 56")).toEqual({ is: "unknown", fault: "paper_out" });
  // While that print waits for paper, another is refused immediately.
  const before = world.clock.monotonic();
  expect(await printed(world, "another")).toEqual({ is: "not", fault: "paper_out" });
  expect(world.clock.monotonic() - before).toBe(0);
  await using broken = await createTestPrintQueue({ cutAfter: 20 });
  expect(await printed(broken, "Thorvald Meyers gate 56")).toEqual({ is: "unknown", fault: "interrupted" });
});

it("an unqueued print is not made when the till stops first", async () => {
  await using world = await createTestPrintQueue({ stalls: true });
  const results: PrintedNow[] = [];
  void world.printNow("one").then((result) => results.push(result));
  void world.printNow("two").then((result) => results.push(result));
  await world.stop();
  expect(results.map(({ is }) => is)).toEqual(["not", "not"]);
});
