/** Register management by the owner: created, changed and revoked. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { keyOf, REGISTERS, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const NEW = { name: "Shop floor", rights: ["sell" as const], refundLimit: null };
const SALE = { reference: "r1", action: "SALE", amount: 100 };

/** Opens a register's event stream. */
const listening = ({ till }: TestTill, key: string) =>
  fetch(`${till.registersUrl()}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } });

describe("the owner's registers", () => {
  it("can be seen and changed by the owner only", async () => {
    await using world = await createTillWithRegisters();
    for (const [command, input] of [
      ["register.list", {}],
      ["register.add", NEW],
      ["register.change", { id: "x", refundLimit: 0 }],
      ["register.revoke", { id: "x" }],
    ] as const)
      expect(await world.call(command, input)).toMatchObject({ error: { code: "not_allowed" } });
    await world.asManager();
    const { items, url } = await world.must("register.list", {});
    expect(items.map(({ name }) => name)).toEqual(REGISTERS.map(({ name }) => name).sort());
    expect(url).toBe(world.till.registersUrl());
    expect(JSON.stringify(items)).not.toContain("hash");
  });

  it("get a key that is shown once, sell with it, and are listed", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const { register, key } = await world.must("register.add", NEW);
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(register.lastSeenAt).toBeNull();
    expect(await registerAt(world, key).post("/payments", SALE)).toMatchObject({
      status: 201,
      body: { register: NEW.name },
    });
    const { items } = await world.must("register.list", {});
    expect(items.find(({ id }) => id === register.id)?.lastSeenAt).toEqual(expect.any(String));
    for (const [name, code] of [
      ["shop FLOOR", "field_register_name_once"],
      ["Folder", "field_register_name_folder"],
    ] as const)
      expect(await world.call("register.add", { ...NEW, name })).toMatchObject({
        error: { code: "invalid_input", details: { fields: [{ field: "name", because: { code } }] } },
      });
    await world.restart();
    expect(await registerAt(world, key).post("/payments", SALE)).toMatchObject({ status: 200 });
  });

  it("use their changed rights from the next request, and none once they are revoked", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const { register, key } = await world.must("register.add", { ...NEW, rights: ["read"] });
    const { id } = register;
    expect(await registerAt(world, key).post("/payments", SALE)).toMatchObject({ status: 403 });
    await world.must("register.change", { id, rights: ["sell"] });
    expect(await registerAt(world, key).post("/payments", SALE)).toMatchObject({ status: 201 });
    await world.must("register.change", { id, rights: ["read"] });
    const ended = (await listening(world, key)).text();
    await world.must("register.revoke", { id });
    expect(await ended).toContain("retry:");
    expect(await registerAt(world, key).get("/payments")).toMatchObject({ status: 401 });
    expect(await world.call("register.revoke", { id })).toMatchObject({ error: { code: "illegal_state" } });
    const { items } = await world.must("journal.list", { limit: 50 });
    expect(items.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["register.added", "register.changed", "register.revoked"]),
    );
  });

  it("move no money once they are revoked, even when a request's body was being sent", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const { register, key } = await world.must("register.add", NEW);
    const asked = request(`${world.till.registersUrl()}/api/v1/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", expect: "100-continue" },
    });
    const answered = once(asked, "response") as Promise<[IncomingMessage]>;
    asked.flushHeaders();
    await once(asked, "continue");
    await world.must("register.revoke", { id: register.id });
    asked.end(JSON.stringify(SALE));
    const [answer] = await answered;
    expect(answer.resume().statusCode).toBe(401);
    expect((await world.must("payment.list", {})).items).toEqual([]);
  });

  it("receive no events once their right to read is withdrawn", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const { register, key } = await world.must("register.add", { ...NEW, rights: ["read", "sell"] });
    const ended = (await listening(world, key)).text();
    await world.must("register.change", { id: register.id, rights: ["sell"] });
    expect(await ended).toContain("retry:");
  });

  it("hold at most four event streams, and leave the others to other registers", async () => {
    await using world = await createTillWithRegisters();
    const all = await Promise.all([1, 2, 3, 4].map(() => listening(world, keyOf("a"))));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await listening(world, keyOf("a"));
    expect([fifth.status, fifth.headers.get("retry-after")]).toEqual([503, "5"]);
    const others = await listening(world, keyOf("b"));
    expect(others.status).toBe(200);
    await all[0]?.body?.cancel();
    await vi.waitFor(async () => expect((await listening(world, keyOf("a"))).status).toBe(200), 60_000);
  });

  it("that were revoked stay revoked after the next start, even when the file names them", async () => {
    await using world = await createTillWithRegisters();
    await world.asManager();
    const { items } = await world.must("register.list", {});
    await world.must("register.revoke", { id: items.find(({ name }) => name === "Register A")?.id ?? "" });
    await world.restart();
    expect(await registerAt(world, keyOf("a")).get("/payments")).toMatchObject({ status: 401 });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    expect((await world.must("register.list", {})).items).toHaveLength(REGISTERS.length - 1);
  });

  it("can be created before anything listens for them", async () => {
    await using world = await createTestTill();
    await world.asManager();
    expect(await world.must("register.list", {})).toEqual({ items: [], url: null, certificate: null, webhooks: [] });
    await world.must("register.add", NEW);
    expect((await world.must("register.list", {})).items).toHaveLength(1);
  });
});
