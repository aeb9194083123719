/**
 * Messages and questions of registers on the customer screen: when they are shown, their priority, and who may answer.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { registerScreenSchema } from "../../../contract/integration/registers-answers.ts";
import { createTillWithPages } from "../../support/customer-page.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { filesIn, leaksIn } from "../../support/leaks.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";

const TEXT = { kind: "text", title: "Welcome", text: "Table 7 is yours" };
const QUESTION = { kind: "question", text: "Would you like a bag?" };
const CODE = { kind: "code", title: "Join the club", text: "https://shop.example/club" };

describe("a register's message on the customer screen", () => {
  it("is shown when a screen is open, and is answered there by its customer only", async () => {
    await using till = await createTillWithPages();
    const { world } = till;
    await using page = await till.open();
    const register = registerAt(world, keyOf("a"));
    const asked = await register.post("/screen", QUESTION);
    expect(asked).toMatchObject({ status: 202, body: { state: "waiting", answer: null } });
    expect(registerScreenSchema.strict().parse(asked.body)).toEqual(asked.body);
    const { screenId } = asked.body;
    const shown = await till.shown(({ state }) => state === "message");
    expect(shown.message).toEqual({ ...QUESTION, screenId, title: null, answer: null });
    expect(await register.get(`/screen/${screenId}`)).toMatchObject({ status: 200, body: { state: "shown" } });
    // Neither the till's own window nor an answer to another screen is accepted.
    expect(await world.call("display.answer", { screenId, answer: "yes" })).toMatchObject({
      error: { code: "not_allowed" },
    });
    expect(await page.answer("AAAAAAAAAAAA", "yes")).toMatchObject({ error: { code: "illegal_state" } });
    expect(await page.answer(screenId, "maybe" as "yes")).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "answer" }] } },
    });
    expect(await page.answer(screenId, "no")).toMatchObject({ ok: true });
    const answered = await register.get(`/screen/${screenId}`);
    expect(answered).toMatchObject({ body: { screenId, state: "answered", answer: "no" } });
    expect(registerScreenSchema.strict().parse(answered.body)).toEqual(answered.body);
    expect(await page.answer(screenId, "yes")).toMatchObject({
      error: { details: { because: { code: "screen_not_asked" } } },
    });
    await world.restart();
    expect(await registerAt(world, keyOf("a")).get(`/screen/${screenId}`)).toMatchObject({ body: answered.body });
  });

  it("is refused when no screen is open, with advice", async () => {
    await using world = await createTillWithRegisters();
    expect(await registerAt(world, keyOf("a")).post("/screen", TEXT)).toMatchObject({
      status: 409,
      body: {
        code: "illegal_state",
        details: { because: { code: "screen_none_open" } },
        message: expect.stringContaining("Open it"),
      },
    });
  });

  it("is shown once per key, in the requested language", async () => {
    await using till = await createTillWithPages();
    await using _page = await till.open();
    const register = registerAt(till.world, keyOf("a"));
    const key = { "idempotency-key": "club" };
    const first = await register.post("/screen", { ...CODE, language: "fi" }, key);
    expect(await till.shown(({ message }) => message !== null)).toMatchObject({ language: "fi", message: CODE });
    expect(await register.post("/screen", { ...CODE, language: "fi" }, key)).toMatchObject({
      status: 202,
      body: first.body,
    });
    expect(await register.post("/screen", TEXT, key)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await till.shown(() => true)).message?.screenId).toBe(first.body.screenId);
  });

  it("requires the right to sell, and names invalid fields", async () => {
    await using till = await createTillWithPages();
    await using _page = await till.open();
    expect(await registerAt(till.world, keyOf("reader")).post("/screen", TEXT)).toMatchObject({ status: 403 });
    const register = registerAt(till.world, keyOf("a"));
    for (const [body, field] of [
      [{ kind: "video", text: "x" }, "kind"],
      [{ ...TEXT, text: "x".repeat(201) }, "text"],
      [{ ...TEXT, text: "a\u001bb" }, "text"],
      [{ ...TEXT, title: "x".repeat(61) }, "title"],
      [{ ...TEXT, seconds: 301 }, "seconds"],
      [{ ...TEXT, language: "xx" }, "language"],
      [{ ...CODE, text: "x".repeat(301) }, "text"],
      [{ ...TEXT, html: true }, "html"],
    ] as const)
      expect(await register.post("/screen", body)).toMatchObject({
        status: 400,
        body: { details: { fields: [{ field }] } },
      });
    expect((await till.shown(() => true)).state).toBe("idle");
  });

  it("belongs to its register: replaced by its next message, withdrawn by it, and hidden from others", async () => {
    await using till = await createTillWithPages();
    await using _page = await till.open();
    const [a, b] = ["a", "b"].map((name) => registerAt(till.world, keyOf(name)));
    if (a === undefined || b === undefined) throw new Error("no registers");
    const first = (await a.post("/screen", TEXT)).body.screenId;
    const second = (await a.post("/screen", QUESTION)).body.screenId;
    expect(await a.get(`/screen/${first}`)).toMatchObject({ body: { state: "replaced" } });
    const others = (await b.post("/screen", TEXT)).body.screenId;
    expect(await b.get(`/screen/${others}`)).toMatchObject({ body: { state: "waiting" } });
    for (const refused of [
      await b.get(`/screen/${second}`),
      await b.delete(`/screen/${second}`),
      await a.get("/screen/x"),
    ])
      expect(refused).toMatchObject({ status: 404, body: { details: { because: { code: "screen_none" } } } });
    expect(await a.delete(`/screen/${second}`)).toMatchObject({ status: 200, body: { state: "withdrawn" } });
    expect(await a.delete(`/screen/${second}`)).toMatchObject({ status: 200, body: { state: "withdrawn" } });
    expect(await a.delete(`/screen/${first}`)).toMatchObject({ status: 200, body: { state: "replaced" } });
    expect(await till.shown(({ message }) => message?.screenId === others)).toMatchObject({ state: "message" });
  });

  it("never covers a payment: it waits for the payment's end, and closes when one starts", async () => {
    const clock = fastClock(1);
    await using till = await createTillWithPages({ clock });
    const { world } = till;
    await using page = await till.open();
    const register = registerAt(world, keyOf("a"));
    const { body } = await register.post("/screen", QUESTION);
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 4900 });
    expect(await till.shown(({ amount }) => amount === 4900)).toMatchObject({ message: null });
    expect(await register.get(`/screen/${body.screenId}`)).toMatchObject({ body: { state: "replaced" } });
    expect(await page.answer(body.screenId, "yes")).toMatchObject({ error: { code: "illegal_state" } });
    const next = (await register.post("/screen", { ...TEXT, seconds: 5 })).body.screenId;
    expect(await register.get(`/screen/${next}`)).toMatchObject({ body: { state: "waiting" } });
    await world.must("payment.abort", { posTid });
    await till.shown(({ state }) => state === "not_paid");
    expect(await register.get(`/screen/${next}`)).toMatchObject({ body: { state: "waiting" } });
    clock.pass(15_000);
    await till.shown(({ state }) => state === "message");
    clock.pass(5000);
    await till.shown(({ state }) => state === "idle");
    expect(await register.get(`/screen/${next}`)).toMatchObject({ body: { state: "expired" } });
  });

  it("waits while a cashier keys in a sale or the screen is away, for two minutes at most", async () => {
    const clock = fastClock(1);
    await using till = await createTillWithPages({ clock });
    const { world } = till;
    await using page = await till.open();
    const register = registerAt(world, keyOf("a"));
    const state = async (screenId: string) => (await register.get(`/screen/${screenId}`)).body.state;
    await world.must("display.typing", { typing: true });
    const typed = (await register.post("/screen", TEXT)).body.screenId;
    expect(await state(typed)).toBe("waiting");
    await world.must("display.typing", { typing: false });
    expect(await state(typed)).toBe("shown");
    await page[Symbol.asyncDispose]();
    expect(await state(typed)).toBe("waiting");
    {
      await using _again = await till.open();
      expect(await state(typed)).toBe("shown");
    }
    clock.pass(120_000);
    await expect.poll(() => state(typed), { timeout: 60_000 }).toBe("expired");
  });

  it("is one of ten waiting messages at most, and a revoked register has none left", async () => {
    await using till = await createTillWithPages();
    const { world } = till;
    await using _page = await till.open();
    await world.asManager();
    const rights = ["sell" as const];
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        world.must("register.add", { name: `Lane ${index}`, rights, refundLimit: null }),
      ),
    );
    const statuses = [];
    for (const { key } of others) statuses.push((await registerAt(world, key).post("/screen", TEXT)).status);
    expect(statuses).toEqual([...Array(11).fill(202), 422]);
    for (const { register } of others.slice(0, 10)) await world.must("register.revoke", { id: register.id });
    await world.must("register.change", { id: others[10]?.register.id ?? "", rights: ["read"] });
    await till.shown(({ state }) => state === "idle");
  });

  it("stores its text nowhere, and the journal records who showed a code or a question", async () => {
    await using till = await createTillWithPages();
    const { world } = till;
    await using _page = await till.open();
    const register = registerAt(world, keyOf("a"));
    for (const body of [TEXT, QUESTION, CODE]) await register.post("/screen", body, { "idempotency-key": body.kind });
    await till.shown(({ message }) => message?.kind === "code");
    await world.asManager();
    const { items } = await world.must("journal.list", { limit: 20 });
    expect(
      items.filter(({ event }) => event === "screen.asked").map(({ person, values }) => [person, values.kind]),
    ).toEqual([
      ["Register A", "code"],
      ["Register A", "question"],
    ]);
    const words = [TEXT, QUESTION, CODE].map(({ text }) => ({ what: text, value: text }));
    expect(leaksIn(filesIn(world.folder), words)).toEqual([]);
  });

  it("is expired after a restart when it got no answer", async () => {
    await using till = await createTillWithPages();
    await using _page = await till.open();
    const { body } = await registerAt(till.world, keyOf("a")).post("/screen", QUESTION);
    await till.world.restart();
    const register = registerAt(till.world, keyOf("a"));
    expect(await register.get(`/screen/${body.screenId}`)).toMatchObject({ body: { state: "expired", answer: null } });
    expect((await till.world.must("display.get", {})).state).toBe("idle");
  });
});

describe("a register's file", () => {
  it("shows a message, queries its outcome and withdraws it", async () => {
    using folder = temporaryFolder();
    const clock = fastClock(20);
    await using till = await createTillWithPages({ clock, provisioning: { registers: { folder: folder.path } } });
    await using _page = await till.open();
    const into = join(folder.path, "in");
    mkdirSync(into, { recursive: true });
    const ask = async (name: string, content: object) => {
      writeFileSync(join(into, name), JSON.stringify(content));
      const out = join(folder.path, "out", name);
      await expect.poll(() => readFileSync(out, "utf8"), { timeout: 10_000, interval: 20 }).toContain("status");
      return JSON.parse(readFileSync(out, "utf8"));
    };
    const { status, body } = await ask("1.json", { do: "screen", ...TEXT });
    expect([status, body.state]).toEqual([202, "waiting"]);
    const { screenId } = body;
    expect(await ask("2.json", { do: "status", screenId })).toMatchObject({ status: 200, body: { state: "shown" } });
    expect(await ask("3.json", { do: "withdraw", screenId })).toMatchObject({
      status: 200,
      body: { state: "withdrawn" },
    });
  });
});
