import { type AddressInfo, createServer } from "node:net";
import type { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../../../main/lib/clock.ts";
import { neighbours, printerSearch } from "../../../../../main/peripherals/printing/find.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { fakePrinter } from "../../../../support/fake-printer.ts";

type Interfaces = ReturnType<typeof networkInterfaces>;

function interfaces(...cidrs: string[]): Interfaces {
  const one = (cidr: string) => {
    const [address = ""] = cidr.split("/");
    const internal = address.startsWith("127.");
    return { address, cidr, internal, family: "IPv4" as const, netmask: "", mac: "0a:00:27:00:00:01" };
  };
  return { eth0: cidrs.map(one) };
}

describe("the searched addresses", () => {
  const hosts = (...cidrs: string[]) => neighbours(interfaces(...cidrs)).map(({ host }) => host);

  it("are the machine's private networks, without the machine", () => {
    const all = hosts("192.168.1.20/24");
    expect(all).toHaveLength(253);
    expect(all[0]).toBe("192.168.1.1");
    expect(all.at(-1)).toBe("192.168.1.254");
    expect(all).not.toContain("192.168.1.20");
    expect(neighbours(interfaces("192.168.1.20/24"))[0]?.port).toBe(9100);
  });

  it("are the 254 around the machine in a larger network, and all of a smaller one", () => {
    expect(hosts("10.1.2.3/8")).toHaveLength(253);
    expect(hosts("10.1.2.3/8").every((host) => host.startsWith("10.1.2."))).toBe(true);
    expect(hosts("172.16.0.9/29")).toEqual(["172.16.0.10", "172.16.0.11", "172.16.0.12", "172.16.0.13", "172.16.0.14"]);
    expect(hosts("172.16.0.9/32")).toEqual([]);
  });

  it("include no public address, and not the machine itself", () => {
    expect(hosts("203.0.113.5/24", "127.0.0.1/8", "172.32.0.1/24", "100.64.0.1/24")).toEqual([]);
  });

  it.each([
    ["docker0", "02:42:ac:11:00:01"],
    ["br-0123456789ab", "02:42:ac:11:00:01"],
    ["virbr0", "52:54:00:00:00:01"],
    ["bridge100", "52:54:00:00:00:01"],
    ["utun3", "00:00:00:00:00:00"],
    ["vEthernet (WSL)", "00:15:5d:00:00:01"],
    ["VirtualBox Host-Only Network", "0a:00:27:00:00:01"],
    ["NordLynx", "00:00:00:00:00:00"],
    ["Shop VPN", "00:ff:00:00:00:01"],
  ])("exclude those of %s, which cannot contain the shop's printer", (name, mac) => {
    const { eth0 = [] } = interfaces("192.168.1.20/24");
    expect(neighbours({ [name]: eth0.map((address) => ({ ...address, mac })) })).toEqual([]);
  });

  it.each(["eth0", "br0", "wlp3s0", "en0", "Wi-Fi", "vEthernet (External)"])("include those of %s", (name) => {
    const { eth0 = [] } = interfaces("192.168.1.20/24");
    expect(neighbours({ [name]: eth0 })).toHaveLength(253);
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

  it("finds devices that accept print connections, ordered by address, and sends nothing", async () => {
    const sent: Buffer[] = [];
    const accepted = Promise.withResolvers<void>();
    const office = createServer((socket) => {
      socket.on("data", (chunk) => sent.push(chunk)).on("close", () => accepted.resolve());
    });
    await new Promise<void>((resolve) => office.listen(0, "127.0.0.1", resolve));
    const { port: officePort } = office.address() as AddressInfo;
    await using first = await fakePrinter();
    await using second = await fakePrinter({ coverOpen: true });
    await using off = await fakePrinter();
    await off.switchOff();
    const found = await search(() => at(second.port, off.port, officePort, first.port))("start");
    expect(found).toEqual(
      at(second.port, officePort, first.port).map((address) => ({
        place: { kind: "escpos-tcp", ...address },
        name: null,
        fault: null,
      })),
    );
    await accepted.promise;
    expect(sent).toEqual([]);
    await new Promise((resolve) => office.close(resolve));
  });

  it("ends after 10 seconds", async () => {
    await using printer = await fakePrinter();
    // Each reading of the clock advances it by a second.
    const clock = createManualClock();
    let seconds = 0;
    const slow = { ...clock, monotonic: () => 1000 * seconds++ };
    const found = await search(() => at(...Array.from({ length: 60 }, () => printer.port)), slow)("start");
    expect(found).toHaveLength(9);
  });

  it("can be repeated after the pause when the last one failed", async () => {
    const clock = createManualClock();
    let isDenied = true;
    const find = search(() => {
      if (isDenied) throw new Error("the system denies the list of its networks");
      return [];
    }, clock);
    await expect(find("start")).rejects.toThrow("denies");
    isDenied = false;
    await clock.advance(3000);
    expect(await find("start")).toEqual([]);
  });

  it("runs once for all callers, and again only after a pause", async () => {
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

  it("returns its results so far when it is stopped", async () => {
    await using printer = await fakePrinter();
    // The first 32 connections start at once. The clock is read before the next one, when a printer has been found.
    let reads = 0;
    const clock = {
      ...createManualClock(),
      monotonic() {
        reads += 1;
        if (reads === 36) void find("stop");
        return 0;
      },
    };
    const find = search(() => at(...Array.from({ length: 40 }, () => printer.port)), clock);
    const found = await find("start");
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(40);
    expect(await find("stop")).toEqual(found);
    // The next search starts at once: the clock stands still.
    expect(await find("start")).toHaveLength(40);
  });
});
