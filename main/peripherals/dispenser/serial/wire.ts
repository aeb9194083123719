/** A serial port of this machine, by `serialport`. */
import type { Clock } from "../../../lib/clock.ts";
import type { OpenWire, Wire, WireListener } from "./link.ts";

/** How often an open port is looked at. */
const LOOK_MS = 2000;

/**
 * Opens a port with 8 data bits, no parity, 1 stop bit, for this process alone. The library with its native part is
 * loaded here and nowhere else: a till without a serial machine does not depend on it.
 * @param path `/dev/ttyUSB0`, `/dev/serial/by-id/…`, `COM3`
 */
export function serialWire(
  { path, baudRate }: { path: string; baudRate: number },
  clock: Pick<Clock, "sleep">,
): OpenWire {
  return async (listener: WireListener): Promise<Wire> => {
    const { SerialPort } = await import("serialport");
    // Without a hang-up at its end: many boards take that for a press on their reset.
    const port = new SerialPort({ path, baudRate, hupcl: false, autoOpen: false });
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    const closed = new AbortController();
    let closing = false;
    port.on("data", (bytes: Buffer) => listener.received(bytes));
    // What breaks a port also closes it.
    port.on("error", () => undefined);
    port.once("close", () => {
      closed.abort();
      if (!closing) listener.lost();
    });
    void look(port, clock, closed.signal);
    return {
      write: (bytes) => void port.write(bytes, "latin1"),
      async close() {
        closing = true;
        await close(port);
      },
    };
  };
}

interface LookedAt {
  readonly isOpen: boolean;
  drain(told: (error: Error | null) => void): void;
  close(told: () => void): void;
}

/**
 * Where a port goes just as it is opened or while data comes in, the library reads on without end and does not notice
 * (13.0.0: an empty read is repeated at once). A port that is gone cannot be drained: it is closed then.
 */
async function look(port: LookedAt, clock: Pick<Clock, "sleep">, closed: AbortSignal): Promise<void> {
  for (;;) {
    await clock.sleep(LOOK_MS, closed);
    if (closed.aborted) return;
    const isThere = await new Promise<boolean>((resolve) => port.drain((error) => resolve(!error)));
    if (!isThere) await close(port);
  }
}

/** Resolves when it is closed, also where it is closed already. */
function close(port: Pick<LookedAt, "isOpen" | "close">): Promise<void> {
  return new Promise((resolve) => {
    if (port.isOpen) port.close(() => resolve());
    else resolve();
  });
}
