/** Entry of the browser and none shells. Small, so that a signal counts while the rest is still being loaded. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readLaunchOptions } from "./app/options.ts";
import { stopOnSignals } from "./app/stop.ts";
import { deriveAhead } from "./storage/vault/stretch.ts";

/** By then a till is ready, on a slow machine too. */
const LOADED_MS = 10_000;

// Before anything is loaded: new objects have the megabyte that they begin with. Left alone, loading the program and the
// first payments make 32 MB of it and more, which are never given back; a till does little at once, and its machine may
// have no more than 2 GB.
setFlagsFromString("--semi-space-growth-factor=1");
// What is old is collected when it is a third more than was left of it the last time: left alone, it triples first. The
// first time is when the program has been loaded.
setFlagsFromString("--heap-growing-percent=30");
// V8's quickest compiler makes code that a till soon has better, or runs too seldom to need: 2 MB of it, and no time saved.
setFlagsFromString("--no-sparkplug");
setFlagsFromString("--expose-gc");
setTimeout(runInNewContext("gc"), LOADED_MS).unref();
// What V8 compiled is kept beside the program: whoever may write there may change the program itself. Where nobody may,
// nothing is kept.
enableCompileCache(join(import.meta.dirname, "compile-cache"));
const stop = stopOnSignals();
// Who started us may stop reading: that is no reason to stop taking payments.
process.stdout.on("error", () => {});
// The key of the vault takes a tenth of a second, on another thread than the one that loads the rest.
const options = readLaunchOptions(process.argv.slice(2), process.env);
if (options.ok) deriveAhead(options.value.dataDir, process.env.TILL_PASSPHRASE);
const { main } = await import("./shells/browser/main.ts");
process.exit(await main(stop, join(import.meta.dirname, "../renderer")));
