import { constants } from "node:fs";
import { access, type FileHandle, open, readdir, readFile } from "node:fs/promises";
import { Duplex } from "node:stream";
import type { FoundPrinter, PrinterFault } from "../../../contract/receipts/receipts.ts";
import type { Clock } from "../../lib/clock.ts";

const POLL_MS = 20;
/** Responses are single bytes. */
const READ_BYTES = 64;
const NO_BYTES = Buffer.alloc(0);

/**
 * Opens a device without blocking, which would occupy a thread and keep the process alive. Emits `connect` like a
 * socket.
 */
export function openDevice(path: string, clock: Clock): Duplex {
  const closing = new AbortController();
  const pause = () => clock.sleep(POLL_MS, closing.signal);
  let file: FileHandle | undefined;
  const readNow = async () => {
    const read = await nullIfBusy(file?.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, null));
    return read?.buffer.subarray(0, read.bytesRead) ?? NO_BYTES;
  };
  const start = async () => {
    file = await open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
    if (!(await file.stat()).isCharacterDevice()) throw new Error(`${path} is not a device`);
    // Discards responses left from the previous connection.
    do await pause();
    while (!stream.destroyed && (await readNow()).length > 0);
  };
  const receive = async () => {
    for (; ; await pause()) {
      const bytes = await readNow();
      if (bytes.length > 0 || stream.writableFinished) return stream.push(bytes.length > 0 ? bytes : null);
    }
  };
  const send = async (bytes: Buffer) => {
    for (let rest = bytes, isSent = false; !isSent && !stream.destroyed; ) {
      // Unlike `write`, `writev` also passes on an empty write.
      const sent = await nullIfBusy(file?.writev([rest]));
      if (sent === null) await pause();
      else rest = rest.subarray(sent.bytesWritten);
      isSent = sent !== null && rest.length === 0;
    }
  };
  const stream: Duplex = new Duplex({
    construct: (callback) => void start().then(() => [callback(), stream.emit("connect")], callback),
    read: () => void receive().catch((error) => stream.destroy(error)),
    write: (bytes, _encoding, callback) => void send(bytes).then(() => callback(), callback),
    // Closing cancels what the driver has not sent. An empty write succeeds once everything was sent.
    final: (callback) => void send(NO_BYTES).then(() => callback(), callback),
    destroy(error, callback) {
      closing.abort();
      const close = () => callback(error);
      void (file?.close() ?? Promise.resolve()).then(close, close);
    },
  });
  return stream;
}

/** Returns null when the device is busy. `EINVAL`: a write-only device has no data. */
async function nullIfBusy<T>(operation: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await operation) ?? null;
  } catch (error) {
    if (["EAGAIN", "EINVAL"].includes(codeOf(error))) return null;
    throw error;
  }
}

export function deviceFault(error: unknown): PrinterFault {
  return ["EACCES", "EPERM"].includes(codeOf(error)) ? "no_permission" : "unreachable";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Lists the USB printers. `root` is prepended to every path, for tests. */
export async function usbPrinters(root: string): Promise<FoundPrinter[]> {
  const names = await readdir(`${root}/dev/usb`).catch(() => []);
  const devices = names.filter((name) => /^lp\d{1,2}$/.test(name)).sort((one, other) => one.localeCompare(other));
  return await Promise.all(
    devices.map(async (name): Promise<FoundPrinter> => {
      const device = `/dev/usb/${name}`;
      const id = await readFile(`${root}/sys/class/usbmisc/${name}/device/ieee1284_id`, "utf8").catch(() => "");
      const isOpen = await access(root + device, constants.R_OK | constants.W_OK).then(
        () => true,
        () => false,
      );
      const fault = isOpen ? null : "no_permission";
      return { place: { kind: "escpos-usb", device }, name: printerName(id), fault };
    }),
  );
}

/** Returns maker and model of an IEEE 1284 id such as `MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;`. */
export function printerName(id: string): string | null {
  const part = (key: string) => new RegExp(`(?:^|;)\\s*(?:${key}):([^;]*)`).exec(id)?.[1] ?? "";
  const name = `${part("MFG|MANUFACTURER")} ${part("MDL|MODEL")}`.replace(/\p{C}/gu, "").trim().slice(0, 60);
  return name === "" ? null : name;
}
