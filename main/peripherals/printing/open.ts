import type { Duplex } from "node:stream";
import type { PrinterFault, PrinterPlace } from "../../../contract/receipts/receipts.ts";
import { type ConnectionPorts, connectPrinter, connectStream, type PrinterConnection } from "./connection.ts";
import { deviceFault, openDevice } from "./device.ts";
import type { PrinterEnvironment } from "./find.ts";
import { openQueue } from "./queue.ts";

export interface OpenPorts extends ConnectionPorts {
  surroundings: PrinterEnvironment;
  devices: UsbDevices;
}

/** The last stream and number of unanswered requests per USB device, whose late responses reach the next connection. */
export type UsbDevices = Map<string, { count: number; stream: Duplex | null }>;

/** Returns the fault when the printer cannot be used; nothing was sent then. */
export async function openPrinter(place: PrinterPlace, ports: OpenPorts): Promise<PrinterConnection | PrinterFault> {
  if (place.kind === "escpos-tcp") return (await connectPrinter(place, ports)) ?? "unreachable";
  const { surroundings, closing, clock, devices } = ports;
  if (place.kind === "escpos-queue") return await openQueue(place.queue, { ...surroundings, closing });
  const device = devices.get(place.device) ?? { count: 0, stream: null };
  // A device allows one user, and a hanging open call occupies a thread.
  if (device.stream?.closed === false) return "unreachable";
  const stream = openDevice(surroundings.root + place.device, clock);
  devices.set(place.device, Object.assign(device, { stream }));
  return (await connectStream(stream, { ...ports, unanswered: device })) ?? deviceFault(stream.errored);
}
