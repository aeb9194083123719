/** The printer of `fake-printer.ts` on a raw device, in a folder that replaces the file system's root. Linux only. */
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import type { EscPosPrinter } from "../../contract/receipts/receipts.ts";
import { type FakePrinter, fakePrinter, type PrinterFaults } from "./fake-printer.ts";
import { temporaryFolder } from "./folder.ts";
import { openPseudoTerminal } from "./pseudo-terminal.ts";

export interface FakeUsbPrinter extends AsyncDisposable {
  root: string;
  printer: FakePrinter;
  settings(): EscPosPrinter;
  /** Connects the cable. */
  plug(): Promise<void>;
  /** Resolves when the cable is disconnected, including by the fault `cutAfter` */
  unplugged(): Promise<void>;
  unplug(): Promise<void>;
}

/** @param id the IEEE 1284 device id */
export async function fakeUsbPrinter(faults: Partial<PrinterFaults> = {}, id = "MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;") {
  await using cleanup = new AsyncDisposableStack();
  const root = cleanup.use(temporaryFolder()).path;
  const printer = cleanup.use(await fakePrinter(faults));
  const device = `${root}/dev/usb/lp0`;
  const names = `${root}/sys/class/usbmisc/lp0/device`;
  mkdirSync(`${root}/dev/usb`, { recursive: true });
  mkdirSync(names, { recursive: true });
  writeFileSync(`${names}/ieee1284_id`, id);
  let gone: Promise<void> = Promise.resolve();
  let pull: () => unknown = () => undefined;
  const self: FakeUsbPrinter = {
    root,
    printer,
    settings() {
      const { host: _host, port: _port, ...paper } = printer.settings();
      return { ...paper, kind: "escpos-usb", device: "/dev/usb/lp0" };
    },
    async plug() {
      const terminal = await openPseudoTerminal();
      const wire = connect(printer.port, "127.0.0.1");
      await once(wire, "connect");
      wire.on("error", () => undefined);
      terminal.output.pipe(wire);
      wire.pipe(terminal.input);
      symlinkSync(terminal.path, device);
      gone = new Promise<void>((resolve) => wire.once("close", () => resolve())).then(async () => {
        rmSync(device);
        await terminal.unplug();
      });
      pull = () => wire.destroy();
    },
    unplugged: () => gone,
    async unplug() {
      pull();
      await gone;
    },
    [Symbol.asyncDispose]: async () => {
      await self.unplug();
      await resources.disposeAsync();
    },
  };
  const resources = cleanup.move();
  return self;
}
