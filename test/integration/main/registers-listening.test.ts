/** Where a till listens for registers: what it prints, what it refuses to start on, TLS, and where the keys are. */
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTillInProcess } from "../../support/in-process-till.ts";
import { filesIn, leaksIn } from "../../support/leaks.ts";
import { keyOf, REGISTERS, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";

const TLS = join(import.meta.dirname, "../../support/tls");
const [certFile, keyFile] = [join(TLS, "localhost.pem"), join(TLS, "localhost-key.pem")];
const SALE = { reference: "r1", action: "SALE", amount: 100 };

async function startedWith(registers: object) {
  await using cleanup = new AsyncDisposableStack();
  const setup = cleanup.use(await prepareTillProcess({ registers }));
  const till = cleanup.use(await startTillInProcess(setup.data, { configFile: setup.config }));
  const kept = cleanup.move();
  return { setup, till, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

describe("a till with registers", () => {
  it("says where they reach it, before it is ready, and goes on there after the next start without the file", async () => {
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

  it("writes no key down: not into its database, its log or an answer", async () => {
    await using world = await startedWith({ listen: "127.0.0.1:0", clients: REGISTERS });
    const till = world.till.launched.till();
    await registerAt({ till }, keyOf("a")).post("/payments", SALE);
    await world.till.stop();
    const said = Object.entries(world.till.said).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
    const keys = REGISTERS.map(({ name, key }) => ({ what: name, value: key }));
    expect(leaksIn([...filesIn(world.setup.data), ...said], keys)).toEqual([]);
  });

  it("speaks TLS where it is given a certificate", async () => {
    const registers = { listen: "127.0.0.1:0", tls: { certFile, keyFile }, clients: REGISTERS };
    await using world = await startedWith(registers);
    const url = new URL(world.till.launched.till().registersUrl() ?? "");
    expect(url.protocol).toBe("https:");
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const options = {
      port: url.port,
      path: "/api/v1/payments",
      host: "127.0.0.1",
      servername: "localhost",
      headers: { host: `localhost:${url.port}`, authorization: `Bearer ${keyOf("reader")}` },
      ca: readFileSync(certFile),
    };
    request(options, (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end();
    expect(await promise).toBe(200);
  });

  it("does not start on an address that is taken, or on plain HTTP in the network, and names the field", async () => {
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const taken = createServer().listen(0, "127.0.0.1", resolve);
    await listening;
    const { port } = taken.address() as { port: number };
    try {
      await expect(startedWith({ listen: `127.0.0.1:${port}` })).rejects.toThrow(/\(2\).*registers\.listen/s);
      await expect(startedWith({ listen: "0.0.0.0:0" })).rejects.toThrow(/\(2\).*registers\.tls/s);
    } finally {
      taken.close();
    }
  });
});

describe("a register at a kiosk that is out of service", () => {
  it("begins nothing, as its window does not, and is told why", async () => {
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
