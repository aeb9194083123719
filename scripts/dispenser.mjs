/**
 * `npm run dispenser -- [--path PORT | --http PORT]`: a simulated vending machine, on a serial port or over HTTP. It is
 * the one that the tests use, so it is with them and no part of the program.
 */
import { onProjectNode } from "./node.mjs";

await onProjectNode(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const { has, installPackages } = await import("./debian.mjs");
  if (!args.some((arg) => /^--(path|http|help)\b/.test(arg)) && !has("socat")) installPackages("socat");
  const { runDispenser } = await import("../test/dispenser/main.ts");
  return await runDispenser(args);
});
