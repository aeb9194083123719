import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.{ts,tsx}", "test/integration/**/*.test.ts", "test/faults/**/*.test.ts"],
    setupFiles: ["test/support/cheap-pins.ts"],
    // One worker runs many files, each of which cleans up after itself: half of the time was starting workers.
    isolate: false,
    // Against hanging alone: what takes how long is asserted where it matters, and a busy machine is no failure.
    testTimeout: 180_000,
    // None, unless the machine is shared; tests that pass only when repeated are named in the summary.
    retry: Number(process.env.TILL_TEST_RETRIES ?? 0),
    hookTimeout: 180_000,
    // As in playwright.config.ts
    bail: process.env.CI ? 10 : 0,
    expect: { poll: { timeout: 60_000 } },
  },
});
