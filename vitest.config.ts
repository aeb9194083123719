import { defineConfig } from "vitest/config";

/** Tests of `npm test -- thorough`, and those of `npm test -- nightly`, which run for many minutes. */
const THOROUGH = "*.thorough.test.ts";
const NIGHTLY = "*.nightly.test.ts";
const ORDINARY = { exclude: [`**/${THOROUGH}`, `**/${NIGHTLY}`] };

/** Returns a project; those with other numbers of workers run one after the other, in this order. */
const project = (
  name: string,
  maxWorkers: number,
  groupOrder: number,
  files: { include: string[]; exclude?: string[] },
) => ({
  extends: true as const,
  test: { name, maxWorkers, sequence: { groupOrder }, ...files },
});

export default defineConfig({
  test: {
    setupFiles: ["test/support/cheap-pins.ts"],
    // A worker runs many files, each of which cleans up. Starting a worker for each file doubled the time.
    isolate: false,
    // Only stops a test that hangs. Tests about durations assert them.
    testTimeout: 180_000,
    // None, unless the machine is shared. The summary names tests that passed only on a retry.
    retry: Number(process.env.TILL_TEST_RETRIES ?? 0),
    hookTimeout: 180_000,
    // As in playwright.config.ts
    bail: process.env.CI ? 10 : 0,
    expect: { poll: { timeout: 60_000 } },
    // Each test file is in one project. Tests that mostly wait use more workers than there are cores.
    projects: [
      project("unit", 2, 1, { include: ["test/unit/**/*.test.{ts,tsx}"], ...ORDINARY }),
      project("integration", 4, 2, { include: ["test/integration/**/*.test.ts"], ...ORDINARY }),
      project("more-integration", 4, 2, { include: [`test/{unit,integration}/**/${THOROUGH}`] }),
      project("faults", 3, 3, { include: ["test/faults/**/*.test.ts"], ...ORDINARY }),
      project("more-faults", 3, 3, { include: [`test/faults/**/${THOROUGH}`] }),
      project("nightly", 2, 4, { include: [`test/**/${NIGHTLY}`] }),
    ],
  },
});
