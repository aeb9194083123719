import { describe, expect, it } from "vitest";
import type { EscPosPrinter, PrinterView } from "../../../contract/receipts/receipts.ts";
import { fakePrintQueues } from "../../support/fake-print-queues.ts";
import { fakePrinter } from "../../support/fake-printer.ts";
import { fakeUsbPrinter } from "../../support/fake-usb-printer.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { createTestTill, type TestTill, until } from "../../support/test-till.ts";

const PAPER = { width: 80, columns: null, codePage: "cp858", codePageNumber: null, cut: true, drawer: false } as const;
const QUEUE: EscPosPrinter = { kind: "escpos-queue", queue: "TM", ...PAPER };

/** Resolves with the printer as soon as the condition holds. */
function untilPrinter(world: TestTill, holds: (printer: PrinterView) => boolean): Promise<PrinterView> {
  return until(
    world,
    holds,
    () => world.must("printer.get", {}),
    (event) => (event.type === "printer.changed" ? event.printer : null),
  );
}

const idle = ({ jobs, state }: PrinterView) => jobs.length === 0 && state === "ready";

describe.skipIf(process.platform !== "linux")("a USB printer", () => {
  it("prints a receipt, confirms it, and reports its status", async () => {
    await using usb = await fakeUsbPrinter();
    await usb.plug();
    const provisioning = { printer: usb.settings(), receipt: { print: "always", electronic: false } };
    await using world = await createTestTill({ provisioning, printers: { root: usb.root } });
    const { posTid } = await world.pay("SALE", 14_900);
    const [paper] = await usb.printer.printed(1);
    expect(paper?.text).toContain("149,00 kr");
    expect(usb.printer.problems).toEqual([]);
    expect(await untilPrinter(world, idle)).toMatchObject({ answers: true });
    const { job } = await world.must("receipt.get", { posTid });
    expect(job).toMatchObject({ state: "done", confirmed: true });
    usb.printer.faults.paperOut = true;
    await world.asManager();
    await world.must("printer.test", {});
    expect(await untilPrinter(world, ({ fault }) => fault !== null)).toMatchObject({ fault: "paper_out" });
  });

  it("without a status response is trusted once it has received everything", async () => {
    await using usb = await fakeUsbPrinter({ silent: true });
    await usb.plug();
    const provisioning = { printer: usb.settings(), receipt: { print: "always", electronic: false } };
    await using world = await createTestTill({ provisioning, printers: { root: usb.root } });
    const { posTid } = await world.pay("SALE", 14_900);
    await usb.printer.printed(1);
    await untilPrinter(world, idle);
    expect((await world.must("receipt.get", { posTid })).job).toMatchObject({ state: "done", confirmed: false });
  });

  it("whose cable is pulled during a print leaves it for a user to check, and prints it once", async () => {
    await using usb = await fakeUsbPrinter({ cutAfter: 120 });
    await usb.plug();
    await using world = await createTestTill({
      provisioning: { printer: usb.settings() },
      printers: { root: usb.root },
    });
    await world.asManager();
    await world.must("printer.test", {});
    const { jobs } = await untilPrinter(world, (printer) => printer.jobs[0]?.state === "unknown");
    expect(jobs).toMatchObject([{ problem: "interrupted", kind: "test" }]);
    await usb.unplugged();
    expect(await untilPrinter(world, ({ fault }) => fault === "unreachable")).toMatchObject({ state: "fault" });
    usb.printer.faults.cutAfter = null;
    await usb.plug();
    await world.must("printer.test", {});
    await untilPrinter(world, (printer) => printer.state === "ready" && printer.jobs.length === 1);
    expect(usb.printer.papers.map(({ cut }) => cut)).toEqual([false, true]);
    await world.must("printer.cancel", { jobId: jobs[0]?.id ?? "" });
    await untilPrinter(world, idle);
  });
});

describe.skipIf(process.platform === "win32")("a system print queue", () => {
  it("receives a receipt, and is trusted", async () => {
    using folder = temporaryFolder();
    const queues = fakePrintQueues(folder.path);
    const provisioning = { printer: QUEUE, receipt: { print: "always", electronic: false } };
    await using world = await createTestTill({ provisioning, printers: { root: folder.path } });
    const { posTid } = await world.pay("SALE", 14_900);
    expect((await queues.job()).text).toContain("149,00 kr");
    expect(await untilPrinter(world, idle)).toMatchObject({ answers: false });
    expect((await world.must("receipt.get", { posTid })).job).toMatchObject({ state: "done", confirmed: false });
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });

  it("that is paused delays the print and reports it", async () => {
    using folder = temporaryFolder();
    const queues = fakePrintQueues(folder.path);
    queues.say("printer TM disabled since Sat 28 Nov 2026 10:00:00 -\n");
    await using world = await createTestTill({ provisioning: { printer: QUEUE }, printers: { root: folder.path } });
    await world.asManager();
    await world.must("printer.test", {});
    await untilPrinter(world, ({ fault, jobs }) => fault === "queue_stopped" && jobs[0]?.problem === "queue_stopped");
    expect((await world.must("diagnostics.health", {})).findings.printer.code).toBe("printer_queue_stopped");
    queues.say("printer TM is idle.  enabled since Sat 28 Nov 2026 10:00:00\n");
    await world.must("printer.test", {});
    await queues.job();
    await untilPrinter(world, idle);
  });

  it("prints no customer address, because the system would store it on disk", async () => {
    using folder = temporaryFolder();
    fakePrintQueues(folder.path);
    await using world = await createTestTill({ provisioning: { printer: QUEUE }, printers: { root: folder.path } });
    await world.asManager();
    expect(await world.call("customer.label", { posTid: "A-1", as: "print" })).toMatchObject({
      error: { code: "illegal_state", message: expect.stringContaining("keeps copies on disk") },
    });
  });
});

describe("a printer search", () => {
  it("lists USB devices, queues and network printers, for the owner only", async () => {
    await using usb = await fakeUsbPrinter();
    await usb.plug();
    fakePrintQueues(usb.root);
    await using network = await fakePrinter();
    const address = { host: "127.0.0.1", port: network.port };
    await using world = await createTestTill({ printers: { root: usb.root, addresses: () => [address] } });
    expect(await world.call("printer.find", { search: "start" })).toMatchObject({ error: { code: "not_allowed" } });
    expect(network.connections).toBe(0);
    await world.asManager();
    expect(await world.must("printer.find", { search: "start" })).toEqual({
      found: [
        {
          place: { kind: "escpos-usb", device: "/dev/usb/lp0" },
          name: "EPSON TM-T20II",
          fault: null,
        },
        { place: { kind: "escpos-queue", queue: "TM" }, name: null, fault: null },
        { place: { kind: "escpos-tcp", ...address }, name: null, fault: null },
      ],
    });
  });
});

describe("the printer settings", () => {
  it.each([
    ["printer.device", { kind: "escpos-usb", device: "/etc/passwd" }],
    ["printer.device", { kind: "escpos-usb", device: "/dev/usb/../sda" }],
    ["printer.device", { kind: "escpos-usb", device: "/dev/sda1" }],
    ["printer.queue", { kind: "escpos-queue", queue: "-o landscape" }],
    ["printer.queue", { kind: "escpos-queue", queue: "\u2212o landscape" }],
    ["printer.queue", { kind: "escpos-queue", queue: "K\u0000" }],
    ["printer.queue", { kind: "escpos-queue", queue: "K\u202e" }],
    ["printer.queue", { kind: "escpos-queue", queue: "a;reboot" }],
    ["printer.queue", { kind: "escpos-queue", queue: "" }],
    ["printer.host", { kind: "escpos-usb", device: "/dev/usb/lp0", host: "x" }],
    ["printer.device", { kind: "escpos-usb" }],
  ])("refuse %s of %j", async (field, printer) => {
    await using world = await createTestTill();
    await world.asManager();
    expect(await world.call("receipt.settings.set", { printer } as never)).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field }] } },
    });
  });
});
