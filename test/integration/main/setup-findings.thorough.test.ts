/** The findings of the wizard's tests, each provoked at a real service over HTTP, and their complete cleanup. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { SetupDraft } from "../../../contract/configuration/setup.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { selfSigned } from "../../support/certificate.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { SECRET, sale, startWizard, TOKEN, type Wizard } from "../../support/wizard.ts";

const failed = (finding: string, values: object = {}) => ({ outcome: "failed", finding, values });

function at(world: Wizard, service: Partial<SetupDraft["service"]>): Partial<SetupDraft> {
  return { service: { ...world.draft.service, ...service } };
}

function listening(listen: string, more: Partial<SetupDraft["callbacks"]> = {}): Partial<SetupDraft> {
  return { callbacks: { listen, publicUrl: null, tls: false, ...more } };
}

/** A loopback server that is not the service. */
async function foreignServer(answer: RequestListener): Promise<{ url: string; port: number } & AsyncDisposable> {
  const server: Server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Expects that no money moved and nothing waits. */
function expectNothingMoved({ sandbox }: Wizard): void {
  expect(sandbox.payments().filter(({ status }) => status !== "fail")).toEqual([]);
  expect(sandbox.payments().flatMap(({ captures, refunds }) => [...captures, ...refunds])).toEqual([]);
}

describe("the credentials test", () => {
  it("distinguishes unknown from invalid credentials", async () => {
    await using world = await startWizard();
    const { till, find } = world;
    const host = new URL(world.sandbox.url).host;
    const ok = {
      test: "credentials",
      outcome: "ok",
      finding: "credentials.ok",
      values: { merchant: expect.any(String) },
    };
    expect(await find("credentials")).toEqual(ok);
    expect(await find("credentials", at(world, { merchant: "T999" }))).toMatchObject(
      failed("credentials.merchant_unknown", { merchant: "T999" }),
    );
    expect(await find("credentials", at(world, { user: "nobody" }))).toMatchObject(
      failed("credentials.user_unknown", { user: "nobody" }),
    );
    await till.must("setup.keepSecret", { kind: "secret", value: "another-secret" });
    expect(await find("credentials", { scheme: "SECRET" })).toMatchObject(
      failed("credentials.refused", { status: 401 }),
    );
    await till.must("setup.keepSecret", { kind: "secret", value: SECRET });
    expect(await find("credentials", { scheme: "SECRET" })).toEqual(ok);
    expect(await find("credentials", { testbed: false })).toMatchObject(failed("credentials.testbed_token"));
    await till.must("setup.keepSecret", { kind: "testbedToken", value: "another-token" });
    expect(await find("credentials")).toMatchObject(failed("credentials.testbed_token"));
    await till.must("setup.keepSecret", { kind: "testbedToken", value: TOKEN });
    await till.must("setup.makeKey", {});
    expect(await find("credentials")).toMatchObject(failed("credentials.refused", { status: 401 }));
    const baseUrl = `${world.sandbox.url}/elsewhere`;
    await till.must("setup.keepSecret", { kind: "testbedToken", value: TOKEN, baseUrl });
    expect(await find("credentials", at(world, { baseUrl }))).toMatchObject(
      failed("service.not_the_service", { host, status: 404 }),
    );
    await till.must("setup.keepSecret", { kind: "testbedToken", value: TOKEN });
    expect(await find("credentials", at(world, { vendor: "acme" }))).toMatchObject({ outcome: "failed" });
  });

  it("reports what responds in place of the service", async () => {
    await using world = await startWizard();
    const page: RequestListener = (_request, response) => void response.end("<h1>Sign in to the guests' network</h1>");
    await using portal = await foreignServer(page);
    await using elsewhere = await foreignServer((_request, response) => {
      response.writeHead(302, { location: "https://pay.example/" }).end();
    });
    await using broken = await foreignServer((_request, response) => void response.writeHead(503).end());
    const asked = async (baseUrl: string) => {
      await world.till.must("setup.keepSecret", { kind: "testbedToken", value: TOKEN, baseUrl });
      return world.find("credentials", at(world, { baseUrl }));
    };
    const host = (url: string) => new URL(url).host;
    expect(await asked(portal.url)).toMatchObject(
      failed("service.not_the_service", { host: host(portal.url), status: 200 }),
    );
    expect(await asked(elsewhere.url)).toMatchObject(
      failed("service.redirect", { host: host(elsewhere.url), status: 302 }),
    );
    expect(await asked(broken.url)).toMatchObject(failed("service.broken", { host: host(broken.url), status: 503 }));
    expect(await asked(portal.url.replace("http:", "https:"))).toMatchObject(
      failed("service.tls", { host: host(portal.url), detail: expect.stringMatching(/SSL/) }),
    );
    expect(await asked("http://127.0.0.1:9")).toMatchObject(
      failed("service.unreachable", { host: "127.0.0.1:9", detail: "ECONNREFUSED" }),
    );
  });

  it("sends no key or secret of the running till to another host", async () => {
    await using world = await startWizard();
    await world.till.must("setup.finish", { draft: world.draft, pin: "481516" });
    await world.till.next("terminal.restarted");
    await world.till.must("staff.signIn", { pin: "481516" });
    const received: unknown[] = [];
    await using thief = await foreignServer((request, response) => {
      received.push(request.headers);
      response.end();
    });
    const draft = { ...world.draft, ...at(world, { baseUrl: thief.url }) };
    expect(await world.till.must("setup.check", { draft })).toMatchObject({
      problems: [{ field: "secrets.key" }, { field: "secrets.testbedToken" }],
    });
    for (const test of ["credentials", "pos", "callback"] as const)
      expect(await world.till.call("setup.test", { draft, test })).toMatchObject({ error: { code: "invalid_input" } });
    expect(received).toEqual([]);
    expect(await world.find("credentials")).toMatchObject({ finding: "credentials.ok" });
  });
});

describe("the clock test", () => {
  it("reports the difference, and which clock is ahead", async () => {
    await using world = await startWizard();
    expect(await world.find("clock")).toMatchObject({ outcome: "ok", finding: "clock.ok" });
    await world.sandbox.clock.advance(600_000);
    const behind = await world.find("clock");
    expect(behind).toMatchObject({ outcome: "warning", finding: "clock.behind" });
    expect(Math.abs(Number(behind.values.seconds) - 600)).toBeLessThan(3);
    await world.sandbox.clock.set(Date.now() - 120_000);
    expect(await world.find("clock")).toMatchObject({ outcome: "warning", finding: "clock.ahead" });
    world.sandbox.faults.strictClock = true;
    expect(await world.find("credentials")).toMatchObject({ finding: "credentials.ok" });
  });
});

describe("the tests of the till's resources", () => {
  it("create missing ones once, keep those of others, and remove unused ones", async () => {
    await using world = await startWizard();
    const { sandbox, draft, find, till } = world;
    expect(await find("pos")).toMatchObject({ outcome: "ok", finding: "pos.created", values: { id: "shop-1" } });
    expect(await find("pos")).toMatchObject({ outcome: "ok", finding: "pos.ok" });
    expect(await find("pos", { pos: { ...draft.pos, id: "shop-2" } })).toMatchObject({ finding: "pos.created" });
    expect(await listOf(world, "pos")).toEqual(["shop-2"]);
    expect(await find("shortlink")).toMatchObject({ finding: "shortlink.created" });
    expect(await find("shortlink")).toMatchObject({ finding: "shortlink.ok" });
    expect(await find("shortlink", { callbacks: { listen: null, publicUrl: null, tls: false } })).toMatchObject({
      outcome: "ok",
    });
    sandbox.faults.lastScan = 404;
    expect(await find("shortlink", { callbacks: { listen: null, publicUrl: null, tls: false } })).toMatchObject({
      outcome: "warning",
      finding: "shortlink.claim_links",
    });
    expect(await listOf(world, "shortlink")).toHaveLength(1);
    await till.must("setup.dismiss", {});
    expect(await listOf(world, "pos")).toEqual([]);
    expect(await listOf(world, "shortlink")).toEqual([]);
  });

  it("keep a point of sale with another name, and report it", async () => {
    await using world = await startWizard();
    await world.find("pos", { pos: { ...world.draft.pos, name: "Another till" } });
    await using other = await startWizard();
    expect(await other.till.must("setup.test", { draft: world.draft, test: "pos" })).toMatchObject({
      ...{ outcome: "warning", finding: "pos.will_change", values: { id: "shop-1", name: "Another till" } },
    });
    world.sandbox.faults.refuse("SHORTLINK", 403);
    expect(await world.find("shortlink")).toMatchObject({ outcome: "failed", finding: "credentials.not_allowed" });
    world.sandbox.faults.refuse("SHORTLINK", 400);
    expect(await world.find("shortlink")).toMatchObject(failed("shortlink.refused", { status: 400 }));
    world.sandbox.faults.refuse("POS", 400, 3);
    expect(await world.find("pos", { pos: { ...world.draft.pos, id: "shop-9" } })).toMatchObject({ outcome: "failed" });
  });
});

describe("the callback test", () => {
  it("proves that a callback arrives, and moves no money", async () => {
    await using world = await startWizard();
    expect(await world.find("callback")).toMatchObject({
      ...{ outcome: "ok", finding: "callback.arrived", values: { ms: expect.any(Number) } },
    });
    expect(world.sandbox.payments()).toMatchObject([{ amount: 1, customer: null, statusCode: 4019 }]);
    expectNothingMoved(world);
  });

  it("reports why the till cannot listen", async () => {
    await using world = await startWizard();
    await using taken = await foreignServer(() => undefined);
    const { find } = world;
    expect(await find("callback", { callbacks: { listen: null, publicUrl: null, tls: false } })).toMatchObject({
      ...{ outcome: "skipped", finding: "callback.no_listener" },
    });
    const address = `127.0.0.1:${taken.port}`;
    expect(await find("callback", listening(address))).toMatchObject(
      failed("callback.address_in_use", { listen: address }),
    );
    expect(await find("callback", listening("192.0.2.1:8443"))).toMatchObject(
      failed("callback.address_unusable", { listen: "192.0.2.1:8443", detail: "EADDRNOTAVAIL" }),
    );
    expect(world.sandbox.payments()).toEqual([]);
  });

  it("distinguishes a wrong key from a missing one", async () => {
    await using world = await startWizard();
    const another = throwawayKeyPair("another").publicPem;
    expect(await world.find("callback", at(world, { publicKey: another }))).toMatchObject(
      failed("callback.wrong_signature", { detail: "wrong signature" }),
    );
    expect(await world.find("callback", at(world, { publicKey: null }))).toMatchObject({
      ...{ outcome: "warning", finding: "callback.no_public_key" },
    });
    expectNothingMoved(world);
  });

  it("distinguishes a service that sends nothing from an address that leads elsewhere", async () => {
    await using world = await startWizard({ clock: fastClock(40) });
    await using elsewhere = await foreignServer((_request, response) => void response.writeHead(404).end());
    expect(await world.find("callback", listening("127.0.0.1:0", { publicUrl: elsewhere.url }))).toMatchObject(
      failed("callback.not_reached", { seconds: 10, address: elsewhere.url, detail: "status 404" }),
    );
    expect(await world.find("callback", listening("127.0.0.1:0", { publicUrl: "http://127.0.0.1:9/" }))).toMatchObject(
      failed("callback.not_reached", { seconds: 10, address: "http://127.0.0.1:9/", detail: "ECONNREFUSED" }),
    );
    world.sandbox.faults.callbacks = false;
    expect(await world.find("callback")).toMatchObject(
      failed("callback.not_sent", { seconds: 10, address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) }),
    );
    expectNothingMoved(world);
  });

  it("reports how far callers can trust the certificate", async () => {
    await using world = await startWizard({ clock: fastClock(40) });
    const { cert, key } = selfSigned();
    expect(await world.till.must("setup.keepSecret", { kind: "tls", certificatePem: cert, keyPem: key })).toMatchObject(
      {
        tls: { subject: "till.example", validTo: expect.stringMatching(/^20\d\d-/) },
      },
    );
    expect(await world.find("callback", listening("127.0.0.1:0", { tls: true }))).toMatchObject(
      failed("callback.not_reached", { seconds: 10, detail: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    );
  });

  it("reports when the service rejects the request or its removal", async () => {
    await using world = await startWizard({ clock: fastClock(40) });
    world.sandbox.faults.refuse("CREATE", 400);
    expect(await world.find("callback")).toMatchObject(failed("callback.refused", { status: 400 }));
    world.sandbox.faults.loseAnswerTo("CREATE");
    world.sandbox.faults.loseAnswerTo("ABORT");
    expect(await world.find("callback")).toMatchObject({ finding: "callback.arrived" });
    world.sandbox.faults.breakDown("ABORT", 503, 3);
    const left = await world.find("callback");
    expect(left).toMatchObject(failed("callback.not_aborted", { posTid: expect.stringMatching(/^SETUP-/) }));
    // A request that could not be cancelled expires within its minute.
    await world.sandbox.clock.advance(61_000);
    expectNothingMoved(world);
  });

  it("uses the running till's listener when the till already has the address", async () => {
    await using spare = await foreignServer(() => undefined);
    const listen = `127.0.0.1:${spare.port}`;
    await spare[Symbol.asyncDispose]();
    await using world = await startWizard();
    const draft = { ...world.draft, ...listening(listen) };
    await world.till.must("setup.finish", { draft, pin: "481516" });
    await world.till.next("terminal.restarted");
    await world.till.must("staff.signIn", { pin: "481516" });
    expect(await world.find("callback", listening(listen))).toMatchObject({ finding: "callback.arrived" });
    expect(await world.find("callback", { ...listening(listen), ...at(world, { publicKey: null }) })).toMatchObject({
      finding: "callback.no_public_key",
    });
    const { cert, key } = selfSigned();
    await world.till.must("setup.keepSecret", { kind: "tls", certificatePem: cert, keyPem: key });
    expect(await world.find("callback", listening(listen, { tls: true }))).toMatchObject({
      ...{ outcome: "skipped", finding: "callback.tls_later", values: { listen } },
    });
    // The running till's callbacks arrive as before.
    await sale(world.till, world.sandbox);
    await world.sandbox.settled();
    expect(world.sandbox.callbacks().filter(({ event }) => event === "payment_authorized")).toMatchObject([
      { target: expect.stringContaining(listen), state: "delivered" },
    ]);
  });
});

/** Returns the ids of a kind of resource from the service's own list. */
async function listOf({ credentials }: Wizard, what: "pos" | "shortlink"): Promise<string[]> {
  const answer = await merchantClient(credentials).get(`/${what}/`);
  return (answer.body.uris as string[]).map((uri) => uri.split("/").at(-2) ?? "");
}
