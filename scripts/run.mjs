/**
 * `node scripts/run.mjs <entry> [options]`: runs an entry of main, built if outdated, or a tool of `test/` from its
 * sources: `npm run seed` forges bookings, and the tests use `npm run dispenser`, so the program contains neither.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";

const TOOLS = { seed, dispenser };

await onProjectNode(import.meta.url, async () => {
  const [name = "", ...args] = process.argv.slice(2);
  if (Object.hasOwn(TOOLS, name)) return await TOOLS[name](args);
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const entry = join(ROOT, "out", "main", `${name}.js`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(entry)) {
    console.error(`There is no entry "${name}".`);
    return 2;
  }
  return await runChild(process.execPath, [entry, ...args], { env: projectEnvironment() });
});

/** Creates a data folder with payments. Vite loads the generator like a test. */
async function seed(args) {
  const { runnerImport } = await import("vite");
  const options = { root: ROOT, configFile: false, logLevel: "error" };
  const { module } = await runnerImport(join(ROOT, "test/bench/seed/main.ts"), options);
  return await module.seed(args);
}

/** Simulates a vending machine, on a virtual serial cable without options. */
async function dispenser(args) {
  const { installTools } = await import("./tools.mjs");
  if (!args.some((arg) => /^--(path|http|help)\b/.test(arg))) installTools("socat");
  const { runDispenser } = await import("../test/dispenser/main.ts");
  return await runDispenser(args);
}
