/**
 * The machine's side of the serial protocol, written from docs/vending.md like a microcontroller's program. It has one
 * buffer of 96 bytes and one response per line. Of the till's code it uses only the port, so that they cannot share a
 * mistake.
 */
import { systemClock } from "../../main/lib/clock.ts";
import { serialWire } from "../../main/peripherals/dispenser/serial/wire.ts";
import type { OrderedItem, VendingMachine, VendRecord } from "./machine.ts";

/** Maximum number of different slots per vend, limited by memory. */
const MOST_ITEMS = 8;
const BUFFER_BYTES = 96;
const WORDS = { pending: "PENDING", done: "SUCCESS", failed: "FAILURE", unknown: "UNKNOWN" } as const;

/** Computes CRC-16/IBM-3740 without a bit loop, as on hardware with cheap shifts. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc = ((crc >> 8) | (crc << 8)) & 0xffff;
    crc ^= byte;
    crc ^= (crc & 0xff) >> 4;
    crc = (crc ^ (crc << 12)) & 0xffff;
    crc = (crc ^ ((crc & 0xff) << 5)) & 0xffff;
  }
  return crc;
}

/** State of an order before the motors may turn. */
interface Session {
  id: string;
  drops: number;
  items: OrderedItem[];
}

export interface SerialSide {
  /** @returns the response; empty when the line is invalid */
  received(bytes: Uint8Array): string;
}

/** @param onLine called with each valid line and its response */
export function serialSide(machine: VendingMachine, onLine: (line: string) => void = () => undefined): SerialSide {
  const buffer = Buffer.alloc(BUFFER_BYTES);
  let memory = emptyMemory(machine);
  const line = (): string => {
    const text = buffer.toString("latin1", 0, memory.length).replace(/\r$/, "");
    const star = text.lastIndexOf("*");
    if (star < 5 || text.slice(star + 1) !== hex(checksum(buffer.subarray(0, star)))) return "";
    onLine(text);
    const words = text.slice(4, star).split(" ");
    const responseBytes = Buffer.from(`<${text.slice(1, 3)} ${answer(machine, memory, words)}`, "latin1");
    const sent = `${responseBytes.toString("latin1")}*${hex(checksum(responseBytes))}`;
    return withFaults(machine, sent, onLine);
  };
  const byte = (value: number): string => {
    if (value === 0x3e) memory.length = 0;
    if (value === 0x0a) {
      const sent = memory.length > 0 && buffer[0] === 0x3e ? line() : "";
      memory.length = 0;
      return sent;
    }
    // An overlong line has no valid end.
    if (memory.length < BUFFER_BYTES) buffer[memory.length++] = value;
    return "";
  };
  return {
    received(bytes) {
      if (memory.start !== machine.starts) memory = emptyMemory(machine);
      return machine.powered ? [...bytes].map(byte).join("") : "";
    },
  };
}

/** State lost without power. */
interface WorkingMemory {
  /** Length of the line in the buffer */
  length: number;
  session: Session | null;
  /** The last cancelled session, for which nothing dropped */
  cancelled: string | null;
  start: number;
}

function emptyMemory({ starts }: VendingMachine): WorkingMemory {
  return { length: 0, session: null, cancelled: null, start: starts };
}

/** Applies faults to a response. */
function withFaults({ faults }: VendingMachine, sent: string, onLine: (line: string) => void): string {
  if (faults.loseResponses > 0) {
    faults.loseResponses--;
    onLine(`${sent} (lost)`);
    return "";
  }
  if (faults.corruptResponses > 0) {
    faults.corruptResponses--;
    onLine(`${sent} (garbled)`);
    return `${sent.replace(/[A-Z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) ^ 1))}\r\n`;
  }
  onLine(sent);
  return `${sent}\r\n`;
}

function answer(machine: VendingMachine, memory: WorkingMemory, words: readonly string[]): string {
  const [verb = "", id = "", ...rest] = words;
  if (verb === "HELLO") return hello(machine);
  if (id === "") return "ERROR words";
  const record = machine.find(id);
  if (verb === "BEGIN" && record === null) return begin(machine, memory, id, Number(rest[0]));
  if (verb === "ITEM") return item(record, id, Number(rest[0]));
  if (record !== null) return verb === "END" && record.state !== "pending" ? `ENDED ${id}` : reportLine(record);
  const { session } = memory;
  if (session?.id !== id) {
    // The machine may have forgotten the vend, which differs from never having received it.
    const mayHaveForgotten = machine.remembers === 0 && id !== memory.cancelled;
    return mayHaveForgotten && verb === "ASK" ? `UNKNOWN ${id} 0` : `STRANGE ${id}`;
  }
  if (verb === "REQUEST") return request(machine, session, rest);
  if (verb === "ASK") return `OPEN ${id}`;
  if (verb === "VEND") {
    memory.session = null;
    return vend(machine, session);
  }
  if (verb !== "CANCEL" && verb !== "END") return "ERROR verb";
  memory.session = null;
  memory.cancelled = id;
  return `ENDED ${id}`;
}

function hello({ remembers, faults }: VendingMachine): string {
  return faults.outOfServiceReason === null
    ? `READY 1 ${remembers}`
    : `UNFIT 1 ${remembers} ${faults.outOfServiceReason}`;
}

function begin(machine: VendingMachine, memory: WorkingMemory, id: string, drops: number): string {
  if (machine.busy) return `DENIED ${id} busy`;
  if (machine.faults.outOfServiceReason !== null) return `DENIED ${id} unfit`;
  if (memory.session?.id !== id) memory.session = { id, drops, items: [] };
  return `OPEN ${id}`;
}

function request(
  machine: VendingMachine,
  session: Session,
  [number = "", slot = "", quantity = ""]: readonly string[],
) {
  const { id, items } = session;
  const index = Number(number) - 1;
  // Items arrive in order; a repeated one replaces itself.
  if (index < 0 || index > items.length || index >= MOST_ITEMS) return `DENIED ${id} ${number} items`;
  if (machine.stock(slot) < Number(quantity)) return `DENIED ${id} ${number} empty`;
  items[index] = { slot, quantity: Number(quantity) };
  return `APPROVED ${id} ${number}`;
}

function vend(machine: VendingMachine, { id, drops, items }: Session): string {
  const requested = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return requested === drops ? reportLine(machine.vend(id, items)) : `DENIED ${id} items`;
}

function reportLine({ id, state, items }: VendRecord): string {
  return `${WORDS[state]} ${id} ${items.length}`;
}

function item(record: VendRecord | null, id: string, number: number): string {
  const counted = record?.items[number - 1];
  return counted === undefined
    ? `STRANGE ${id}`
    : `ITEM ${id} ${number} ${counted.slot} ${counted.ordered} ${counted.dropped}`;
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}

export interface Attached extends AsyncDisposable {
  /** Resolves when the port is unplugged or closed here */
  gone: Promise<void>;
  /** Puts invalid bytes on the cable */
  disturb(bytes: string): void;
}

/** Attaches the machine to a serial port. @throws the system's error when the port cannot be opened */
export async function attach(side: SerialSide, settings: { path: string; baudRate: number }): Promise<Attached> {
  const { promise: gone, resolve: lost } = Promise.withResolvers<void>();
  const wire = await serialWire(
    settings,
    systemClock,
  )({
    received(bytes) {
      const sent = side.received(bytes);
      if (sent !== "") wire.write(sent);
    },
    lost,
  });
  return {
    gone,
    disturb: wire.write,
    async [Symbol.asyncDispose]() {
      await wire.close();
      lost();
    },
  };
}
