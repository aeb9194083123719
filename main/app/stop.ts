/** Stops on signals. Imports nothing, so that it is active before the rest is loaded. */

/** A stopped till must exit within 5 s (contract). */
const STOP_MS = 4_500;

/**
 * Stops the till on SIGTERM, SIGINT and SIGHUP. After a timeout the process exits, which is safe: acknowledged data is
 * on disk.
 * @param exit ends the process at once
 */
export function stopOnSignals(exit: (code: number) => void = process.exit): AbortController {
  const stop = new AbortController();
  const giveUp = () => {
    process.stderr.write("The shutdown took too long, so the process was terminated.\n");
    exit(1);
  };
  stop.signal.addEventListener("abort", () => void setTimeout(giveUp, STOP_MS).unref(), { once: true });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  return stop;
}
