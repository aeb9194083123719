import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../../../main/lib/clock.ts";
import { deviceFault, openDevice, printerName } from "../../../../../main/peripherals/printing/device.ts";
import { openPrinter } from "../../../../../main/peripherals/printing/open.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { openPseudoTerminal } from "../../../../support/pseudo-terminal.ts";

const toClose: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0)) await one[Symbol.asyncDispose]();
});

async function terminalDevice() {
  const terminal = await openPseudoTerminal();
  toClose.push(terminal);
  const stream = openDevice(terminal.path, systemClock);
  stream.on("error", () => undefined);
  return { terminal, stream, connected: once(stream, "connect") };
}

/** Reads a number of bytes from a stream. */
async function bytesOf(stream: Readable, count: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    parts.push(chunk as Buffer);
    if (Buffer.concat(parts).length >= count) break;
  }
  return Buffer.concat(parts);
}

describe.skipIf(process.platform !== "linux")("a raw device", () => {
  it("transfers every byte in both directions", async () => {
    const { terminal, stream, connected } = await terminalDevice();
    await connected;
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    stream.write(all);
    expect(await bytesOf(terminal.output, 256)).toEqual(all);
    terminal.input.write(all);
    expect(await bytesOf(stream, 256)).toEqual(all);
    stream.destroy();
  });

  it("closes cleanly after everything was sent", async () => {
    const { terminal, stream } = await terminalDevice();
    const big = Buffer.alloc(300_000, 0x41);
    stream.resume();
    const ended = Promise.all([once(stream, "finish"), once(stream, "end")]);
    stream.end(big);
    expect(await bytesOf(terminal.output, big.length)).toEqual(big);
    await ended;
  });

  it("discards an answer that an earlier connection left behind", async () => {
    const { terminal, stream: earlier, connected } = await terminalDevice();
    await connected;
    earlier.once("data", () => earlier.destroy());
    // More than one read: the rest stays in the device.
    terminal.input.write(Buffer.alloc(100, 0x16));
    await once(earlier, "close");
    const stream = openDevice(terminal.path, systemClock);
    const arrived: number[] = [];
    stream.on("data", (chunk: Buffer) => arrived.push(...chunk));
    await once(stream, "connect");
    terminal.input.write(Uint8Array.of(0x12));
    await once(stream, "data");
    expect(arrived).toEqual([0x12]);
    stream.destroy();
  });

  it("opens only after the driver has had time to read leftover bytes from the printer", async () => {
    const terminal = await openPseudoTerminal();
    toClose.push(terminal);
    const clock = createManualClock();
    const stream = openDevice(terminal.path, clock);
    let isOpen = false;
    stream.once("connect", () => {
      isOpen = true;
    });
    stream.resume();
    await clock.sleeping();
    expect(isOpen).toBe(false);
    await clock.advanceUntil(() => isOpen);
    expect(clock.monotonic()).toBe(20);
    stream.destroy();
    await once(stream, "close");
    expect(stream.errored).toBeNull();
  });

  it("is closed when its connection is disposed, because Linux allows one open handle", async () => {
    const terminal = await openPseudoTerminal();
    toClose.push(terminal);
    const isHeld = () =>
      readdirSync("/proc/self/fd").some((descriptor) => {
        try {
          return readlinkSync(`/proc/self/fd/${descriptor}`) === terminal.path;
        } catch {
          return false;
        }
      });
    const surroundings = { platform: "linux", root: "", addresses: () => [] } as const;
    const ports = { clock: systemClock, closing: new AbortController().signal, surroundings, devices: new Map() };
    const connection = await openPrinter({ kind: "escpos-usb", device: terminal.path }, ports);
    if (typeof connection === "string") throw new Error(connection);
    expect(isHeld()).toBe(true);
    await connection[Symbol.asyncDispose]();
    expect(isHeld()).toBe(false);
  });

  it("is not opened again before its last connection is closed", async () => {
    const terminal = await openPseudoTerminal();
    toClose.push(terminal);
    const surroundings = { platform: "linux", root: "", addresses: () => [] } as const;
    const ports = { clock: systemClock, closing: new AbortController().signal, surroundings, devices: new Map() };
    const place = { kind: "escpos-usb", device: terminal.path } as const;
    const first = await openPrinter(place, ports);
    if (typeof first === "string") throw new Error(first);
    expect(await openPrinter(place, ports)).toBe("unreachable");
    await first[Symbol.asyncDispose]();
    const second = await openPrinter(place, ports);
    if (typeof second === "string") throw new Error(second);
    await second[Symbol.asyncDispose]();
  });

  it("closes immediately, and blocks no thread, while the device accepts nothing", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "file");
    // More devices than Node has file threads, and more bytes than the system buffers.
    const devices = await Promise.all(Array.from({ length: 6 }, terminalDevice));
    for (const { stream, connected } of devices) {
      await connected;
      stream.write(Buffer.alloc(2_000_000));
    }
    await writeFile(file, "still works");
    expect(await readFile(file, "utf8")).toBe("still works");
    for (const { stream } of devices) {
      stream.destroy();
      await once(stream, "close");
      expect(stream.errored).toBeNull();
    }
  });

  it("fails when its cable is unplugged", async () => {
    const { terminal, stream, connected } = await terminalDevice();
    await connected;
    await terminal.unplug();
    stream.write(Buffer.from("x"));
    const [error] = await once(stream, "error");
    expect(error).toMatchObject({ code: "EIO" });
  });

  it("is not a device when it is a file", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "lp0");
    await writeFile(path, "a file");
    const stream = openDevice(path, systemClock);
    const [error] = await once(stream, "error");
    expect(deviceFault(error)).toBe("unreachable");
    expect(await readFile(path, "utf8")).toBe("a file");
  });
});

it.each([
  ["EACCES", "no_permission"],
  ["EPERM", "no_permission"],
  ["ENOENT", "unreachable"],
  ["EBUSY", "unreachable"],
])("a device that fails with %s is reported as %s", (code, fault) => {
  expect(deviceFault(Object.assign(new Error(code), { code }))).toBe(fault);
});

it.each([
  ["MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;CLS:PRINTER;", "EPSON TM-T20II"],
  ["MANUFACTURER:Star;MODEL:TSP143 ;", "Star TSP143"],
  ["MDL:POS-80\u0007\u202e;", "POS-80"],
  ["CMD:ESC/POS;", null],
  ["", null],
])("has the device id %j and the name %j", (id, name) => {
  expect(printerName(id)).toBe(name);
});
