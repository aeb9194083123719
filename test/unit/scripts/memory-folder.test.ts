import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../support/builder.ts";
import { temporaryFolder } from "../../support/folder.ts";

const { memoryFolder } = (await import(join(ROOT, "scripts/tools.mjs"))) as {
  memoryFolder(parent: string): { path: string; remove(): void } | null;
};

/** Larger than any process id. */
const NO_PROCESS = 2 ** 30;

test("the memory folder belongs to this run, and is deleted with it", () => {
  using parent = temporaryFolder();
  const folder = memoryFolder(parent.path);
  expect(folder?.path).toBe(join(parent.path, `till-tests-${process.pid}`));
  writeFileSync(join(folder?.path ?? "", "file"), "");
  folder?.remove();
  expect(existsSync(folder?.path ?? parent.path)).toBe(false);
});

test("a killed run's memory folder is deleted, and a running one's is not", () => {
  using parent = temporaryFolder();
  const left = join(parent.path, `till-tests-${NO_PROCESS}`);
  const used = join(parent.path, `till-tests-${process.ppid}`);
  const others = join(parent.path, "till-test-abc");
  for (const path of [left, used, others]) mkdirSync(path);
  memoryFolder(parent.path);
  expect([left, used, others].map((path) => existsSync(path))).toEqual([false, true, true]);
});

test("the memory folder is missing when the machine has no such memory", () => {
  expect(memoryFolder("/no/such/folder")).toBeNull();
});
