/** How much of the registers' folder is done in one go. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { expect, it } from "vitest";
import { followFolder } from "../../../../../main/integration/registers/folder.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

it("takes many files in one look, a few at a time, so that the till goes on between them", async () => {
  using folder = temporaryFolder();
  const [into, out] = [join(folder.path, "in"), join(folder.path, "out")];
  mkdirSync(into);
  // What is no request, and comes first, keeps nothing back.
  for (let number = 0; number < 30; number += 1) mkdirSync(join(into, `0-${number}.json`));
  const text = JSON.stringify({ do: "start", reference: "r", action: "SALE", amount: 100 });
  for (let number = 0; number < 50; number += 1) writeFileSync(join(into, `1-${number}.json`), text);
  let done = 0;
  const change = () => {
    done += 1;
    return { status: 200, body: "{}" };
  };
  const reads = { payment: change, screen: change };
  // Its second look never comes.
  const clock = { now: () => 0, monotonic: () => 0, sleep: (_: number, signal?: AbortSignal) => aborted(signal) };
  const following = followFolder({ clock, log: pino({ level: "silent" }), folder: folder.path, change, reads });
  const steps: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const before = done;
    await setImmediate();
    steps.push(done - before);
  }
  await following.close();
  expect(readdirSync(out)).toHaveLength(50);
  expect(Math.max(...steps)).toBeLessThanOrEqual(20);
});

it("leaves what finds no room at the printer for its next look, and answers all else", async () => {
  using folder = temporaryFolder();
  const [into, out] = [join(folder.path, "in"), join(folder.path, "out")];
  mkdirSync(into);
  writeFileSync(join(into, "slip.json"), JSON.stringify({ do: "lines", lines: [{ kind: "rule" }] }));
  const sale = { do: "start", reference: "r", action: "SALE", amount: 100 };
  writeFileSync(join(into, "sale.json"), JSON.stringify(sale));
  let isFull = true;
  const change = () => ({ status: isFull ? 422 : 202, body: "{}" });
  const reads = { payment: change, screen: change };
  const looks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slept = Promise.withResolvers<void>();
  const sleep = async (_: number, signal?: AbortSignal) => {
    looks.shift()?.resolve();
    if (looks.length === 0) return aborted(signal);
    await slept.promise;
  };
  const clock = { now: () => 0, monotonic: () => 0, sleep };
  const [first, second] = looks.map(({ promise }) => promise);
  const following = followFolder({ clock, log: pino({ level: "silent" }), folder: folder.path, change, reads });
  await first;
  expect([readdirSync(into), readdirSync(out)]).toEqual([["slip.json"], ["sale.json"]]);
  isFull = false;
  slept.resolve();
  await second;
  expect([readdirSync(into), readdirSync(out)]).toEqual([[], ["sale.json", "slip.json"]]);
  await following.close();
});

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  while (signal?.aborted === false) await setImmediate();
}
