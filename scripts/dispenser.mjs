/**
 * `npm run dispenser -- [--path PORT | --http PORT]`: a simulated vending machine, on a serial port or over HTTP. It is
 * the one that the tests use, so it is with them and no part of the program: Vite reads it as it reads them.
 */
import { join } from "node:path";
import { onProjectNode, ROOT } from "./node.mjs";

await onProjectNode(import.meta.url, async () => {
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(join(ROOT, "test/dispenser/main.ts"), {
    root: ROOT,
    configFile: false,
    logLevel: "error",
  });
  const args = process.argv.slice(2);
  const { has, installPackages } = await import("./debian.mjs");
  if (!args.some((arg) => /^--(path|http|help)\b/.test(arg)) && !has("socat")) installPackages("socat");
  return await module.runDispenser(args);
});
