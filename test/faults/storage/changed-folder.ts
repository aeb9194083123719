/** A data folder changed by something other than the till, and the recovery by the till and its owner. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startProcess } from "../../support/till-process.ts";
import type { TillProcessSetup } from "../../support/till-process-setup.ts";

const CUSTOMER = "4791234567";

/** Runs part of a till's day: start, `sales`, end. @returns the acknowledged payments */
export async function day(setup: TillProcessSetup, sales: number, end: "SIGTERM" | "SIGKILL"): Promise<string[]> {
  const args = existsSync(setup.data) ? setup.arguments : setup.firstArguments;
  await using till = startProcess(args);
  await till.ready;
  const taken: string[] = [];
  for (let sale = 0; sale < sales; sale += 1) {
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const started = await till.call("payment.start", { action: "SALE", amount: 4900 + sale, customer });
    if (started.ok) taken.push(started.value.posTid);
  }
  till.child.kill(end);
  await till.exited;
  return taken;
}

/** Counts the payments that a newly started till does not know. */
export async function countUnknown(setup: TillProcessSetup, posTids: string[]): Promise<number> {
  await using till = startProcess(setup.arguments);
  await till.ready;
  const found = await Promise.all(posTids.map((posTid) => till.call("payment.get", { posTid })));
  till.child.kill("SIGTERM");
  await till.exited;
  return found.filter(({ ok }) => !ok).length;
}

/** Returns the message of a till that does not start. */
export async function refusal(setup: TillProcessSetup): Promise<string> {
  await using till = startProcess(setup.arguments);
  expect(await till.exited).toBe(1);
  expect(till.stdout()).toBe("");
  return till.stderr();
}

/** Runs a command printed by the till, with `npm run till --` replaced by the program. */
export function runSuggestedCommand(text: string, task: "restore" | "journal accept"): string {
  const command = text.split("\n").find((line) => line.includes(`npm run till -- ${task}`)) ?? "";
  const entry = join(import.meta.dirname, "../../../out/main/maintenance.js");
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", command.replace("npm run till --", `'${process.execPath}' '${entry}'`)],
    { encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

/** Makes a manual backup. */
export function backUp(setup: TillProcessSetup): void {
  const entry = join(import.meta.dirname, "../../../out/main/maintenance.js");
  expect(spawnSync(process.execPath, [entry, "backup", "--data", setup.data]).status).toBe(0);
}

/** Overwrites the first sector of every page except the first, like a failing disk. */
export function damagePages(path: string): void {
  const pages = readFileSync(path).length / 4096;
  const file = openSync(path, "r+");
  for (let page = 1; page < pages; page += 1) writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, page * 4096);
  closeSync(file);
}
