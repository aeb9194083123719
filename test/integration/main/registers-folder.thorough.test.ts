/** The folder for registers that can only write files. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../../main/lib/clock.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const SALE = { do: "start", reference: "r1", action: "SALE", amount: 14_900 };

interface Shop extends AsyncDisposable {
  world: TestTill;
  clock: Clock;
  path: string;
  /** Writes a file as a register should, and resolves with the response. */
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON: the test asserts its shape
  ask(name: string, content: unknown): Promise<{ status: number; body: any }>;
}

async function shop(): Promise<Shop> {
  await using cleanup = new AsyncDisposableStack();
  const { path } = cleanup.use(temporaryFolder());
  const clock = fastClock(20);
  const world = cleanup.use(await createTestTill({ clock, provisioning: { registers: { folder: path } } }));
  const resources = cleanup.move();
  return {
    world,
    clock,
    path,
    async ask(name, content) {
      mkdirSync(join(path, "in"), { recursive: true });
      const text = typeof content === "string" ? content : JSON.stringify(content);
      writeFileSync(join(path, `${name}.tmp`), text);
      renameSync(join(path, `${name}.tmp`), join(path, "in", name));
      // A file that left `in` has a response: the till checks once a second of its own clock.
      await expect.poll(() => existsSync(join(path, "in", name)), { timeout: 10_000, interval: 20 }).toBe(false);
      return JSON.parse(readFileSync(join(path, "out", name), "utf8"));
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

describe("a register's file", () => {
  it("is a request, and the response is a file of the same name", async () => {
    await using till = await shop();
    const sold = await till.ask("1.json", SALE);
    expect(sold).toMatchObject({ status: 201, body: { reference: "r1", register: "folder", amount: 14_900 } });
    expect(await till.ask("2.json", { do: "status", reference: "r1" })).toMatchObject({
      status: 200,
      body: { posTid: sold.body.posTid },
    });
    expect(await till.ask("3.json", { do: "abort", reference: "r1" })).toMatchObject({ status: 200 });
    await till.world.waitForPhase(sold.body.posTid, "aborted");
    expect(readdirSync(join(till.path, "out")).sort()).toEqual(["1.json", "2.json", "3.json"]);
  });

  it("is processed once by name, also after a restart, and its refund waits for a user", async () => {
    await using till = await shop();
    const { world } = till;
    const { body } = await till.ask("1.json", { ...SALE, customer: { kind: "phone", value: "4791234567" } });
    const { tid } = await world.waitForPayment(body.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(body.posTid, "captured");
    const refund = { do: "refund", reference: "r1", amount: 100 };
    const first = await till.ask("refund.json", refund);
    expect(first).toMatchObject({ status: 202, body: { refundRequests: [{ amount: 100, state: "waiting" }] } });
    await world.restart();
    expect(await till.ask("refund.json", refund)).toEqual(first);
    expect(await till.ask("refund.json", { ...refund, amount: 200 })).toMatchObject({ status: 409 });
    expect((await till.ask("4.json", { do: "status", reference: "r1" })).body.refundRequests).toHaveLength(1);
    expect(await till.ask("1.json", { ...SALE, customer: { kind: "phone", value: "4791234567" } })).toMatchObject({
      status: 200,
      body: { posTid: body.posTid },
    });
  });

  it("with an error gets a response that names the error, and is never lost", async () => {
    await using till = await shop();
    expect(await till.ask("bad.json", '{"do": "start", ')).toMatchObject({
      status: 400,
      body: { code: "invalid_input", details: { fields: [{ field: "bad.json" }] } },
    });
    expect(await till.ask("null.json", "null")).toMatchObject({ status: 400 });
    expect(await till.ask("do.json", { do: "sell" })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: "do" }] } },
    });
    expect(await till.ask("amount.json", { ...SALE, amount: "1" })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: "amount" }] } },
    });
    mkdirSync(join(till.path, "out", "taken.json"));
    writeFileSync(join(till.path, "in", "taken.json"), JSON.stringify({ do: "status", reference: "r1" }));
    expect(await till.ask("long.json", `"${"x".repeat(70_000)}"`)).toMatchObject({ status: 400 });
    expect((await till.world.must("payment.list", {})).items).toEqual([]);
  });

  it("is ignored when its name is too long for the response's file name", async () => {
    await using till = await shop();
    expect(await till.ask(`${"ø".repeat(122)}.json`, { do: "status", reference: "r1" })).toMatchObject({ status: 404 });
    const name = `${"ø".repeat(125)}.json`;
    writeFileSync(join(till.path, "in", name), JSON.stringify(SALE));
    await till.clock.sleep(4000);
    expect((await till.world.must("payment.list", {})).items).toEqual([]);
    expect(readdirSync(join(till.path, "in"))).toEqual([name]);
  });
});

describe("the register folder", () => {
  it.runIf(process.platform !== "win32")(
    "does not block the till with a FIFO: its window and registers get responses",
    async () => {
      await using till = await shop();
      await till.ask("0.json", { do: "status", reference: "r1" });
      expect(spawnSync("mkfifo", [join(till.path, "in", "1.json")]).status).toBe(0);
      expect(await till.ask("2.json", SALE)).toMatchObject({ status: 201 });
      expect((await till.world.must("payment.list", {})).items).toHaveLength(1);
      expect(readdirSync(join(till.path, "in"))).toEqual(["1.json"]);
    },
  );

  it("does not follow a link next to a response", async () => {
    await using till = await shop();
    const precious = join(till.world.folder, "till.db");
    await till.ask("0.json", { do: "status", reference: "r1" });
    symlinkSync(precious, join(till.path, "out", "1.json.new"));
    expect(await till.ask("1.json", { do: "status", reference: "r1" })).toMatchObject({ status: 404 });
    expect(readFileSync(precious).subarray(0, 15).toString()).toBe("SQLite format 3");
  });

  it.each(["in", "out"])("is not used while %s leads elsewhere, and nothing is accepted", async (name) => {
    await using till = await shop();
    await till.ask("0.json", { do: "status", reference: "r1" });
    const [path, aside] = [join(till.path, name), join(till.path, "aside")];
    renameSync(path, aside);
    // The till's own `vault.json` would be read from there or overwritten.
    symlinkSync(name === "in" ? aside : till.world.folder, path);
    const vault = readFileSync(join(till.world.folder, "vault.json"), "utf8");
    writeFileSync(join(till.path, "in", "vault.json"), JSON.stringify(SALE));
    await till.clock.sleep(4000);
    expect((await till.world.must("payment.list", {})).items).toEqual([]);
    expect(existsSync(join(till.path, "in", "vault.json"))).toBe(true);
    expect(readFileSync(join(till.world.folder, "vault.json"), "utf8")).toBe(vault);
    unlinkSync(path);
    renameSync(aside, path);
    expect(await till.ask("1.json", SALE)).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
  });
});
