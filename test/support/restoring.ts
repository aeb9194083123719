/** Makes and restores backups of a test till as the program does. */
import { join } from "node:path";
import { expect } from "vitest";
import { systemClock } from "../../main/lib/clock.ts";
import { maintain } from "../../main/operations/maintenance/main.ts";
import { copyDatabase } from "../../main/storage/backups/backups.ts";
import { generatedSecret } from "../../main/storage/vault/vault.ts";
import { createTestTill, type TestTill, type TestTillOptions } from "./test-till.ts";
import { testVault } from "./vault.ts";

/** Makes an authenticated backup while the till runs. @returns the file */
export async function backUp(world: TestTill, name = "mine.db"): Promise<string> {
  const path = join(world.folder, name);
  await copyDatabase(world.database, path, { at: 1, kind: "asked", key: generatedSecret(world.vault, "backupKey") });
  return path;
}

/** Runs a maintenance command on a stopped till's data folder, with its clock; the command must succeed. */
export async function maintained(
  world: Pick<TestTill, "folder"> & { now?(): number },
  command: string[],
): Promise<string> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  const openVault = async (path: string) => testVault(path);
  const code = await maintain(command, {
    stdout: stream,
    stderr: stream,
    env: { TILL_DATA: world.folder },
    now: world.now?.() ?? Date.now(),
    openVault,
  });
  expect([code, lines.join("")]).toEqual([0, expect.any(String)]);
  return lines.join("");
}

/** A test till that reports when its comparison after a restore has finished. */
export interface RestoringTill extends TestTill {
  /** Resolves at the end of the next comparison after a restore */
  compared(): Promise<void>;
  /** The till's time in ms since the epoch */
  now(): number;
}

/** Creates one; its log reports the end of the comparison. */
export async function createRestoringTill(options: TestTillOptions): Promise<RestoringTill> {
  let ended = Promise.withResolvers<void>();
  const write = (line: string) => {
    if (!line.includes("all payments were reconciled with the service")) return;
    ended.resolve();
    ended = Promise.withResolvers();
  };
  const { now } = options.clock ?? systemClock;
  return Object.assign(await createTestTill({ ...options, log: { write } }), { compared: () => ended.promise, now });
}

/** Stops the till, restores a backup and restarts. Resolves when the till has compared everything with the service. */
export async function restored(world: RestoringTill, backup: string, ...options: string[]): Promise<void> {
  const compared = world.compared();
  await world.restart(() => maintained(world, ["restore", backup, ...options]));
  await world.asManager();
  await compared;
}
