/** Stopping on signals: imports nothing, so that it is in force before the rest of the till is even loaded. */

/** The contract: a stopped till is gone within 5 s. */
const STOP_MS = 4_500;

/**
 * Makes SIGTERM, SIGINT and SIGHUP stop the till, from the first moment on. A till that does not manage in time is
 * ended: everything that was acknowledged is on disk already.
 * @param exit ends the process at once
 */
export function stopOnSignals(exit: (code: number) => void = process.exit): AbortController {
  const stop = new AbortController();
  const giveUp = () => {
    process.stderr.write("Stopping took too long: the till was ended.\n");
    exit(1);
  };
  stop.signal.addEventListener("abort", () => void setTimeout(giveUp, STOP_MS).unref(), { once: true });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  return stop;
}
