/** A serial port of this machine, by `serialport`. */
import type { OpenWire, Wire, WireListener } from "./link.ts";

/**
 * Opens a port with 8 data bits, no parity, 1 stop bit, for this process alone. The library with its native part is
 * loaded here and nowhere else: a till without a serial machine does not depend on it.
 * @param path `/dev/ttyUSB0`, `/dev/serial/by-id/…`, `COM3`
 */
export function serialWire({ path, baudRate }: { path: string; baudRate: number }): OpenWire {
  return async (listener: WireListener): Promise<Wire> => {
    const { SerialPort } = await import("serialport");
    // Without a hang-up at its end: many boards take that for a press on their reset.
    const port = new SerialPort({ path, baudRate, hupcl: false, autoOpen: false });
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    let closing = false;
    port.on("data", (bytes: Buffer) => listener.received(bytes));
    // What breaks a port also closes it.
    port.on("error", () => undefined);
    port.on("close", () => {
      if (!closing) listener.lost();
    });
    return {
      write: (bytes) => void port.write(bytes, "latin1"),
      close: () =>
        new Promise((resolve) => {
          closing = true;
          if (port.isOpen) port.close(() => resolve());
          else resolve();
        }),
    };
  };
}
