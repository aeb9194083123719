import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Builds the program when it is stale, for tests that start it as a separate process. */
export function build(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "../../scripts/build.mjs")], { stdio: "ignore" });
}
