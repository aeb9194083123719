/** Print requests of registers: lines, receipts, the cash drawer. */
import { describe, expect, it } from "vitest";
import { registerDrawerSchema, registerPrintSchema } from "../../../contract/integration/registers-answers.ts";
import { type FakePrinter, fakePrinter } from "../../support/fake-printer.ts";
import { keyOf, type Register, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import type { TestTill } from "../../support/test-till.ts";

const LINES = {
  lines: [
    { kind: "title", text: "Table 7" },
    { kind: "row", label: "2 x Coffee", value: "90,00" },
    { kind: "rule" },
    { kind: "text", text: "Takk for besøket" },
    { kind: "code", text: "table-7" },
  ],
};
/** The ESC/POS pulse: ESC p, then the pin and the duration. */
const PULSE = Buffer.from([0x1b, 0x70]);

async function shopWith(printer: FakePrinter, settings: object = {}): Promise<TestTill> {
  return createTillWithRegisters({ provisioning: { printer: { ...printer.settings(), ...settings } } });
}

/** Resolves when a print has been printed or has been dropped. */
async function settled(world: TestTill, register: Register, jobId: string) {
  for (;;) {
    // Subscribes before the request, so that no change is missed.
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    const stop = world.till.events.subscribe(({ event }) => {
      if (event.type === "printer.changed") resolve();
    });
    const { body } = await register.get(`/print/${jobId}`);
    const isOver = body.state !== "queued" && body.state !== "sending";
    if (!isOver) await changed;
    stop();
    if (isOver) return body;
  }
}

describe("a register's print", () => {
  it("prints once per key, however often it is requested, and is marked as a test", async () => {
    await using printer = await fakePrinter();
    await using world = await shopWith(printer);
    const register = registerAt(world, keyOf("a"));
    const key = { "idempotency-key": "table 7" };
    const first = await register.post("/print", LINES, key);
    expect(first).toMatchObject({ status: 202, body: { state: "queued", problem: null } });
    expect(registerPrintSchema.strict().parse(first.body)).toEqual(first.body);
    expect(await register.post("/print", LINES, key)).toMatchObject({ status: 202, body: first.body });
    expect(await register.post("/print", { lines: [{ kind: "rule" }] }, key)).toMatchObject({ status: 409 });
    expect(await settled(world, register, first.body.jobId)).toMatchObject({ state: "done" });
    expect(printer.papers).toHaveLength(1);
    const text = printer.papers[0]?.lines.map((line) => line.text).join("\n") ?? "";
    for (const words of ["Table 7", "2 x Coffee", "90,00", "Takk for besøket"]) expect(text).toContain(words);
    expect(text).toMatch(/test/i);
    expect(printer.bytes.includes(PULSE)).toBe(false);
  });

  it("requires the right to sell, printable lines, and a printer", async () => {
    await using world = await createTillWithRegisters();
    expect(await registerAt(world, keyOf("reader")).post("/print", LINES)).toMatchObject({ status: 403 });
    const register = registerAt(world, keyOf("a"));
    expect(await register.post("/print", { lines: [{ kind: "text", text: "a\u001bb" }] })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: "lines[0].text" }] } },
    });
    expect(await register.post("/print", LINES)).toMatchObject({
      status: 409,
      body: { details: { because: { code: "print_no_printer" } } },
    });
    expect(await register.get("/print/nothing")).toMatchObject({ status: 404 });
  });

  it("has at most four codes, and at most twenty prints of a register wait", async () => {
    await using printer = await fakePrinter();
    await using world = await shopWith(printer);
    await printer.switchOff();
    const register = registerAt(world, keyOf("a"));
    const codes = (count: number) => ({ lines: Array.from({ length: count }, () => ({ kind: "code", text: "x" })) });
    expect(await register.post("/print", codes(5))).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: "lines" }] } },
    });
    for (let number = 0; number < 20; number += 1)
      expect((await register.post("/print", codes(number === 0 ? 4 : 1))).status).toBe(202);
    expect(await register.post("/print", LINES)).toMatchObject({
      status: 422,
      body: { code: "limit", details: { because: { code: "register_prints_waiting" } } },
    });
    const other = await registerAt(world, keyOf("b")).post("/print", LINES);
    expect(other.status).toBe(202);
    await printer.switchOn();
    await settled(world, registerAt(world, keyOf("b")), other.body.jobId);
    expect((await register.post("/print", LINES)).status).toBe(202);
  });

  it("of a receipt requires a readable payment that has a receipt", async () => {
    await using printer = await fakePrinter();
    await using world = await shopWith(printer);
    const { posTid } = await world.pay("SALE", 5000);
    const register = registerAt(world, keyOf("seller"));
    await register.post("/payments", { reference: "own", action: "SALE", amount: 100 });
    expect(await register.post("/payments/own/receipt")).toMatchObject({ status: 409 });
    expect(await registerAt(world, keyOf("b")).post("/payments/none/receipt")).toMatchObject({ status: 404 });
    const begun = await registerAt(world, keyOf("b")).post("/payments", {
      reference: "paid",
      action: "SALE",
      amount: 700,
      customer: { kind: "phone", value: "4791234567" },
    });
    const { tid } = await world.waitForPayment(begun.body.posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(begun.body.posTid, "captured");
    expect(await register.post("/payments/paid/receipt")).toMatchObject({ status: 403 });
    const printed = await registerAt(world, keyOf("a")).post("/payments/paid/receipt");
    expect(printed).toMatchObject({ status: 200, body: { posTid: begun.body.posTid } });
    expect((await world.must("receipt.get", { posTid: begun.body.posTid })).prints).toBeGreaterThan(0);
    expect(posTid).not.toBe(begun.body.posTid);
  });
});

describe("the cash drawer", () => {
  it("opens on a register's request, prints nothing, and the journal records the register", async () => {
    await using printer = await fakePrinter();
    await using world = await shopWith(printer, { drawer: true });
    const opened = await registerAt(world, keyOf("a")).post("/drawer");
    expect(opened).toMatchObject({ status: 200 });
    expect(registerDrawerSchema.strict().parse(opened.body)).toEqual(opened.body);
    expect(printer.bytes.includes(PULSE)).toBe(true);
    expect(printer.papers.flatMap(({ lines }) => lines)).toEqual([]);
    await world.asManager();
    const { items } = await world.must("journal.list", { limit: 20 });
    expect(items.find(({ event }) => event === "drawer.asked")).toMatchObject({ person: "Register A" });
  });

  it("stays shut without the right, a drawer or a responding printer, and does not open later", async () => {
    await using printer = await fakePrinter();
    await using world = await shopWith(printer, { drawer: true });
    expect(await registerAt(world, keyOf("reader")).post("/drawer")).toMatchObject({ status: 403 });
    const register = registerAt(world, keyOf("a"));
    await printer.switchOff();
    expect(await register.post("/drawer")).toMatchObject({
      status: 409,
      body: { details: { because: { code: "register_drawer_shut" } } },
    });
    await printer.switchOn();
    const { body } = await register.post("/print", LINES);
    await settled(world, register, body.jobId);
    expect(printer.bytes.includes(PULSE)).toBe(false);
    await world.asManager();
    const { printer: settings } = await world.must("receipt.settings.get", {});
    await world.must("receipt.settings.set", { printer: { ...settings, drawer: false } as never });
    expect(await register.post("/drawer")).toMatchObject({
      body: { details: { because: { code: "register_no_drawer" } } },
    });
  });
});
