/** What a till does on a folder that is not as it left it: it says so, offers a way back, and keeps everything. */
import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { FolderInUseError, lockFolder } from "../../../main/storage/database/lock.ts";
import { build } from "../../support/build.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startProcess } from "../../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../../support/till-process-setup.ts";
import { faultCase } from "../case.ts";
import { buildWriter, runWriter } from "./process.ts";

let writer: Awaited<ReturnType<typeof buildWriter>>;
beforeAll(async () => {
  build();
  writer = await buildWriter();
}, 120_000);
afterAll(() => writer?.[Symbol.dispose]());

const CUSTOMER = "4791234567";

/** A till's day so far: it starts, takes `sales`, and ends. @returns the payments it acknowledged */
async function day(setup: TillProcessSetup, sales: number, end: "SIGTERM" | "SIGKILL"): Promise<string[]> {
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

/** How many of these payments a till that starts now does not know. */
async function unknownTo(setup: TillProcessSetup, posTids: string[]): Promise<number> {
  await using till = startProcess(setup.arguments);
  await till.ready;
  const found = await Promise.all(posTids.map((posTid) => till.call("payment.get", { posTid })));
  till.child.kill("SIGTERM");
  await till.exited;
  return found.filter(({ ok }) => !ok).length;
}

async function refusal(setup: TillProcessSetup): Promise<string> {
  await using till = startProcess(setup.arguments);
  expect(await till.exited).toBe(1);
  expect(till.stdout()).toBe("");
  return till.stderr();
}

/** Runs a command as the till printed it, with `npm run till --` as the program that it stands for. */
function obey(text: string, task: "restore" | "journal accept"): string {
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

function backUp(setup: TillProcessSetup): void {
  const entry = join(import.meta.dirname, "../../../out/main/maintenance.js");
  expect(spawnSync(process.execPath, [entry, "backup", "--data", setup.data]).status).toBe(0);
}

describe("a data folder that is not as the till left it", () => {
  faultCase("a damaged page: found at start, newest good backup offered, the damaged file kept", async (tally) => {
    await using setup = await prepareTillProcess();
    const path = join(setup.data, "till.db");
    const safe = await day(setup, 3, "SIGTERM");
    backUp(setup);
    await day(setup, 1, "SIGTERM");
    spoilPages(path);
    const damaged = readFileSync(path);
    const said = await refusal(setup);
    expect(said).toContain(path);
    expect(said).toMatch(/damaged/);
    expect(readFileSync(path).equals(damaged)).toBe(true);
    obey(said, "restore");
    const kept = readdirSync(setup.data).find((name) => /replaced-\w+$/.test(name)) ?? "";
    expect(readFileSync(join(setup.data, kept)).equals(damaged)).toBe(true);
    tally.lost = await unknownTo(setup, safe);
    tally.runs = 1;
  });

  faultCase("the -wal deleted: noticed by the head kept outside, and accepted only by a person", async (tally) => {
    await using setup = await prepareTillProcess();
    const safe = await day(setup, 2, "SIGTERM");
    await day(setup, 2, "SIGKILL");
    rmSync(join(setup.data, "till.db-wal"));
    const said = await refusal(setup);
    expect(said).toMatch(/till\.db-wal is gone|not as this till signed it/);
    expect(await refusal(setup)).toBe(said);
    obey(said, "journal accept");
    tally.lost = await unknownTo(setup, safe);
    tally.runs = 1;
  });

  faultCase("an old copy restored by hand: noticed", async (tally) => {
    await using setup = await prepareTillProcess();
    const path = join(setup.data, "till.db");
    await day(setup, 1, "SIGTERM");
    copyFileSync(path, `${path}.old`);
    await day(setup, 2, "SIGTERM");
    backUp(setup);
    const safe = await day(setup, 0, "SIGTERM");
    copyFileSync(`${path}.old`, path);
    const said = await refusal(setup);
    expect(said).toMatch(/not as this till signed it: it ends after \d+ entries, and had \d+/);
    obey(said, "restore");
    tally.lost = await unknownTo(setup, safe);
    tally.runs = 1;
  });

  faultCase("a second instance: refused; and the folder is free as soon as the first is killed", async (tally) => {
    using folder = temporaryFolder();
    await runWriter(writer.program, { do: "lock", path: folder.path }, [], (line, kill) => {
      try {
        expect(line).toBe("locked");
        expect(() => lockFolder(folder.path)).toThrow(FolderInUseError);
      } finally {
        kill();
      }
    });
    lockFolder(folder.path).release();
    tally.runs = 1;
  });
});

/** Overwrites the first sector of every page but the first, as a failing disk would. */
function spoilPages(path: string): void {
  const pages = readFileSync(path).length / 4096;
  const file = openSync(path, "r+");
  for (let page = 1; page < pages; page += 1) writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, page * 4096);
  closeSync(file);
}
