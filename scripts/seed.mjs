/**
 * `npm run seed -- --payments N [--data DIR]`: a data folder with as many payments as are asked for. What makes it forges
 * a till's books, so it is with the tests and no part of the program: Vite reads it as it reads them.
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
