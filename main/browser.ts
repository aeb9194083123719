/** Entry of the browser and none shells. Small, so that a signal counts while the rest is still being loaded. */
import { join } from "node:path";
import { stopOnSignals } from "./app/stop.ts";

const stop = stopOnSignals();
// Who started us may stop reading: that is no reason to stop taking payments.
process.stdout.on("error", () => {});
const { main } = await import("./shells/browser/main.ts");
process.exit(await main(stop, join(import.meta.dirname, "../renderer")));
