import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder that is removed with its test. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "till-test-"));
  return { path, [Symbol.dispose]: () => remove(path) };
}

/** A browser that is ending removes files of its own meanwhile: where rmSync finds one gone it stops, and says nothing. */
function remove(path: string): void {
  for (let left = 100; left > 0 && existsSync(path); left -= 1) {
    rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  }
}
