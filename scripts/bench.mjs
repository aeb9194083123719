/** `npm run bench [-- --payments N] [--data DIR]`, `npm run bench -- carriers`: builds, measures, and prints a table. */
import { join } from "node:path";
import { onProjectNode, ROOT } from "./node.mjs";

await onProjectNode(import.meta.url, async () => {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(join(ROOT, "test/bench/main.ts"), {
    root: ROOT,
    configFile: false,
    logLevel: "error",
  });
  return await module.bench(process.argv.slice(2));
});
