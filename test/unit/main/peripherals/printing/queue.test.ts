import { afterEach, describe, expect, it } from "vitest";
import { openQueue, readLpstat, readRegistry, systemQueues } from "../../../../../main/peripherals/printing/queue.ts";
import { fakePrintQueues } from "../../../../support/fake-print-queues.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const CUPS = `printer Bar is idle.  enabled since Sat 28 Nov 2026 10:00:00
printer Kitchen disabled since Sat 28 Nov 2026 10:00:00 -
	Paused
printer Office now printing Office-12.  enabled since Sat 28 Nov 2026 10:00:00
printer Æsel is idle.  enabled since Sat 28 Nov 2026 10:00:00
printer Kjøkken is idle.  enabled since Sat 28 Nov 2026 10:00:00
printer -o is idle.  enabled since Sat 28 Nov 2026 10:00:00
Bar accepting requests since Sat 28 Nov 2026 10:00:00
Kitchen accepting requests since Sat 28 Nov 2026 10:00:00
Office not accepting requests since Sat 28 Nov 2026 10:00:00 -
	Rejecting Jobs
`;

const KEY = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Print\\Printers";
const WINDOWS = [
  "",
  `${KEY}\\EPSON TM-T20II Receipt`,
  "    Port    REG_SZ    USB001",
  "",
  `${KEY}\\Microsoft Print to PDF`,
  "    Port    REG_SZ    PORTPROMPT:",
  "",
  `${KEY}\\POS-80C (copy 1)`,
  "    Port    REG_SZ    192.168.1.50_1",
  "",
  "End of search: 3 match(es) found.",
  "",
].join("\r\n");

const folders: Disposable[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder[Symbol.dispose]();
});

function system() {
  const folder = temporaryFolder();
  folders.push(folder);
  const queues = fakePrintQueues(folder.path);
  return { queues, ports: { platform: "linux", root: folder.path, closing: new AbortController().signal } as const };
}

describe("the system's print queues", () => {
  it("are read from CUPS with their state", () => {
    expect(readLpstat(CUPS)).toMatchObject([
      { name: "Bar", isStopped: false },
      { name: "Kitchen", isStopped: true },
      { name: "Office", isStopped: true },
      { name: "Æsel" },
      { name: "Kjøkken" },
      { name: "-o" },
    ]);
  });

  it("are read from the Windows registry, without those that print to a file", () => {
    expect(readRegistry(WINDOWS).map(({ name }) => name)).toEqual(["EPSON TM-T20II Receipt", "POS-80C (copy 1)"]);
  });

  it("are listed without names that the settings reject", async () => {
    const { queues, ports } = system();
    queues.say(CUPS);
    expect((await systemQueues(ports)).map(({ name }) => name)).toEqual([
      "Bar",
      "Kitchen",
      "Office",
      "Æsel",
      "Kjøkken",
    ]);
  });

  it("are empty when the system has no such program", async () => {
    expect(await systemQueues({ ...system().ports, root: "/nowhere" })).toEqual([]);
  });
});

describe("a print queue", () => {
  it.each([
    ["Kitchen", "queue_stopped"],
    ["Office", "queue_stopped"],
    ["Other", "unreachable"],
  ])("%s accepts nothing: %s", async (name, fault) => {
    const { queues, ports } = system();
    queues.say(CUPS);
    expect(await openQueue(name, ports)).toBe(fault);
  });

  it("receives the exact bytes, and none of the till's environment", async () => {
    const { queues, ports } = system();
    process.env.TILL_TEST_SECRET = "s3cret";
    try {
      const queue = await openQueue("TM", ports);
      if (typeof queue === "string") throw new Error(queue);
      expect(await queue.ask()).toBeNull();
      const printed = await queue.print(Buffer.from("one line\n\x1dV\x00"), false, () => undefined);
      expect(printed).toEqual({ outcome: "printed", confirmed: false });
    } finally {
      delete process.env.TILL_TEST_SECRET;
    }
    expect((await queues.job()).text).toContain("one line");
    const { arguments: given, environment } = queues.called();
    expect(given).toEqual(["-d", "TM", "-o", "raw", "-t", "Till"]);
    expect(environment.join(" ")).not.toMatch(/s3cret|HOME=/);
  });

  it("leaves the outcome unknown when its program fails", async () => {
    const { queues, ports } = system();
    queues.failWith(1);
    const queue = await openQueue("TM", ports);
    if (typeof queue === "string") throw new Error(queue);
    const printed = await queue.print(Buffer.from("x"), false, () => undefined);
    expect(printed).toEqual({ outcome: "unknown", fault: "interrupted" });
  });

  it("leaves the result unknown when the print command times out", async () => {
    const { queues, ports } = system();
    queues.hang();
    const queue = await openQueue("TM", { ...ports, printMs: 50 });
    if (typeof queue === "string") throw new Error(queue);
    const printed = await queue.print(Buffer.from("x"), false, () => undefined);
    expect(printed).toEqual({ outcome: "unknown", fault: "interrupted" });
  });

  it("leaves the outcome unknown immediately when the till closes while its program hangs", async () => {
    const { queues, ports } = system();
    queues.hang();
    const closing = new AbortController();
    const queue = await openQueue("TM", { ...ports, closing: closing.signal });
    if (typeof queue === "string") throw new Error(queue);
    const started = performance.now();
    const printed = queue.print(Buffer.from("x"), false, () => undefined);
    closing.abort();
    expect(await printed).toEqual({ outcome: "unknown", fault: "interrupted" });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
