/** Everything that can be sent to the till's receiver: what changes is what the service says, and nothing else. */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect } from "vitest";
import type { Payment } from "../../contract/views.ts";
import { settled } from "../support/balance.ts";
import { type Counter, CUSTOMER } from "../support/counter.ts";
import { callbackUri, deliver, deliverMany, type Forged, signed, statusOf, unsigned } from "../support/forger.ts";
import { type RoughCounter, roughCounter } from "../support/rough-counter.ts";
import { merchantClient } from "../support/sandbox.ts";
import { dice, faultCase, often, type Tally } from "./case.ts";

const DAY_MS = 86_400_000;
const toPhone = { kind: "phone", value: CUSTOMER } as const;

/** A sale that the customer is being asked about. */
async function asked({ world }: RoughCounter): Promise<{ posTid: string; tid: string; url: string }> {
  const { posTid } = await world.must("payment.start", { action: "SALE", amount: 10_000, customer: toPhone });
  const { tid } = await world.until(posTid, (payment) => payment.tid !== null && payment.phase === "waiting");
  return { posTid, tid: tid ?? "", url: callbackUri(world) };
}

let number = 0;

/** What a thief would like the till to believe: that it was paid. */
function lie(posTid: string, tid: string, changes: Record<string, unknown> = {}): object {
  number += 1;
  const object = {
    currency: "NOK",
    amount: 10_000,
    additional_amount: 0,
    auth_amount: 0,
    captures: [{ id: null, amount: 10_000, additional_amount: 0 }],
    refunds: [],
    status: "ok",
    status_code: 2000,
    customer: CUSTOMER,
    date_modified: "2030-01-01 00:00:00",
    pos_id: "counter-1",
    pos_tid: posTid,
    tid,
    ...changes,
  };
  return { meta: { id: `lie-${number}`, event: "payment_captured", uri: null }, object };
}

/** Nothing happened: the customer has not paid, the till takes payments, its journal is whole. */
async function unharmed(rough: RoughCounter, posTid: string): Promise<void> {
  const { world } = rough;
  expect(await world.must("payment.get", { posTid })).toMatchObject({
    phase: "waiting",
    capturedTotal: 0,
    refundable: 0,
  });
  const payments = world.sandbox.payments().length;
  await world.paid("SALE", 700);
  await settled(world);
  expect(world.sandbox.payments()).toHaveLength(payments + 1);
  expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
}

async function refusedAll(tally: Tally, forged: readonly Forged[], expected: readonly number[]): Promise<void> {
  for (const message of forged) {
    expect(expected, JSON.stringify(message.headers).slice(0, 300)).toContain(await deliver(message));
    tally.runs += 1;
  }
}

describe("callbacks that are not the service's", () => {
  faultCase("unsigned, in every content type", async (tally) => {
    await using rough = await roughCounter();
    const { posTid, tid, url } = await asked(rough);
    const types = [
      "application/json",
      "application/vnd.svc.api.merchant.v1+json",
      "text/plain",
      "text/html",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/octet-stream",
      "x",
      "",
    ];
    await refusedAll(
      tally,
      types.map((type) => unsigned(url, lie(posTid, tid), type)),
      [200],
    );
    await unharmed(rough, posTid);
  });

  faultCase("one byte changed", async (tally) => {
    await using rough = await roughCounter();
    const { posTid, tid, url } = await asked(rough);
    const random = dice(tally.seed);
    const changed = Array.from({ length: often(40, 2000) }, () => {
      const message = signed(url, lie(posTid, tid), { at: rough.clock.now() });
      const body = Buffer.from(message.body);
      const at = random.between(0, body.length - 1);
      body[at] = (body[at] ?? 0) ^ random.between(1, 255);
      return { ...message, body };
    });
    await refusedAll(tally, changed, [401]);
    await unharmed(rough, posTid);
  });

  faultCase("a signature over something else, or none worth the name", async (tally) => {
    await using rough = await roughCounter();
    const { posTid, tid, url } = await asked(rough);
    const at = rough.clock.now();
    const good = () => signed(url, lie(posTid, tid), { at });
    const withHeaders = (change: (headers: [string, string][]) => [string, string][]) => {
      const message = good();
      return { ...message, headers: change(message.headers) };
    };
    const replaced = (wanted: string, value: string) =>
      withHeaders((headers) => headers.map(([name, old]) => [name, name === wanted ? value : old]));
    const { host } = new URL(url);
    await refusedAll(
      tally,
      [
        signed(url, lie(posTid, tid), { at, url: `${url}/` }),
        signed(url, lie(posTid, tid), { at, url: url.replace(host, "evil.example") }),
        signed(url, lie(posTid, tid), { at, url: url.replace("http:", "https:") }),
        signed(url, lie(posTid, tid), { at, method: "PUT" }),
        withHeaders((headers) => [...headers, ["X-Svc-Timestamp", "2030-01-01 00:00:00"]]),
        withHeaders((headers) => [["x-svc-TIMESTAMP", "2030-01-01 00:00:00"], ...headers]),
        withHeaders((headers) => [...headers, ["X-Svc-Note", "a&X-SVC-USER=b"]]),
        withHeaders((headers) => [...headers, ["X-Svc-Note", "a\tb"]]),
        replaced("Authorization", "RSA-SHA256 "),
        replaced("Authorization", "RSA-SHA256"),
        replaced("Authorization", "RSA-MD5 QUJD"),
        replaced("Authorization", "none"),
        replaced("Authorization", `SECRET ${"x".repeat(36)}`),
        replaced("Authorization", `RSA-SHA256 ${"A".repeat(6000)}`),
        replaced("X-Svc-Content-Digest", "MD5=1B2M2Y8AsgTpgAmY7PhCfg=="),
        replaced("X-Svc-Content-Digest", ""),
        replaced("X-Svc-Merchant", "T002"),
      ],
      [400, 401],
    );
    await refusedAll(tally, [replaced("Authorization", `RSA-SHA256 ${"A".repeat(1024 * 1024)}`)], [0, 431]);
    await unharmed(rough, posTid);
  });

  faultCase("bytes that are no message, or two", async (tally) => {
    await using rough = await roughCounter();
    const { posTid, tid, url } = await asked(rough);
    const { port, pathname, host } = new URL(url);
    const lying = JSON.stringify(lie(posTid, tid));
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
    const raws = [
      `${head}Content-Length: ${lying.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${head}\r\n${lying}`,
      `${head}Content-Length: 5\r\nContent-Length: ${lying.length}\r\n\r\n${lying}`,
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      `${head}X-Svc-Note: a\r\n folded\r\nContent-Length: 0\r\n\r\n`,
      `${head}X-Svc-Note: a\rX-Svc-User: b\r\nContent-Length: 0\r\n\r\n`,
      `POST ${pathname} HTTP/9.9\r\n\r\n`,
      "\u0000\u0001\u0002\r\n\r\n",
    ];
    for (const text of raws) {
      expect([0, 400, 401, 505]).toContain(await statusOf(Number(port), Buffer.from(text, "latin1")));
      tally.runs += 1;
    }
    const at = rough.clock.now();
    const bodies = [
      "NaN",
      "",
      "[]",
      "null",
      `{"meta":{"id":"x","event":"payment_captured"},"object":{"amount":1e309}}`,
      `{"__proto__":{"admin":true},"meta":{"id":"p","event":"payment_captured","uri":null,"__proto__":{"x":1}}}`,
      `{"meta":{"id":"a","id":"b","event":"payment_captured"},"object":{"tid":"${tid}","amount":9007199254740993}}`,
      `{"meta":{"id":"n\\u0000","event":"payment_captured"},"object":{"pos_tid":"\\u0000","tid":"..","amount":-1}}`,
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      `{"meta":{"id":"${"i".repeat(60_000)}","event":"payment_captured"}}`,
    ];
    await refusedAll(
      tally,
      bodies.map((body) => signed(url, body, { at })),
      [200, 400],
    );
    await refusedAll(tally, [unsigned(url, "x".repeat(70_000))], [0, 413]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    await unharmed(rough, posTid);
  });

  faultCase("addresses and ids that lead elsewhere", async (tally) => {
    let hits = 0;
    await using evil = await listening(() => {
      hits += 1;
    });
    await using rough = await roughCounter();
    const { posTid, tid, url } = await asked(rough);
    const { port } = new URL(evil.url);
    const uris = [
      `${evil.url}/merchant/v1/payment_request/${tid}/outcome/`,
      `http://localhost:${port}/`,
      `http://service@127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}\\@example.com/`,
      `http://169.254.169.254:${port}/latest/`,
      `http://[::ffff:127.0.0.1]:${port}/payment_request/${tid}/outcome/`,
      `http://0x7f000001:${port}/`,
      `//127.0.0.1:${port}/`,
      "file:///etc/passwd",
    ];
    const named = (uri: string | null, object?: object) => {
      number += 1;
      return { meta: { id: `uri-${number}`, event: "payment_captured", uri }, ...(object ? { object } : {}) };
    };
    const at = rough.clock.now();
    await refusedAll(
      tally,
      uris.flatMap((uri) => [unsigned(url, named(uri)), signed(url, named(uri), { at })]),
      [200],
    );
    const strangers = [
      { tid: "nobody", pos_tid: "nobody" },
      { tid: "../../pos", pos_tid: ".." },
      { tid: "nobody", pos_tid: posTid },
    ];
    await refusedAll(
      tally,
      strangers.map((object) => unsigned(url, named(null, object))),
      [200],
    );
    await unharmed(rough, posTid);
    expect(hits).toBe(0);
    expect((await rough.world.must("payment.list", {})).items).toHaveLength(2);
  });

  faultCase("slow senders, and far too many of them", async (tally) => {
    await using rough = await roughCounter();
    const { world } = rough;
    const { posTid, url } = await asked(rough);
    const { port, pathname, host } = new URL(url);
    const sockets = Array.from({ length: often(300, 10_000) }, () => {
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
      );
      return socket.on("error", () => undefined);
    });
    tally.runs = sockets.length;
    try {
      await Promise.all(sockets.map(opened));
      // Callbacks cannot come through: polling reaches the same states.
      await unharmed(rough, posTid);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await world.phone.approve((await world.must("payment.get", { posTid })).tid ?? "");
    await world.phase(posTid, "captured");
  });
});

describe("callbacks of the service", () => {
  faultCase("replayed: at once, after minutes, after a restart, after a year", async (tally) => {
    await using rough = await roughCounter();
    const { world, clock } = rough;
    const { posTid, tid, url } = await reserved(rough);
    const authorised = signed(url, await event(world, tid, "payment_authorized"), { at: clock.now() });
    await world.must("payment.release", { posTid });
    await world.phase(posTid, "released");
    const replay = async () => {
      expect(await deliver(authorised)).toBe(200);
      await settled(world);
      expect(await world.must("payment.get", { posTid })).toMatchObject({
        phase: "released",
        authorisedLeft: 0,
        attention: null,
      });
      tally.runs += 1;
    };
    await replay();
    clock.pass(4 * 60_000);
    await replay();
    await world.restart();
    // After a restart the receiver may be at another port, which makes it another address: nothing it would take.
    const moved = { ...authorised, url: url.replace(/:\d+\//, `:${portNow(world)}/`) };
    expect([0, 200, 401]).toContain(await deliver(moved));
    clock.pass(365 * DAY_MS);
    expect([0, 200, 401]).toContain(await deliver(moved));
    await settled(world);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "released" });
    tally.runs += 2;
  });

  faultCase("the same id with another body", async (tally) => {
    await using rough = await roughCounter();
    const { world, clock, proxy } = rough;
    proxy.decide = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
    const { posTid, tid, url } = await reserved(rough, { blind: true });
    const first = (await event(world, tid, "payment_authorized")) as { meta: object; object: object };
    expect(await deliver(signed(url, first, { at: clock.now() }))).toBe(200);
    await world.phase(posTid, "authorised");
    const { object } = lie(posTid, tid) as { object: object };
    expect([200, 401, 409]).toContain(await deliver(signed(url, { meta: first.meta, object }, { at: clock.now() })));
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised", capturedTotal: 0 });
    proxy.decide = () => "pass";
    await settled(world);
    tally.runs = 1;
  });

  faultCase("the same events in every order, each of them twice", async (tally) => {
    for (const order of permutations([0, 1, 2])) {
      await using rough = await roughCounter();
      const { world, clock, proxy } = rough;
      world.sandbox.faults.callbacks = false;
      proxy.decide = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
      const { posTid, tid, url } = await reserved(rough, { blind: true });
      const client = merchantClient(world.sandbox.provision());
      const take = (id: string, amount: number) =>
        client.put(`/payment_request/${tid}/`, {
          action: "CAPTURE",
          capture_id: id,
          amount,
          additional_amount: 0,
          currency: "NOK",
        });
      const events = [await event(world, tid, "payment_authorized")];
      for (const [id, amount] of [
        ["one", 4000],
        ["two", 6000],
      ] as const) {
        expect(await take(id, amount)).toMatchObject({ status: 204 });
        events.push(await event(world, tid, "payment_captured"));
      }
      for (const at of [...order, ...order]) {
        expect(await deliver(signed(url, events[at] ?? {}, { at: clock.now() }))).toBe(200);
        tally.runs += 1;
      }
      const payment = await world.phase(posTid, "captured");
      expect(payment).toMatchObject({ capturedTotal: 10_000, authorisedLeft: 0, attention: null });
      expect(payment.captures.map(({ id, amount }) => [id, amount])).toEqual([
        ["one", 4000],
        ["two", 6000],
      ]);
    }
  });

  faultCase("a thousand duplicates at once", async (tally) => {
    await using rough = await roughCounter();
    const { world, clock } = rough;
    const { posTid, tid, url } = await reserved(rough);
    const rows = async () => (await world.must("payment.timeline", { posTid })).entries.length;
    const before = await rows();
    const message = signed(url, await event(world, tid, "payment_authorized"), { at: clock.now() });
    const statuses = await deliverMany(message, 1000);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await settled(world);
    expect((await rows()) - before).toBeLessThanOrEqual(1);
    tally.runs = statuses.length;
  });

  faultCase("the insert fails: not 2xx, and the next delivery counts", async (tally) => {
    await using rough = await roughCounter();
    const { world, clock, proxy } = rough;
    proxy.decide = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
    const { posTid, tid, url } = await reserved(rough, { blind: true });
    const message = signed(url, await event(world, tid, "payment_authorized"), { at: clock.now() });
    world.database.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON main.callback BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    expect(await deliver(message)).toBeGreaterThanOrEqual(500);
    world.database.exec("DROP TRIGGER full");
    expect(await deliver(message)).toBe(200);
    await world.phase(posTid, "authorised");
    proxy.decide = () => "pass";
    await settled(world);
    tally.runs = 2;
  });

  faultCase("the receiver is not reached for a day", async (tally) => {
    await using rough = await roughCounter();
    const { world, clock } = rough;
    world.sandbox.faults.callbacks = false;
    const open = [await reserved(rough), await reserved(rough), await asked(rough)];
    await world.must("payment.release", { posTid: open[0]?.posTid ?? "" });
    await world.phase(open[0]?.posTid ?? "", "released");
    clock.pass(DAY_MS);
    await world.paid("SALE", 900);
    await settled(world);
    const phases = await Promise.all(open.map(({ posTid }) => world.must("payment.get", { posTid })));
    expect(phases.map(({ phase }: Payment) => phase)).toEqual(["released", "authorised", "expired"]);
    tally.runs = open.length + 1;
  });
});

/** A reservation. Blind: the till has not seen it yet, and will not by asking. */
async function reserved({ world }: RoughCounter, { blind = false } = {}) {
  if (blind) world.sandbox.faults.callbacks = false;
  const { posTid } = await world.must("payment.start", { action: "AUTH", amount: 10_000, customer: toPhone });
  const { tid } = await world.until(posTid, (payment) => payment.tid !== null);
  await world.phone.approve(tid ?? "");
  if (!blind) await world.phase(posTid, "authorised");
  return { posTid, tid: tid ?? "", url: callbackUri(world) };
}

/** The event that the service would send over https now: the outcome as it is at this moment. */
async function event({ sandbox }: Counter, tid: string, name: string): Promise<object> {
  const { body } = await merchantClient(sandbox.provision()).get(`/payment_request/${tid}/outcome/`);
  number += 1;
  return { meta: { id: `event-${number}`, event: name, uri: null }, object: body };
}

/** Where the till listens now: what it has registered its shortlink with. */
function portNow({ sandbox }: Counter): string {
  const target = sandbox.callbacks().at(-1)?.target ?? "";
  return new URL(target).port;
}

function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first) => permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}

function opened(socket: ReturnType<typeof connect>): Promise<void> {
  return new Promise((resolve) => {
    if (!socket.connecting) return resolve();
    socket.once("connect", () => resolve()).once("close", () => resolve());
  });
}

async function listening(onHit: () => void): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    onHit();
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
