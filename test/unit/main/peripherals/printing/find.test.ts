import type { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../../../main/lib/clock.ts";
import { neighbours, printerSearch } from "../../../../../main/peripherals/printing/find.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { fakePrinter } from "../../../../support/fake-printer.ts";
import { watchSockets } from "../../../../support/quiet-sockets.ts";

type Interfaces = ReturnType<typeof networkInterfaces>;

function interfaces(...cidrs: string[]): Interfaces {
  const one = (cidr: string) => {
    const [address = ""] = cidr.split("/");
    const internal = address.startsWith("127.");
    return { address, cidr, internal, family: "IPv4" as const, netmask: "", mac: "" };
  };
  return { eth0: cidrs.map(one) };
}

describe("the addresses that are searched", () => {
  const hosts = (...cidrs: string[]) => neighbours(interfaces(...cidrs)).map(({ host }) => host);

  it("are the machine's own private networks, without the machine", () => {
    const all = hosts("192.168.1.20/24");
    expect(all).toHaveLength(253);
    expect(all[0]).toBe("192.168.1.1");
    expect(all.at(-1)).toBe("192.168.1.254");
    expect(all).not.toContain("192.168.1.20");
    expect(neighbours(interfaces("192.168.1.20/24"))[0]?.port).toBe(9100);
  });

  it("are the 254 around the machine where its network is larger, and the whole of a smaller one", () => {
    expect(hosts("10.1.2.3/8")).toHaveLength(253);
    expect(hosts("10.1.2.3/8").every((host) => host.startsWith("10.1.2."))).toBe(true);
    expect(hosts("172.16.0.9/29")).toEqual(["172.16.0.10", "172.16.0.11", "172.16.0.12", "172.16.0.13", "172.16.0.14"]);
    expect(hosts("172.16.0.9/32")).toEqual([]);
  });

  it("are no public address, and not the machine itself", () => {
    expect(hosts("203.0.113.5/24", "127.0.0.1/8", "172.32.0.1/24", "100.64.0.1/24")).toEqual([]);
  });

  it("are at most three networks, each address once", () => {
    const cidrs = ["10.0.1.1/24", "10.0.1.2/24", "10.0.2.1/24", "10.0.3.1/24", "10.0.4.1/24"];
    expect(hosts(...cidrs)).toHaveLength(762);
    expect(new Set(hosts(...cidrs)).size).toBe(762);
  });
});

describe("a search", () => {
  const at = (...ports: number[]) => ports.map((port) => ({ host: "127.0.0.1", port }));
  const search = (addresses: () => { host: string; port: number }[], clock = systemClock) =>
    printerSearch({
      clock,
      closing: new AbortController().signal,
      surroundings: { platform: "linux", root: "/nowhere", addresses },
    });

  it("finds what accepts print data, in the order of the addresses, and says what answers", async () => {
    await using first = await fakePrinter();
    await using second = await fakePrinter({ coverOpen: true });
    await using off = await fakePrinter();
    await off.off();
    const found = await search(() => at(second.port, off.port, first.port))("start");
    expect(found).toEqual([
      { place: { kind: "escpos-tcp", host: "127.0.0.1", port: second.port }, name: null, fault: null, answers: true },
      { place: { kind: "escpos-tcp", host: "127.0.0.1", port: first.port }, name: null, fault: null, answers: true },
    ]);
    expect(first.received + second.received).toBe(0);
  });

  it("runs once for all who ask, and again only after a pause", async () => {
    await using printer = await fakePrinter();
    const clock = createManualClock();
    let searches = 0;
    const find = search(() => {
      searches += 1;
      return at(printer.port);
    }, clock);
    const both = [find("start"), find("start")];
    expect(await both[0]).toHaveLength(1);
    expect(await both[1]).toHaveLength(1);
    await find("start");
    expect([searches, printer.connections]).toEqual([1, 1]);
    await clock.advance(3000);
    await find("start");
    expect([searches, printer.connections]).toEqual([2, 2]);
  });

  it("returns what it has found when it is stopped", async () => {
    await using printer = await fakePrinter();
    await using silent = await fakePrinter({ silent: true });
    using sockets = watchSockets();
    const clock = createManualClock();
    const find = search(() => at(printer.port, silent.port), clock);
    const started = find("start");
    await sockets.quiet();
    const stopped = await find("stop");
    expect(await started).toEqual(stopped);
    expect(stopped.map(({ answers }) => answers)).toEqual([true, false]);
    // The clock never moved: nothing waited for an answer.
    expect(clock.monotonic()).toBe(0);
  });
});
