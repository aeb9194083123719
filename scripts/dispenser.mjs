/**
 * `npm run dispenser -- [--path PORT | --http PORT]`: a simulated vending machine on a serial port or over HTTP. The
 * tests use it too, so its code is with them.
 */
import { onProjectNode } from "./node.mjs";

await onProjectNode(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const { has, installPackages } = await import("./debian.mjs");
  if (!args.some((arg) => /^--(path|http|help)\b/.test(arg)) && !has("socat")) installPackages("socat");
  const { runDispenser } = await import("../test/dispenser/main.ts");
  return await runDispenser(args);
});
