/**
 * `npm run seed -- --payments N [--data DIR]`: creates a data folder with N payments. The generator forges bookings, so
 * it is with the tests and not in the program; Vite loads it like a test.
 */
import { join } from "node:path";
import { onProjectNode, ROOT } from "./node.mjs";

await onProjectNode(import.meta.url, async () => {
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(join(ROOT, "test/bench/seed/main.ts"), {
    root: ROOT,
    configFile: false,
    logLevel: "error",
  });
  return await module.seed(process.argv.slice(2));
});
