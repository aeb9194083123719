import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/**
 * For a test file that makes many backups: databases are checked in a thread of this process, as where the till can start
 * no other program. Starting one for each check was most of what such files computed; `integrity.test.ts` checks in both.
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
