/** A scan that reaches the till twice: by a callback and by the service's last scan, or by callbacks with other ids. */
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { matchWords } from "../../../contract/payments/match-words.ts";
import { signedCallback } from "../../support/callback-requests.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;
const USED = "This code has already been used. Ask at the till for a new one.";
const WITH_SCAN_TIME = { dialect: "house" } as const;
const ENGLISH = { sandbox: WITH_SCAN_TIME, provisioning: { locale: "en-GB" } };

/** The customer's message when the request has been sent. */
const requestSentMessage = (posTid: string) =>
  `Pay at Kaffebaren Grünerløkka · ${matchWords(posTid, "en")}. Approve the request when it comes; the screen shows the same two words.`;

let deliveries = 0;

/** Delivers the newest scan again, under another `meta.id`. @returns the customer's message */
async function deliverAgain(world: TestTill): Promise<string | undefined> {
  const sent = world.sandbox.callbacks().findLast(({ event }) => event === "shortlink_scanned");
  const message = JSON.parse(sent?.body ?? "{}");
  deliveries += 1;
  const again = { ...message, meta: { ...message.meta, id: `again-${deliveries}` } };
  const target = world.sandbox.payments().at(0)?.request.callback_uri ?? sent?.target ?? "";
  const { url, body, headers } = signedCallback(target, again, { at: world.sandbox.clock.now() });
  const reply = await request(url, { method: "POST", body, headers: Object.fromEntries(headers) });
  expect(reply.statusCode).toBe(200);
  return ((await reply.body.json()) as { text?: string }).text;
}

/** The customer scans, and the till learns of it only by polling. */
async function scannedByPoll(world: TestTill, link: string, posTid: string): Promise<void> {
  world.sandbox.faults.callbacks = false;
  await world.phone.scan(link);
  await world.waitForPhase(posTid, "waiting");
  world.sandbox.faults.callbacks = true;
}

/** The customer scans, and the till learns of it from the callback. */
async function scannedByCallback(world: TestTill, link: string, posTid: string): Promise<void> {
  expect(((await world.phone.scan(link)).body as { text: string | null }).text).not.toBe(USED);
  await world.waitForPhase(posTid, "waiting");
}

const WAYS = [
  ["the service's last scan", scannedByPoll],
  ["a callback", scannedByCallback],
] as const;

describe.each(WAYS)("a sale's code whose scan was first reported by %s", (_way, scan) => {
  it("tells its own customer twice that the request has been sent", async () => {
    await using world = await createTestTill(ENGLISH);
    const { posTid, qr } = await world.must("payment.start", SALE);
    await scan(world, qr?.text ?? "", posTid);
    expect(await deliverAgain(world)).toBe(requestSentMessage(posTid));
    expect(await deliverAgain(world)).toBe(requestSentMessage(posTid));
    expect(world.sandbox.payments()).toHaveLength(1);
  });

  it("tells a register's customer the same", async () => {
    await using world = await createTillWithRegisters(ENGLISH);
    const { body } = await registerAt(world, keyOf("a")).post("/payments", { ...SALE, reference: "r-1" });
    await scan(world, body.qr.text, body.posTid);
    expect(await deliverAgain(world)).toBe(requestSentMessage(body.posTid));
    expect(await deliverAgain(world)).toBe(requestSentMessage(body.posTid));
  });

  it("tells another customer that the code was used", async () => {
    await using world = await createTestTill(ENGLISH);
    const { posTid, qr } = await world.must("payment.start", SALE);
    await scan(world, qr?.text ?? "", posTid);
    expect(((await world.phone.scan(qr?.text ?? "", "4798765432")).body as { text: string }).text).toBe(USED);
    expect(await deliverAgain(world)).toBe(USED);
  });

  it("repeats the message after a restart, returns none once paid, and asks for a new code after the end", async () => {
    await using world = await createTestTill(ENGLISH);
    const { posTid, qr } = await world.must("payment.start", SALE);
    await scan(world, qr?.text ?? "", posTid);
    await world.restart();
    // The restarted till listens on another port: a request sends the service its address.
    const { posTid: other } = await world.must("payment.start", {
      ...SALE,
      customer: { kind: "phone", value: CUSTOMER },
    });
    await world.waitForPhase(other, "waiting");
    await world.waitForPayment(other, (payment) => payment.tid !== null);
    expect(await deliverAgain(world)).toBe(requestSentMessage(posTid));
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "captured");
    expect(await deliverAgain(world)).toBeUndefined();
    const next = await world.must("payment.start", SALE);
    await scan(world, next.qr?.text ?? "", next.posTid);
    await world.must("payment.abort", { posTid: next.posTid });
    await world.waitForPhase(next.posTid, "aborted");
    expect(await deliverAgain(world)).toBe(USED);
  });
});

describe("a sticker's scan that is reported again", () => {
  async function tillWithSticker() {
    const clock = fastClock(1);
    const world = await createTestTill({ clock, ...ENGLISH });
    await world.asManager();
    const { id } = await world.must("sticker.create", { name: "Counter" });
    const { promise, resolve } = Promise.withResolvers<string>();
    const look = async () => {
      const { items } = await world.must("sticker.list", {});
      const link = items.find((each) => each.id === id && each.state === "active")?.link;
      if (link) resolve(link);
    };
    const unsubscribe = world.till.events.subscribe(({ event }) => {
      if (event.type === "stickers.changed") void look();
    });
    await look();
    const link = await promise;
    unsubscribe();
    clock.pass(5000);
    return { world, link };
  }

  it("tells its customer that the request of the open sale has been sent", async () => {
    const { world, link } = await tillWithSticker();
    await using _ = world;
    const { posTid } = await world.must("payment.start", SALE);
    expect(((await world.phone.scan(link)).body as { text: string }).text).toBe(requestSentMessage(posTid));
    await world.waitForPhase(posTid, "waiting");
    expect(await deliverAgain(world)).toBe(requestSentMessage(posTid));
    expect(await deliverAgain(world)).toBe(requestSentMessage(posTid));
  });

  it("tells a customer who waits for the next sale the same message before and after the sale starts", async () => {
    const { world, link } = await tillWithSticker();
    await using _ = world;
    const first = ((await world.phone.scan(link)).body as { text: string }).text;
    expect(await deliverAgain(world)).toBe(first);
    const { posTid } = await world.must("payment.start", SALE);
    await world.waitForPhase(posTid, "waiting");
    expect(await deliverAgain(world)).toBe(requestSentMessage(posTid));
    expect(first).toContain(matchWords(posTid, "en"));
  });
});

describe("a data request's code whose scan is reported again", () => {
  it("does not tell its own customer that the code was used", async () => {
    await using world = await createTestTill(ENGLISH);
    await world.asManager();
    const started = await world.must("permission.request", { scope: ["phone"] });
    await world.phone.scan(started.qr?.text ?? "");
    expect(await deliverAgain(world)).toBeUndefined();
    expect(((await world.phone.scan(started.qr?.text ?? "", "4798765432")).body as { text: string }).text).toBe(USED);
  });
});
