/** Entry of the browser shell and the shell without a window. Small, so that signals work while the rest loads. */
// biome-ignore lint/plugin/connections: only the cache of compiled code
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
// biome-ignore lint/plugin/connections: only garbage collection
import { runInNewContext } from "node:vm";
import { readLaunchOptions } from "./app/options.ts";
import { stopOnSignals } from "./app/stop.ts";
import { deriveAhead } from "./storage/vault/scrypt-cost.ts";

const LOADED_MS = 10_000;

// Keeps V8's young generation at 1 MB. By default it grows to 32 MB and is never returned.
setFlagsFromString("--semi-space-growth-factor=1");
// Collects the old generation after 30 % growth. By default it triples first.
setFlagsFromString("--heap-growing-percent=30");
// Sparkplug's code costs 2 MB and saves no time.
setFlagsFromString("--no-sparkplug");
setFlagsFromString("--expose-gc");
// V8's compile cache is next to the program, writable by the same users. Without write access none exists.
enableCompileCache(join(import.meta.dirname, "compile-cache"));
const collectGarbage = runInNewContext("gc") as () => void;
setTimeout(() => {
  // A till whose power is cut never exits, and would compile everything again at each start.
  flushCompileCache();
  collectGarbage();
}, LOADED_MS).unref();
const stop = stopOnSignals();
// The parent process may stop reading; the till keeps running.
process.stdout.on("error", () => {});
// Derives the vault's key (a tenth of a second) on another thread while the rest loads.
const options = readLaunchOptions(process.argv.slice(2), process.env);
if (options.ok) deriveAhead(options.value.dataDir, process.env.TILL_PASSPHRASE);
const { main } = await import("./shells/browser/main.ts");
process.exit(await main(stop, join(import.meta.dirname, "../renderer")));
