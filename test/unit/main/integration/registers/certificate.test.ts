/** The certificate that registers see where none was given: for whom it is good, and when another one is made. */
import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { type Machine, namesOf, ownCertificate } from "../../../../../main/integration/registers/certificate.ts";
import { startRegistersServer } from "../../../../../main/integration/registers/server.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
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
  return {
    clock,
    vault,
    database,
    make: (host = "0.0.0.0", machine = MACHINE) => new X509Certificate(ownCertificate(ports, host, machine).cert),
    [Symbol.dispose]: () => cleanup.dispose(),
  };
}

describe("the till's own certificate", () => {
  it("has the whole name of a machine that has one, and none that is no name", () => {
    expect(namesOf("0.0.0.0", { name: "till.local", addresses: [] })).toEqual(["till.local", "localhost", "127.0.0.1"]);
    expect(namesOf("0.0.0.0", { name: "Kasse 1", addresses: [] })).toEqual(["localhost", "127.0.0.1"]);
  });

  it.each<[string, string[]]>([
    ["192.168.1.20", ["192.168.1.20"]],
    ["till.shop.example", ["till.shop.example"]],
    ["blåbær.example", ["xn--blbr-roah.example"]],
    ["my_host", ["my_host"]],
    [`${"long.".repeat(20)}example`, [`${"long.".repeat(20)}example`]],
    ["0.0.0.0", ["till-1", "till-1.local", "localhost", "127.0.0.1", "192.168.1.20"]],
    ["::", ["till-1", "till-1.local", "localhost", "127.0.0.1", "::1", "192.168.1.20", "fd00::20"]],
  ])("is good for whatever registers reach %s by", (host, names) => {
    expect(namesOf(host, MACHINE)).toEqual(names);
    using world = shop();
    const certificate = world.make(host);
    const isFor = (name: string) => (isIP(name) > 0 ? certificate.checkIP(name) : certificate.checkHost(name));
    expect(names.map(isFor)).toEqual(names);
    expect(certificate.checkHost("other.example")).toBeUndefined();
  });

  it("is a server's, signed by itself, of P-256, and no authority", () => {
    using world = shop();
    const made = world.make();
    expect(made.ca).toBe(false);
    expect(made.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(made.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(made.verify(made.publicKey)).toBe(true);
    const days = (made.validToDate.getTime() - world.clock.now()) / DAY_MS;
    expect(days).toBeGreaterThan(700);
    // What Apple's systems take of a server's certificate at the most.
    expect(days).toBeLessThan(825);
  });

  it("stays as it is, and is another one with the same key once it ends soon, is not good yet, or lacks a name", () => {
    using world = shop();
    const first = world.make();
    expect(world.make().fingerprint256).toBe(first.fingerprint256);
    world.clock.setBy(first.validToDate.getTime() - world.clock.now() - 89 * DAY_MS);
    const second = world.make();
    world.clock.setBy(-600 * DAY_MS);
    const third = world.make();
    const moved = world.make("0.0.0.0", { ...MACHINE, addresses: ["192.168.1.21"] });
    const all = [first, second, third, moved];
    expect(new Set(all.map(({ fingerprint256 }) => fingerprint256)).size).toBe(4);
    for (const { publicKey } of all) expect(publicKey.equals(first.publicKey)).toBe(true);
  });

  it("is made anew where the vault has another key, or what is kept is no certificate", () => {
    using world = shop();
    const first = world.make();
    world.vault.change({ registersOwnTlsKey: null });
    const second = world.make();
    expect(second.publicKey.equals(first.publicKey)).toBe(false);
    settingStore(world.database).set("registersCertificate", "none");
    expect(world.make().publicKey.equals(second.publicKey)).toBe(true);
  });
});

it("a server of registers speaks no plain HTTP in the network, whoever asks for it", async () => {
  const { log } = readableLog();
  const asked = { listen: "0.0.0.0:0", tls: null, log } as Parameters<typeof startRegistersServer>[0];
  await expect(startRegistersServer(asked)).rejects.toThrow("plain HTTP");
});
