/** `node scripts/run.mjs <entry> [options]`: builds if outdated, and runs an entry of main on Node. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";

await onProjectNode(import.meta.url, async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const entry = join(ROOT, "out", "main", `${name}.js`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(entry)) {
    console.error(`There is no entry "${name}".`);
    return 2;
  }
  return await runChild(process.execPath, [entry, ...args], { env: projectEnvironment() });
});
