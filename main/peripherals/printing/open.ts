/** Opens a printer wherever it is: over TCP, at a raw device, or behind a print queue. */
import type { PrinterFault, PrinterPlace } from "../../../contract/receipts.ts";
import { type ConnectionPorts, connectPrinter, connectStream, type PrinterConnection } from "./connection.ts";
import { deviceFault, openDevice } from "./device.ts";
import type { PrinterSurroundings } from "./find.ts";
import { openQueue } from "./queue.ts";

export interface OpenPorts extends ConnectionPorts {
  surroundings: PrinterSurroundings;
  /** `unanswered` of each USB device: the next connection gets its late answers */
  devices: Map<string, { count: number }>;
}

/** @returns why the printer cannot be used; nothing was sent then */
export async function openPrinter(place: PrinterPlace, ports: OpenPorts): Promise<PrinterConnection | PrinterFault> {
  if (place.kind === "escpos-tcp") return (await connectPrinter(place, ports)) ?? "unreachable";
  const { surroundings, closing, clock, devices } = ports;
  if (place.kind === "escpos-queue") return await openQueue(place.queue, { ...surroundings, closing });
  const stream = openDevice(surroundings.root + place.device, clock);
  const unanswered = devices.get(place.device) ?? { count: 0 };
  devices.set(place.device, unanswered);
  return (await connectStream(stream, { ...ports, unanswered })) ?? deviceFault(stream.errored);
}
