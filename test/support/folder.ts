import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a temporary folder that is removed after its test. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "till-test-"));
  return { path, [Symbol.dispose]: () => remove(path) };
}

/** A closing browser removes its own files at the same time; rmSync stops silently when a file is gone. */
function remove(path: string): void {
  for (let left = 100; left > 0 && existsSync(path); left -= 1) {
    rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  }
}
