import { describe, expect, it, vi } from "vitest";
import { matchWords } from "../../../contract/payments/match-words.ts";
import { MAX_STICKERS, type Sticker } from "../../../contract/payments/stickers.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { createTestTill, type TestTill, type TestTillOptions } from "../../support/test-till.ts";

const SALE = { action: "SALE", amount: 5000 } as const;
const OTHER = "4798765432";

/** A service that reports a scan's time: the specification's does not (2.6), and the till must poll then. */
const SAYS_WHEN = { dialect: "house" } as const;

/** A till with a sticker on its wall, created by an owner who signed out. */
async function tillWithSticker(options: TestTillOptions = {}) {
  const clock = fastClock(1);
  const sandbox = options.callbacks === false ? {} : SAYS_WHEN;
  const world = await createTestTill({ clock, sandbox, provisioning: { locale: "en-GB" }, ...options });
  await world.asManager();
  const { id } = await world.must("sticker.create", { name: "Counter" });
  const sticker = await stickerWhere(world, (each) => each.id === id && each.state === "active");
  // A scan in the till's first seconds may belong to an earlier sale.
  clock.pass(5000);
  return { world, clock, id, link: sticker.link ?? "" };
}

/** Resolves with a sticker as soon as the condition holds. */
async function stickerWhere(world: TestTill, holds: (sticker: Sticker) => boolean): Promise<Sticker> {
  const { promise, resolve } = Promise.withResolvers<Sticker>();
  const look = async () => {
    const { items } = await world.must("sticker.list", {});
    const found = items.find(holds);
    if (found) resolve(found);
  };
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type === "stickers.changed") void look();
  });
  try {
    await look();
    return await promise;
  } finally {
    unsubscribe();
  }
}

const scanMessage = async (world: TestTill, link: string, customer?: string) =>
  ((await world.phone.scan(link, customer)).body as { text: string | null }).text;

const ready = (world: TestTill) => world.till.terminal().scanFirst.ready;

describe("a sticker scan", () => {
  it("before any sale belongs to the next one, with the message that the customer got", async () => {
    const { world, link } = await tillWithSticker();
    await using _ = world;
    const text = (await scanMessage(world, link)) ?? "";
    const { ready: waiting } = (await world.waitForTerminal(({ scanFirst }) => scanFirst.ready !== null)).scanFirst;
    const words = matchWords(waiting?.wordsOf ?? "", "en");
    expect(text).toContain(words);
    const started = await world.must("payment.start", SALE);
    expect(started.qr).toBeNull();
    expect(matchWords(started.posTid, "en")).toBe(words);
    expect(ready(world)).toBeNull();
    const { tid } = await world.waitForPayment(started.posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await world.phone.approve(tid ?? "");
    expect((await world.waitForPhase(started.posTid, "captured")).capturedTotal).toBe(5000);
    // The next sale but one shows its code again.
    expect((await world.must("payment.start", SALE)).qr?.kind).toBe("shortlink");
  });

  it("belongs to the only open sale, and the customer of a second scan must wait", async () => {
    const { world, link } = await tillWithSticker();
    await using _ = world;
    const { posTid } = await world.must("payment.start", SALE);
    expect(await scanMessage(world, link)).toContain(matchWords(posTid, "en"));
    expect(await scanMessage(world, link, OTHER)).toMatch(/^Another customer is being served/);
    const { tid } = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "captured");
    expect(ready(world)).toBeNull();
  });

  it("belongs to neither of two open sales, and a second scan before a sale waits, too", async () => {
    const { world, link } = await tillWithSticker();
    await using _ = world;
    expect(await scanMessage(world, link)).toMatch(/^Connected to/);
    expect(await scanMessage(world, link, OTHER)).toMatch(/^Another customer is being served/);
    await world.must("scan.forget", {});
    const first = await world.must("payment.start", SALE);
    const second = await world.must("payment.start", SALE);
    expect(await scanMessage(world, link)).toMatch(/^Several customers are being served/);
    for (const { posTid } of [first, second])
      expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "draft", tid: null });
  });

  it("belongs to the next customer, whatever is still open of an abandoned sale", async () => {
    const { world, clock, link } = await tillWithSticker();
    await using _ = world;
    const { posTid: left } = await world.startWaiting("SALE", 100);
    await world.must("payment.leave", { posTid: left });
    clock.pass(5000);
    expect(await scanMessage(world, link, OTHER)).toMatch(/^Connected to/);
    await world.must("scan.forget", {});
    const { posTid } = await world.must("payment.start", SALE);
    expect(await scanMessage(world, link)).toContain(matchWords(posTid, "en"));
  });

  it("is cleared by a key, after a minute, at sign-out, and by a sale for another customer", async () => {
    const { world, clock, link } = await tillWithSticker();
    await using _ = world;
    const storedScan = async () => {
      await world.phone.scan(link);
      await world.waitForTerminal(({ scanFirst }) => scanFirst.ready !== null);
    };
    await storedScan();
    expect((await world.must("scan.forget", {})).ready).toBeNull();
    await storedScan();
    clock.pass(61_000);
    await world.waitForTerminal(({ scanFirst }) => scanFirst.ready === null);
    await storedScan();
    await world.must("staff.signOut", {});
    expect(ready(world)).toBeNull();
    await storedScan();
    await world.must("payment.start", { ...SALE, customer: { kind: "phone", value: OTHER } });
    expect(ready(world)).toBeNull();
  });

  it("may be lost when the till stops, and never belongs to another sale", async () => {
    const { world, clock, link } = await tillWithSticker();
    await using _ = world;
    await world.phone.scan(link);
    expect(ready(world)).not.toBeNull();
    await world.restart();
    expect(ready(world)).toBeNull();
    const { posTid } = await world.must("payment.start", SALE);
    clock.pass(5000);
    // The service repeats the same scan, and the scan's time still counts.
    const sent = world.sandbox.callbacks().filter(({ event }) => event === "shortlink_scanned");
    expect(sent).toHaveLength(1);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "draft", tid: null });
  });

  it("leaves no plain token in the database or in window events", async () => {
    const { world, link } = await tillWithSticker();
    await using _ = world;
    const { scanToken } = (await world.phone.scan(link)).body as { scanToken: string };
    await world.waitForTerminal(({ scanFirst }) => scanFirst.ready !== null);
    expect(world.database.serialize().includes(scanToken)).toBe(false);
    expect(JSON.stringify(world.events)).not.toContain(scanToken);
  });
});

describe("a till without a receiver", () => {
  it("polls its stickers while a sale is open, and accepts the scan", async () => {
    const { world, link } = await tillWithSticker({ callbacks: false });
    await using _ = world;
    const { posTid } = await world.must("payment.start", SALE);
    await world.phone.scan(link);
    const { tid } = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "captured");
  });

  it("polls nothing without a prepared sale, and polls once one is prepared", async () => {
    const { world, clock, link } = await tillWithSticker({ callbacks: false });
    await using _ = world;
    await world.phone.scan(link);
    clock.pass(20_000);
    expect(ready(world)).toBeNull();
    await world.must("scan.expect", {});
    const terminal = await world.waitForTerminal(({ scanFirst }) => scanFirst.ready !== null);
    // Its age counts, not the time of the poll: at most a minute after the scan.
    expect(Date.parse(terminal.scanFirst.ready?.until ?? "") - clock.now()).toBeLessThanOrEqual(40_000);
    expect((await world.must("payment.start", SALE)).qr).toBeNull();
  });
});

describe("a sticker", () => {
  it("is created once, even when the service's response was lost", async () => {
    await using world = await createTestTill({ clock: fastClock(20), provisioning: { locale: "en-GB" } });
    await world.asManager();
    world.sandbox.faults.loseAnswerTo("SHORTLINK");
    const { id } = await world.must("sticker.create", { name: "Door" });
    const { link } = await stickerWhere(world, (each) => each.id === id && each.state === "active");
    const { codes } = await (await fetch(`${world.sandbox.url}/phone/api/codes`)).json();
    expect(codes).toEqual([{ link, label: "Counter 1 · Door" }]);
  });

  it("can be tested: the scan is reported as received, and belongs to no sale", async () => {
    const { world, id, link } = await tillWithSticker();
    await using _ = world;
    const begun = await world.must("sticker.test", { id });
    expect(begun.test).toMatchObject({ arrivedAt: null });
    const { posTid } = await world.must("payment.start", SALE);
    expect(await scanMessage(world, link)).toBe("This sticker works. Nothing was sold.");
    const tested = await stickerWhere(world, ({ test }) => test?.arrivedAt != null);
    expect(tested.lastScanAt).not.toBeNull();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "draft", tid: null });
    // The test is over: the next scan is a customer's.
    expect(await scanMessage(world, link)).toContain(matchWords(posTid, "en"));
  });

  it("can be tested without callbacks", async () => {
    const { world, id, link } = await tillWithSticker({ callbacks: false });
    await using _ = world;
    await world.must("sticker.test", { id });
    await world.phone.scan(link);
    await stickerWhere(world, ({ test }) => test?.arrivedAt != null);
  });

  it("keeps its code under another name, and ends when it is retired", async () => {
    const { world, id, link } = await tillWithSticker();
    await using _ = world;
    for (const name of ["counter", "Counter\ufe0f"])
      expect(await world.call("sticker.create", { name })).toMatchObject({
        ok: false,
        error: { code: "invalid_input", details: { fields: [{ field: "name" }] } },
      });
    expect(await world.must("sticker.rename", { id, name: "Window" })).toMatchObject({ name: "Window", link });
    await world.must("sticker.retire", { id });
    await stickerWhere(world, ({ state }) => state === "retired");
    expect((await world.phone.scan(link)).status).toBe(404);
    expect(await world.call("sticker.test", { id })).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    const { items } = await world.must("journal.list", { query: "Window" });
    expect(items.map(({ event }) => event)).toEqual(expect.arrayContaining(["sticker.renamed", "sticker.retired"]));
  });

  it("unknown to the service is reported as missing", async () => {
    const { world, id } = await tillWithSticker();
    await using _ = world;
    const shortlink = world.database.prepare("SELECT shortlink_id FROM sticker WHERE id = ?").pluck().get(id);
    await world.restart(async () => {
      const merchant = merchantClient(world.sandbox.provision({ user: "office" }));
      expect((await merchant.delete(`/shortlink/${shortlink}/`)).status).toBe(204);
    });
    await world.asManager();
    await stickerWhere(world, (each) => each.id === id && each.state === "gone");
  });

  it("gets the new callback address after a restart", async () => {
    const { world, clock, link } = await tillWithSticker();
    await using _ = world;
    await world.restart();
    clock.pass(5000);
    // Its port has changed, and the service is updated automatically.
    await world.asManager();
    await world.must("payment.start", SALE);
    const { posTid } = await world.must("payment.list", {}).then(({ items }) => items[0] ?? { posTid: "" });
    await vi.waitFor(async () => expect(await scanMessage(world, link)).toContain(matchWords(posTid, "en")), 60_000);
  });

  it("requires the owner", async () => {
    await using world = await createTestTill();
    for (const [name, input] of [
      ["sticker.list", {}],
      ["sticker.create", { name: "Door" }],
      ["sticker.retire", { id: "X" }],
    ] as const)
      expect(await world.call(name, input)).toMatchObject({ ok: false, error: { code: "not_allowed" } });
    await world.asManager();
    for (let made = 0; made < MAX_STICKERS; made += 1) await world.must("sticker.create", { name: `Sticker ${made}` });
    expect(await world.call("sticker.create", { name: "One more" })).toMatchObject({
      ok: false,
      error: { code: "limit" },
    });
  });
});
