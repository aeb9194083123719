import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/**
 * Checks databases in a thread of this process, for test files that make many backups. Starting a program for each
 * check took most of their time. `integrity.test.ts` checks in both ways.
 */
export function checkInThreads(): void {
  const program = process.execPath;
  beforeAll(() => {
    process.execPath = join(import.meta.dirname, "no-program");
  });
  afterAll(() => {
    process.execPath = program;
  });
}
