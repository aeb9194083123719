/** The self-issued certificates for registers: their hosts, and the causes of a new one. */
import { execFile, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, isIP } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { selfSignedCertificate } from "../../../../../main/integration/registers/certificate.ts";
import { type Machine, preferredHost, reachableHosts } from "../../../../../main/integration/registers/machine.ts";
import { startRegistersServer } from "../../../../../main/integration/registers/server.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { runs } from "../../../../support/random-runs.ts";
import { temporaryVault } from "../../../../support/vault.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MACHINE: Machine = { name: "till-1", addresses: ["192.168.1.20", "fd00::20"] };

function shop() {
  const cleanup = new DisposableStack();
  const { database } = cleanup.use(temporaryDatabase());
  const { vault } = cleanup.use(temporaryVault());
  const clock = createManualClock();
  const ports = { clock, database, vault, journal: createJournal(database) };
  const own = (host = "0.0.0.0", machine = MACHINE) => selfSignedCertificate(ports, host, machine);
  return {
    clock,
    vault,
    database,
    own,
    make(host?: string, machine?: Machine) {
      const { cert, trusted } = own(host, machine);
      return { server: new X509Certificate(cert), root: new X509Certificate(trusted) };
    },
    made: () => database.prepare("SELECT 1 FROM journal WHERE event = 'register.certificateMade'").all().length,
    [Symbol.dispose]: () => cleanup.dispose(),
  };
}

describe("the till's own certificate", () => {
  it("lists a machine's full name, and no invalid name", () => {
    expect(reachableHosts("0.0.0.0", { name: "till.local", addresses: [] })).toEqual([
      "till.local",
      "localhost",
      "127.0.0.1",
    ]);
    expect(reachableHosts("0.0.0.0", { name: "Kasse 1", addresses: [] })).toEqual(["localhost", "127.0.0.1"]);
  });

  it.each<[string, Machine, string]>([
    ["192.168.1.20", MACHINE, "192.168.1.20"],
    ["till.shop.example", MACHINE, "till.shop.example"],
    ["0.0.0.0", { ...MACHINE, addresses: ["fd00::20", "192.168.1.20"] }, "192.168.1.20"],
    ["::", { ...MACHINE, addresses: ["fd00::20"] }, "fd00::20"],
    ["0.0.0.0", { ...MACHINE, addresses: ["fd00::20"] }, "till-1"],
    ["::", { name: "Kasse 1", addresses: [] }, "localhost"],
  ])("for the listening address %s of %o is shown under %s, which it covers", (host, machine, shown) => {
    expect(preferredHost(host, machine)).toBe(shown);
    expect(reachableHosts(host, machine)).toContain(shown);
  });

  it.each<[string, string[]]>([
    ["192.168.1.20", ["192.168.1.20"]],
    ["till.shop.example", ["till.shop.example"]],
    ["blåbær.example", ["xn--blbr-roah.example"]],
    ["my_host", ["my_host"]],
    [`${"long.".repeat(20)}example`, [`${"long.".repeat(20)}example`]],
    ["0.0.0.0", ["till-1", "till-1.local", "localhost", "127.0.0.1", "192.168.1.20"]],
    ["::", ["till-1", "till-1.local", "localhost", "127.0.0.1", "::1", "192.168.1.20", "fd00::20"]],
  ])("covers every name by which registers reach %s", (host, names) => {
    expect(reachableHosts(host, MACHINE)).toEqual(names);
    using world = shop();
    const { server: certificate } = world.make(host);
    const isFor = (name: string) => (isIP(name) > 0 ? certificate.checkIP(name) : certificate.checkHost(name));
    expect(names.map(isFor)).toEqual(names);
    expect(certificate.checkHost("other.example")).toBeUndefined();
  });

  it("is a P-256 server certificate without CA rights, under a root limited to server certificates", () => {
    using world = shop();
    const { server, root } = world.make();
    expect([server.ca, root.ca]).toEqual([false, true]);
    expect(server.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(server.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(server.checkIssued(root) && server.verify(root.publicKey) && root.verify(root.publicKey)).toBe(true);
    const days = ({ validToDate }: X509Certificate) => (validToDate.getTime() - world.clock.now()) / DAY_MS;
    expect(days(server)).toBeGreaterThan(700);
    // The maximum validity that Apple's systems accept for a server certificate.
    expect(days(server)).toBeLessThan(825);
    expect(days(root)).toBeGreaterThan(15 * 365);
  });

  it("is kept, and reissued under the same key and root near expiry, before validity or for a missing name", () => {
    using world = shop();
    const first = world.make();
    expect(world.make().server.fingerprint256).toBe(first.server.fingerprint256);
    world.clock.setBy(first.server.validToDate.getTime() - world.clock.now() - 89 * DAY_MS);
    const second = world.make();
    world.clock.setBy(-600 * DAY_MS);
    const third = world.make();
    // DHCP, a VPN, and an IPv6 address that changes daily.
    const moved = ["192.168.1.21", "10.8.0.2", "2001:db8::1:2"].map((address) =>
      world.make("::", { ...MACHINE, addresses: [address] }),
    );
    const all = [first, second, third, ...moved];
    expect(new Set(all.map(({ server }) => server.fingerprint256)).size).toBe(6);
    expect(new Set(all.map(({ root }) => root.fingerprint256)).size).toBe(1);
    for (const { server } of all) expect(server.publicKey.equals(first.root.publicKey)).toBe(true);
    expect(world.made()).toBe(1);
  });

  it("has a root valid from before the till's clock, and renews it while it outlives the server certificate", () => {
    using world = shop();
    const { root } = world.make();
    world.clock.setBy(-4 * 365 * DAY_MS);
    expect(world.make().root.fingerprint256).toBe(root.fingerprint256);
    expect(root.validFromDate.getTime()).toBeLessThan(world.clock.now());
    world.clock.setBy(root.validToDate.getTime() - world.clock.now() - 799 * DAY_MS);
    const next = world.make();
    expect(next.root.fingerprint256).not.toBe(root.fingerprint256);
    expect(next.root.publicKey.equals(root.publicKey)).toBe(true);
  });

  it("gets a new root key when the vault lost it, and keeps the root key when the stored data is no certificate", () => {
    using world = shop();
    const first = world.make();
    world.vault.change({ registersOwnTlsKey: null });
    const second = world.make();
    expect(second.root.publicKey.equals(first.root.publicKey)).toBe(false);
    for (const kept of ["none", { root: "none", server: "none" }]) {
      settingStore(world.database).set("registersCertificate", kept);
      expect(world.make().root.publicKey.equals(second.root.publicKey)).toBe(true);
    }
  });
});

const PYTHON = `
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[2])
context.verify_flags |= ssl.VERIFY_X509_STRICT
print(urllib.request.urlopen(sys.argv[1], context=context, timeout=10).read().decode())
`;
const run = promisify(execFile);
const programs = {
  curl: (url: string, pem: string) => run("curl", ["-sS", "--max-time", "10", "--cacert", pem, url]),
  python3: (url: string, pem: string) => run("python3", ["-c", PYTHON, url, pem]),
};

/** Each program takes seconds: `npm test` has time for one. */
const PROGRAMS = (["curl", "python3"] as const).slice(0, runs(2, 1));

describe.each(PROGRAMS)("a register that trusts the root, by %s", (program) => {
  const isMissing = spawnSync(program, ["--version"]).status !== 0;
  it.skipIf(isMissing)("still connects after the machine's addresses change, and trusts no other till", async () => {
    using world = shop();
    using other = shop();
    using folder = temporaryFolder();
    const write = (name: string, pem: string) => {
      const path = join(folder.path, name);
      writeFileSync(path, pem);
      return path;
    };
    const first = world.own("0.0.0.0");
    const pem = write("till.pem", first.trusted);
    const server = createServer(first, (_request, response) => response.end("the till"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await using opened = new AsyncDisposableStack();
    opened.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const ask = async (trusted: string) =>
      (await programs[program](`https://127.0.0.1:${port}/`, trusted)).stdout.trim();
    expect(await ask(pem)).toBe("the till");
    for (const address of ["192.168.1.99", "10.8.0.2"]) {
      server.setSecureContext(world.own("0.0.0.0", { ...MACHINE, addresses: [address] }));
      expect(await ask(pem)).toBe("the till");
    }
    await expect(ask(write("other.pem", other.own("0.0.0.0").trusted))).rejects.toThrow(/certificate/i);
    // Only under a name in the certificate.
    server.setSecureContext(world.own("192.168.1.20"));
    await expect(ask(pem)).rejects.toThrow(/certificate/i);
  });
});

it("a server of registers refuses plain HTTP from the network", async () => {
  const { log } = readableLog();
  const asked = { listen: "0.0.0.0:0", tls: null, log } as Parameters<typeof startRegistersServer>[0];
  await expect(startRegistersServer(asked)).rejects.toThrow("plain HTTP");
});
