import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.{ts,tsx}", "test/integration/**/*.test.ts", "test/faults/**/*.test.ts"],
    testTimeout: 15_000,
  },
});
