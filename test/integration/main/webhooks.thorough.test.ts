/** Webhooks: messages about payments to other programs, once each, in order, despite failed deliveries. */
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { GIVE_UP_MS } from "../../../main/integration/webhooks/sender.ts";
import { type FastClock, fastClock } from "../../support/fast-clock.ts";
import { filesIn, leaksIn } from "../../support/leaks.ts";
import { keyOf, REGISTERS, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import type { TestTill, TestTillOptions } from "../../support/test-till.ts";
import { type ReceivedMessage, startWebhookReceiver, type WebhookReceiver } from "../../support/webhook-receiver.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const SALE = { reference: "r1", action: "SALE", amount: 14_900 };

const paymentOf = ({ json }: ReceivedMessage) => json.data.payment;
const phases = (messages: readonly ReceivedMessage[]) => messages.map((message) => paymentOf(message).phase);
/** Returns the accepted messages. */
const acceptedOf = (messages: readonly ReceivedMessage[]) => messages.filter(({ status }) => status < 300);
const has = (phase: string) => (messages: readonly ReceivedMessage[]) => phases(acceptedOf(messages)).includes(phase);

function tillWith({ url }: WebhookReceiver, options: TestTillOptions & { register?: string } = {}): Promise<TestTill> {
  const webhooks = [{ url, secret: SECRET, register: options.register ?? null }];
  const registers = { listen: "127.0.0.1:0", clients: REGISTERS, webhooks };
  return createTillWithRegisters({ ...options, provisioning: { registers, ...options.provisioning } });
}

/** A till whose retries after minutes take a second. */
function fastTillWith(receiver: WebhookReceiver, options = {}): Promise<TestTill> & { clock: FastClock } {
  const clock = fastClock(60);
  return Object.assign(tillWith(receiver, { clock, ...options }), { clock });
}

async function viewOf(world: TestTill) {
  await world.asManager();
  const { webhooks } = await world.must("register.list", {});
  return webhooks;
}

describe("a webhook", () => {
  it("receives every payment in messages that the scheme's own library verifies", async () => {
    await using receiver = await startWebhookReceiver();
    await using world = await tillWith(receiver);
    const { posTid } = await world.pay("SALE", 14_900);
    const messages = await receiver.until(has("captured"));
    for (const { headers, body, json } of messages) {
      expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(json);
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const mac = createHmac("sha256", Buffer.alloc(24, 7)).update(signed).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${mac}`);
      expect(json).toMatchObject({ type: "payment.changed", data: { payment: { posTid, permission: null } } });
    }
    const ids = messages.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(phases(messages).at(-1)).toBe("captured");
  });

  it("of a register receives only that register's payments", async () => {
    await using receiver = await startWebhookReceiver();
    await using world = await tillWith(receiver, { register: "Register A" });
    await registerAt(world, keyOf("b")).post("/payments", { ...SALE, reference: "of b" });
    await registerAt(world, keyOf("a")).post("/payments", SALE);
    const messages = await receiver.until((all) => all.length > 0);
    expect(messages.map((message) => paymentOf(message).reference)).toEqual(messages.map(() => "r1"));
  });

  it("gets refused messages again under the same id, and those that followed, also after a restart", async () => {
    await using receiver = await startWebhookReceiver();
    const starting = fastTillWith(receiver);
    await using world = await starting;
    receiver.answer = () => ({ status: 500 });
    const { body } = await registerAt(world, keyOf("a")).post("/payments", SALE);
    const refused = await receiver.until((all) => all.length >= 3);
    expect(new Set(refused.map(({ headers }) => headers["webhook-id"])).size).toBeLessThan(refused.length);
    expect(await viewOf(world)).toMatchObject([{ behind: 1, detail: "500", lastAt: null }]);
    await world.restart(async () => {
      receiver.answer = () => ({ status: 200 });
    });
    await receiver.until(has("draft"));
    // The code may have expired by the fast clock: then it is aborted already.
    await registerAt(world, keyOf("a")).post("/payments/r1/abort", {});
    await world.waitForPhase(body.posTid, "aborted");
    await receiver.until(has("aborted"));
    // The till has yet to read the receiver's last response.
    await expect.poll(() => viewOf(world)).toMatchObject([{ state: "current", behind: 0, detail: null }]);
  });

  it("that refuses one message receives the others, and that payment's messages in order", async () => {
    await using receiver = await startWebhookReceiver();
    const starting = fastTillWith(receiver);
    await using world = await starting;
    let isPoisoned = true;
    receiver.answer = ({ json }) => ({ status: isPoisoned && json.data.payment.reference === "bad" ? 400 : 200 });
    const register = registerAt(world, keyOf("a"));
    await register.post("/payments", { ...SALE, reference: "bad" });
    await receiver.until((all) => all.some(({ status }) => status === 400));
    await register.post("/payments", { ...SALE, reference: "good" });
    await receiver.until((all) => acceptedOf(all).some((message) => paymentOf(message).reference === "good"));
    const { body } = await register.post("/payments/bad/abort", {});
    await world.waitForPhase(body.posTid, "aborted");
    isPoisoned = false;
    await receiver.until(has("aborted"));
    const ofBad = acceptedOf(receiver.messages).filter((message) => paymentOf(message).reference === "bad");
    expect(phases(ofBad).at(-1)).toBe("aborted");
  });

  it("that refuses one message for days while it accepts others no longer gets it, which is journalled", async () => {
    await using receiver = await startWebhookReceiver();
    const starting = fastTillWith(receiver);
    await using world = await starting;
    receiver.answer = ({ json }) => ({ status: json.data.payment.reference === "bad" ? 400 : 200 });
    const register = registerAt(world, keyOf("a"));
    await register.post("/payments", { ...SALE, reference: "bad" });
    await receiver.until((all) => all.some(({ status }) => status === 400));
    await register.post("/payments", { ...SALE, reference: "good" });
    await receiver.until((all) => acceptedOf(all).length > 0);
    starting.clock.pass(GIVE_UP_MS);
    const tries = receiver.messages.length;
    await receiver.until((all) => all.slice(tries).some((message) => paymentOf(message).reference === "bad"));
    await world.asManager();
    const { items } = await world.must("journal.list", { limit: 50 });
    expect(items.map(({ event }) => event)).toContain("webhook.givenUp");
  });

  it("that returns 410 receives nothing more until a test succeeds", async () => {
    await using receiver = await startWebhookReceiver();
    await using world = await tillWith(receiver);
    receiver.answer = () => ({ status: 410 });
    const register = registerAt(world, keyOf("a"));
    await register.post("/payments", SALE);
    await receiver.until((all) => all.length === 1);
    await register.post("/payments", { ...SALE, reference: "r2" });
    const [webhook] = await viewOf(world);
    expect(webhook).toMatchObject({ state: "ended", detail: "410" });
    const { findings, webhooks } = await world.must("diagnostics.health", {});
    expect(findings.webhooks).toMatchObject({ code: "webhooks_ended" });
    expect(webhooks).toMatchObject({ number: 1, state: "ended" });
    expect(receiver.messages).toHaveLength(1);
    receiver.answer = () => ({ status: 204 });
    const { id } = webhook as { id: string };
    expect(await world.must("register.testWebhook", { id })).toEqual({ taken: true, detail: "204" });
    await receiver.until((all) => acceptedOf(all).filter(({ json }) => json.type === "payment.changed").length >= 2);
  });

  it("follows no redirect, and is retried after its requested delay", async () => {
    await using receiver = await startWebhookReceiver();
    await using elsewhere = await startWebhookReceiver();
    const starting = fastTillWith(receiver);
    await using world = await starting;
    receiver.answer = () => ({ status: 302, headers: { location: elsewhere.url, "retry-after": "120" } });
    await registerAt(world, keyOf("a")).post("/payments", SALE);
    await receiver.until((all) => all.length === 1);
    const before = starting.clock.monotonic();
    await receiver.until((all) => all.length === 2);
    expect(starting.clock.monotonic() - before).toBeGreaterThan(100_000);
    expect(elsewhere.messages).toEqual([]);
  });
});

describe("the owner's webhooks", () => {
  it("get a secret that is shown once, are tested, renewed and removed, and end with their register", async () => {
    await using receiver = await startWebhookReceiver();
    await using world = await createTillWithRegisters();
    const { url } = receiver;
    expect(await world.call("register.addWebhook", { url, register: null })).toMatchObject({
      error: { code: "not_allowed" },
    });
    await world.asManager();
    const added = await world.must("register.addWebhook", { url, register: "Seller" });
    const { id } = added.webhook;
    expect(await world.call("register.addWebhook", { url, register: null })).toMatchObject({
      error: { details: { fields: [{ field: "url" }] } },
    });
    for (const bad of ["http://shop.example/", "https://user:secret@shop.example/", "ftp://shop.example/"])
      expect(await world.call("register.addWebhook", { url: bad, register: null })).toMatchObject({
        error: { code: "invalid_input", details: { fields: [{ field: "url" }] } },
      });
    expect(await world.must("register.testWebhook", { id })).toEqual({ taken: true, detail: "204" });
    const { headers, body } = receiver.messages[0] as ReceivedMessage;
    new Webhook(added.secret).verify(body, headers as Record<string, string>);
    const renewed = await world.must("register.renewWebhook", { id });
    await world.must("register.testWebhook", { id });
    const second = receiver.messages[1] as ReceivedMessage;
    new Webhook(renewed.secret).verify(second.body, second.headers as Record<string, string>);
    expect(() => new Webhook(added.secret).verify(second.body, second.headers as Record<string, string>)).toThrow();
    const { items, webhooks } = await world.must("register.list", {});
    expect(JSON.stringify(webhooks)).not.toContain("whsec");
    await world.must("register.revoke", { id: items.find(({ name }) => name === "Seller")?.id ?? "" });
    expect((await world.must("register.list", {})).webhooks).toEqual([]);
    expect(await world.call("register.removeWebhook", { id })).toMatchObject({ error: { code: "illegal_state" } });
  });

  it("store their secrets in the vault only", async () => {
    await using receiver = await startWebhookReceiver();
    const lines: string[] = [];
    const starting = fastTillWith(receiver, { log: { write: (line: string) => void lines.push(line) } });
    await using world = await starting;
    receiver.answer = () => ({ status: 500 });
    await world.asManager();
    const { secret } = await world.must("register.addWebhook", { url: `${receiver.url}/other`, register: null });
    await registerAt(world, keyOf("a")).post("/payments", SALE);
    await receiver.until((all) => all.length >= 3);
    const bundle = await world.must("diagnostics.bundle", {});
    expect(bundle.bytes).toBeGreaterThan(0);
    world.database.pragma("wal_checkpoint(TRUNCATE)");
    expect(
      leaksIn(
        filesIn(world.folder),
        [SECRET, secret].map((value) => ({ what: "secret", value })),
      ),
    ).toEqual([]);
    expect(lines.join("")).toContain("a webhook is not accepting events");
    expect(lines.join("")).not.toContain(secret.slice("whsec_".length));
    expect(lines.join("")).not.toContain(SECRET.slice("whsec_".length));
  });
});
