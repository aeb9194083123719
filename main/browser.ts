/** Entry of the browser and none shells. Small, so that a signal counts while the rest is still being loaded. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { stopOnSignals } from "./app/stop.ts";

// Before anything is loaded: new objects have the megabyte that they begin with. Left alone, loading the program and the
// first payments make 32 MB of it and more, which are never given back; a till does little at once, and its machine may
// have no more than 2 GB.
setFlagsFromString("--semi-space-growth-factor=1");
// What V8 compiled is kept beside the program: whoever may write there may change the program itself. Where nobody may,
// nothing is kept.
enableCompileCache(join(import.meta.dirname, "compile-cache"));
const stop = stopOnSignals();
// Who started us may stop reading: that is no reason to stop taking payments.
process.stdout.on("error", () => {});
const { main } = await import("./shells/browser/main.ts");
process.exit(await main(stop, join(import.meta.dirname, "../renderer")));
