/** The listener for registers: its output, its start failures, TLS, and its keys. */

import { type KeyObject, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { startTillInProcess } from "../../support/in-process-till.ts";
import { filesIn, leaksIn } from "../../support/leaks.ts";
import { keyOf, REGISTERS, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import type { TestTill } from "../../support/test-till.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";

const TLS = join(import.meta.dirname, "../../support/tls");
const [certFile, keyFile] = [join(TLS, "localhost.pem"), join(TLS, "localhost-key.pem")];
const DAY_MS = 24 * 60 * 60 * 1000;
const SALE = { reference: "r1", action: "SALE", amount: 100 };

/** Sends a request over TLS. @returns the response and the certificate */
async function askTls(port: string, path: string, how: RequestOptions) {
  const headers = { authorization: `Bearer ${keyOf("reader")}`, ...how.headers };
  const asked = request({ host: "127.0.0.1", port, path, agent: false, ...how, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const shown = (answer.socket as TLSSocket).getPeerX509Certificate();
  return { status: answer.statusCode, text: await readText(answer), shown };
}

async function startedWith(registers: object) {
  await using cleanup = new AsyncDisposableStack();
  const setup = cleanup.use(await prepareTillProcess({ registers }));
  const till = cleanup.use(await startTillInProcess(setup.data, { configFile: setup.config }));
  const resources = cleanup.move();
  return { setup, till, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

describe("a till with registers", () => {
  it("reports the registers' address before it is ready, and keeps it at the next start without the file", async () => {
    await using world = await startedWith({ listen: "127.0.0.1:0", clients: REGISTERS });
    expect(world.till.said.stdout).toMatch(
      /^registers ready http:\/\/127\.0\.0\.1:\d+\ntill ready http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/,
    );
    const till = world.till.launched.till();
    expect(await registerAt({ till }, keyOf("a")).post("/payments", SALE)).toMatchObject({ status: 201 });
    await world.till.stop();
    await using next = await startTillInProcess(world.setup.data);
    const again = { till: next.launched.till() };
    expect(await registerAt(again, keyOf("a")).post("/payments", SALE)).toMatchObject({ status: 200 });
  });

  it("writes no key to its database, log or responses", async () => {
    await using world = await startedWith({ listen: "127.0.0.1:0", clients: REGISTERS });
    const till = world.till.launched.till();
    await registerAt({ till }, keyOf("a")).post("/payments", SALE);
    await world.till.stop();
    const said = Object.entries(world.till.said).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
    const keys = REGISTERS.map(({ name, key }) => ({ what: name, value: key }));
    expect(leaksIn([...filesIn(world.setup.data), ...said], keys)).toEqual([]);
  });

  it("uses TLS when it has a certificate", async () => {
    const registers = { listen: "127.0.0.1:0", tls: { certFile, keyFile }, clients: REGISTERS };
    await using world = await startedWith(registers);
    const url = new URL(world.till.launched.till().registersUrl() ?? "");
    expect(url.protocol).toBe("https:");
    const { host } = new URL(`https://localhost:${url.port}`);
    const how = { headers: { host }, servername: "localhost", ca: readFileSync(certFile) };
    expect((await askTls(url.port, "/api/v1/payments", how)).status).toBe(200);
    // A register may download it, to trust only this till.
    expect((await askTls(url.port, "/api/v1/certificate.pem", how)).text).toBe(readFileSync(certFile, "utf8"));
  });

  it("does not start on an address in use, and names the field", async () => {
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const occupied = createServer().listen(0, "127.0.0.1", resolve);
    await listening;
    const { port } = occupied.address() as { port: number };
    try {
      await expect(startedWith({ listen: `127.0.0.1:${port}` })).rejects.toThrow(/\(2\).*registers\.listen/s);
    } finally {
      occupied.close();
    }
  });

  it("does not start on an unknown host name, and names the field", async () => {
    await expect(startedWith({ listen: "till.shop.invalid:8090" })).rejects.toThrow(/\(2\).*registers\.listen/s);
  });
});

describe("a till in the shop's network without its own certificate", () => {
  const inNetwork = { registers: { listen: "0.0.0.0:0", clients: REGISTERS } };
  const portOf = ({ till }: TestTill) => new URL(till.registersUrl() ?? "").port;
  const takePem = (world: TestTill) => askTls(portOf(world), "/api/v1/certificate.pem", { rejectUnauthorized: false });

  it("creates one, which a register accepts, compares with the settings and trusts from then on", async () => {
    await using world = await createTillWithRegisters({ provisioning: inNetwork });
    const url = new URL(world.till.registersUrl() ?? "");
    expect(url.protocol).toBe("https:");
    expect(url.hostname).not.toBe("0.0.0.0");
    const { text: ca, shown } = await takePem(world);
    await world.asManager();
    const { certificate } = await world.must("register.list", {});
    const root = new X509Certificate(ca);
    expect(certificate).toMatchObject({ fingerprint: root.fingerprint256, isOwn: true });
    expect(shown?.checkIssued(root)).toBe(true);
    // The address is one of the till's: no further trust is needed.
    for (const host of ["127.0.0.1", url.hostname])
      expect((await askTls(url.port, "/api/v1/payments", { ca, host })).status).toBe(200);
    await expect(askTls(portOf(world), "/api/v1/payments", {})).rejects.toThrow();
    const { items } = await world.must("journal.list", { limit: 50 });
    const made = items.filter(({ event }) => event === "register.certificateMade");
    expect(made.map(({ values }) => values.fingerprint)).toEqual([certificate?.fingerprint]);
    const key = world.vault.get("registersOwnTlsKey") ?? "";
    expect(key).toContain("PRIVATE KEY");
    const secrets = [{ what: "the key", value: key.split("\n")[1] ?? "" }];
    expect(leaksIn(filesIn(world.folder), secrets)).toEqual([]);
    await world.restart();
    expect((await takePem(world)).text).toBe(ca);
  });

  it("renews it under the same root long before it expires, while registers keep working", async () => {
    const clock = fastClock(1);
    await using world = await createTillWithRegisters({ clock, provisioning: inNetwork });
    const { shown: first, text: ca } = await takePem(world);
    clock.pass(Date.parse(first?.validTo ?? "") - clock.now() - 89 * DAY_MS);
    // The certificate is checked by a clock that has just advanced by years.
    await expect.poll(async () => (await takePem(world)).shown?.fingerprint256).not.toBe(first?.fingerprint256);
    const { shown } = await takePem(world);
    expect(shown?.publicKey.equals(first?.publicKey as KeyObject)).toBe(true);
    expect(shown?.checkIssued(new X509Certificate(ca))).toBe(true);
    expect(Date.parse(shown?.validTo ?? "") - clock.now()).toBeGreaterThan(700 * DAY_MS);
  });
});

describe("a register that keeps opening connections", () => {
  it("keeps its sixteen latest, and blocks no other register", async () => {
    await using world = await createTillWithRegisters();
    const { port } = new URL(world.till.registersUrl() ?? "");
    const slow = `POST /api/v1/drawer HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${keyOf("seller")}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const gone: number[] = [];
    const sockets: Socket[] = [];
    for (let number = 0; number < 128; number += 1) {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      socket.once("close", () => gone.push(number)).resume();
      await once(socket, "connect");
      socket.write(slow);
      sockets.push(socket);
    }
    await expect.poll(() => gone.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 112 }, (_, number) => number));
    expect((await registerAt(world, keyOf("a")).get("/payments")).status).toBe(200);
    expect((await registerAt(world, keyOf("seller")).get("/payments/none")).status).toBe(404);
    for (const socket of sockets) socket.destroy();
  });
});

describe("a register with too many connections", () => {
  it("keeps the active ones before the idle ones", async () => {
    await using world = await createTillWithRegisters();
    const { port } = new URL(world.till.registersUrl() ?? "");
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${keyOf("a")}\r\n\r\n`;
    const gone: number[] = [];
    const sockets: Socket[] = [];
    for (let number = 0; number < 18; number += 1) {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      socket.once("close", () => gone.push(number));
      socket.write(ask(number === 0 ? "/api/v1/events" : "/api/v1/payments"));
      await once(socket, "data");
      socket.resume();
      sockets.push(socket);
    }
    await expect.poll(() => gone).toEqual([1, 2]);
    for (const socket of sockets) socket.destroy();
  });
});

describe("a register at a kiosk that is out of service", () => {
  it("starts nothing, like its window, and receives the reason", async () => {
    const provisioning = { mode: "kiosk", kiosk: { receiptRequired: true } };
    await using world = await createTillWithRegisters({ provisioning });
    const sale = { reference: "r1", action: "SALE", amount: 100 };
    expect(await registerAt(world, keyOf("a")).post("/payments", sale)).toMatchObject({
      status: 409,
      body: { code: "illegal_state", details: { because: { code: "kiosk_printer" } } },
    });
    expect((await registerAt(world, keyOf("a")).get("/payments")).body.items).toEqual([]);
  });
});
