/** Opens a printer wherever it is: over TCP, at a raw device, or behind a print queue. */
import type { PrinterFault, PrinterPlace } from "../../../contract/receipts.ts";
import { type ConnectionPorts, connectPrinter, connectStream, type PrinterConnection } from "./connection.ts";
import { deviceFault, openDevice } from "./device.ts";
import type { PrinterSurroundings } from "./find.ts";
import { openQueue } from "./queue.ts";

export interface OpenPorts extends ConnectionPorts {
  surroundings: PrinterSurroundings;
}

/** @returns why the printer cannot be used; nothing was sent then */
export async function openPrinter(place: PrinterPlace, ports: OpenPorts): Promise<PrinterConnection | PrinterFault> {
  if (place.kind === "escpos-tcp") return (await connectPrinter(place, ports)) ?? "unreachable";
  const { surroundings, closing, clock } = ports;
  if (place.kind === "escpos-queue") return await openQueue(place.queue, { ...surroundings, closing });
  const stream = openDevice(surroundings.root + place.device, clock);
  return (await connectStream(stream, ports)) ?? deviceFault(stream.errored);
}
