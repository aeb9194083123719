import type { Clock } from "../../../lib/clock.ts";
import type { OpenWire, Wire, WireListener } from "./link.ts";

const CHECK_INTERVAL_MS = 2000;

/**
 * Opens a port with 8 data bits, no parity, 1 stop bit. `serialport` has a native part, so it is loaded only when
 * needed.
 */
export function serialWire(
  { path, baudRate }: { path: string; baudRate: number },
  clock: Pick<Clock, "sleep">,
): OpenWire {
  return async (listener: WireListener): Promise<Wire> => {
    const { SerialPort } = await import("serialport");
    // No hang-up on close: many boards treat it as a reset.
    const port = new SerialPort({ path, baudRate, hupcl: false, autoOpen: false });
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    const closed = new AbortController();
    let closing = false;
    port.on("data", (bytes: Buffer) => listener.received(bytes));
    // An error also closes the port.
    port.on("error", () => undefined);
    port.once("close", () => {
      closed.abort();
      if (!closing) listener.lost();
    });
    void monitorPort(port, clock, closed.signal);
    return {
      write: (bytes) => void port.write(bytes, "latin1"),
      async close() {
        closing = true;
        await close(port);
      },
    };
  };
}

interface MonitoredPort {
  readonly isOpen: boolean;
  drain(onDone: (error: Error | null) => void): void;
  close(onDone: () => void): void;
}

/** Detects a lost port by draining it: `serialport` 13.0.0 otherwise retries an empty read forever. */
async function monitorPort(port: MonitoredPort, clock: Pick<Clock, "sleep">, closed: AbortSignal): Promise<void> {
  for (;;) {
    await clock.sleep(CHECK_INTERVAL_MS, closed);
    if (closed.aborted) return;
    const isConnected = await new Promise<boolean>((resolve) => port.drain((error) => resolve(!error)));
    if (!isConnected) await close(port);
  }
}

/** Resolves when the port is closed, even if it already was. */
function close(port: Pick<MonitoredPort, "isOpen" | "close">): Promise<void> {
  return new Promise((resolve) => {
    if (port.isOpen) port.close(() => resolve());
    else resolve();
  });
}
