import { describe, expect, it } from "vitest";
import type { PrinterView } from "../../../contract/receipts/receipts.ts";
import { RESTORED_AT, settingStore } from "../../../main/storage/database/settings.ts";
import { type FakePrinter, fakePrinter, type PrinterFaults } from "../../support/fake-printer.ts";
import { createTestTill, type TestTill, type TestTillOptions } from "../../support/test-till.ts";

const SHOP = {
  name: "Bakeri Ærlig",
  address: ["Åsveien 12", "0650 Oslo"],
  organisationNumber: "NO 923 609 016 MVA",
};

interface Shop extends AsyncDisposable {
  world: TestTill;
  printer: FakePrinter;
}

/** A test till with a printer. */
async function shop(
  print: "always" | "ask" | "never",
  faults: Partial<PrinterFaults> = {},
  options: TestTillOptions = {},
) {
  await using cleanup = new AsyncDisposableStack();
  const printer = cleanup.use(await fakePrinter(faults));
  const provisioning = {
    shop: SHOP,
    printer: printer.settings(),
    receipt: { print, electronic: false },
    ...options.provisioning,
  };
  const world = cleanup.use(await createTestTill({ ...options, provisioning }));
  const resources = cleanup.move();
  const made: Shop = { world, printer, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  return made;
}

/** Resolves with the printer as soon as the condition holds, now or after a later event. */
async function untilPrinter(world: TestTill, holds: (printer: PrinterView) => boolean): Promise<PrinterView> {
  const { promise, resolve } = Promise.withResolvers<PrinterView>();
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type === "printer.changed" && holds(event.printer)) resolve(event.printer);
  });
  const now = await world.must("printer.get", {});
  if (holds(now)) resolve(now);
  return await promise.finally(unsubscribe);
}

const idle = ({ jobs, state }: PrinterView) => jobs.length === 0 && state === "ready";

function journalled(world: TestTill, event: string): Record<string, unknown>[] {
  return world.database
    .prepare<[string], { data: string; actor: string | null }>(
      "SELECT data, actor FROM journal WHERE event = ? ORDER BY sequence",
    )
    .all(event)
    .map(({ data, actor }) => ({ ...JSON.parse(data), actor }));
}

describe("a receipt on paper", () => {
  it("prints automatically once when a sale is paid, and as a copy on request", async () => {
    await using opened = await shop("always");
    const { world, printer } = opened;
    const payment = await world.pay("SALE", 14_900);
    const [paper] = await printer.printed(1);
    for (const text of ["Bakeri Ærlig", "Åsveien 12", "Org.nr. NO 923 609 016 MVA", "149,00 kr", payment.posTid])
      expect(paper?.text).toContain(text);
    expect(paper?.text).not.toContain("KOPI");
    expect(paper?.codes).toEqual([payment.number]);
    await untilPrinter(world, idle);
    const { job } = await world.must("receipt.print", { posTid: payment.posTid });
    expect(job).toMatchObject({ copy: 1, automatic: false, receipt: { kind: "sale" } });
    const [, copy] = await printer.printed(2);
    expect(copy?.text).toContain("KOPI");
    expect(copy?.text).toMatch(/Original +\d\d\.\d\d\.\d{4}/);
    await untilPrinter(world, idle);
    expect(journalled(world, "receipt.printed")).toMatchObject([
      { kind: "sale", copy: 0, confirmed: true },
      { kind: "sale", copy: 1, confirmed: true },
    ]);
    expect(journalled(world, "receipt.queued")).toMatchObject([{ automatic: true }, { automatic: false }]);
    const view = await world.must("receipt.get", { posTid: payment.posTid });
    expect(view).toMatchObject({ prints: 2, receipt: { copy: { count: 2 } }, job: { state: "done", confirmed: true } });
    expect(printer.problems).toEqual([]);
  });

  it("prints for refunded money", async () => {
    await using opened = await shop("always");
    const { world, printer } = opened;
    const { posTid } = await world.pay("SALE", 14_900);
    await world.asManager();
    await world.must("payment.refund", { posTid, amount: 5000, reason: "Vare returnert" });
    const [, refund] = await printer.printed(2);
    for (const text of ["Returkvittering", "-50,00 kr", "Vare returnert", "Owner"])
      expect(refund?.text).toContain(text);
    expect(refund?.text).not.toContain("KOPI");
  });

  it("prints for every captured part of a reservation, and for the reservation only on request", async () => {
    await using opened = await shop("always");
    const { world, printer } = opened;
    const { posTid } = await world.pay("AUTH", 30_000);
    const { job } = await world.must("receipt.print", { posTid });
    expect(job?.receipt?.kind).toBe("reservation");
    const [slip] = await printer.printed(1);
    expect(slip?.text).toContain("IKKE");
    expect(slip?.text).toContain("Reservert, ikke betalt");
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await printer.printed(2);
    await world.must("payment.capture", { posTid });
    const papers = await printer.printed(3);
    expect(papers.slice(1).map(({ text }) => /Sum betalt +(\S+)/.exec(text)?.[1])).toEqual(["100,00", "200,00"]);
    await untilPrinter(world, idle);
    expect(journalled(world, "receipt.printed").map(({ kind, part }) => [kind, part])).toEqual([
      ["reservation", 0],
      ["capture", 1],
      ["capture", 2],
    ]);
  });

  it("is numbered without gaps, and only when it is issued", async () => {
    await using opened = await shop("ask");
    const { world } = opened;
    const first = await world.pay("SALE", 1000);
    const second = await world.pay("SALE", 2000);
    expect((await world.must("receipt.get", { posTid: first.posTid })).receipt.number).toBeNull();
    const numbers = [];
    for (const { posTid } of [second, first, second])
      numbers.push((await world.must("receipt.print", { posTid, on: "page" })).receipt.number);
    expect(numbers.map((number) => number?.slice(-6))).toEqual(["R00001", "R00002", "R00001"]);
  });

  it("is counted when the window prints it, and the next one is a copy", async () => {
    await using opened = await shop("ask");
    const { world, printer } = opened;
    const { posTid } = await world.pay("SALE", 1000);
    const original = await world.must("receipt.print", { posTid, on: "page" });
    expect(original).toMatchObject({ job: null, receipt: { copy: null } });
    expect(original.html).not.toContain("KOPI");
    const copy = await world.must("receipt.print", { posTid, on: "page" });
    expect(copy.html).toContain("KOPI");
    expect(copy.receipt.issued).toEqual(original.receipt.issued);
    expect(journalled(world, "receipt.printed")).toMatchObject([
      { by: "page", copy: 0 },
      { by: "page", copy: 1 },
    ]);
    expect(printer.papers).toEqual([]);
  });
});

describe("a printer fault", () => {
  it("never delays a sale, and the receipt prints once when the printer is back", async () => {
    await using opened = await shop("always");
    const { world, printer } = opened;
    await printer.switchOff();
    const payment = await world.pay("SALE", 14_900);
    expect(payment.phase).toBe("captured");
    const off = await untilPrinter(world, ({ fault, jobs }) => fault === "unreachable" && jobs.length === 1);
    expect(off.jobs[0]).toMatchObject({ state: "queued", paymentNumber: payment.number, automatic: true });
    // Repeating the request while it waits returns the same print.
    const { job } = await world.must("receipt.print", { posTid: payment.posTid });
    expect(job?.id).toBe(off.jobs[0]?.id);
    await world.restart();
    await printer.switchOn();
    await printer.printed(1);
    await untilPrinter(world, idle);
    await world.restart();
    await untilPrinter(world, idle);
    expect(printer.papers).toHaveLength(1);
    expect(printer.papers[0]?.text).not.toContain("KOPI");
  });

  it("with a thousand waiting jobs lists the oldest and the newest, and counts all", async () => {
    await using world = await createTestTill();
    world.database.exec(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
       INSERT INTO print_job (id, sequence, kind, copy, automatic, bytes, state, due_at, created_at)
       SELECT printf('job %d', n), n, 'test', 0, 1, x'', 'queued', 0, 0 FROM number`,
    );
    const { jobs, waiting } = await world.must("printer.get", {});
    expect([jobs.length, waiting]).toEqual([100, 1000]);
    expect([0, 49, 50, 99].map((at) => jobs[at]?.id)).toEqual(["job 1", "job 50", "job 951", "job 1000"]);
    expect((await world.must("diagnostics.health", {})).printer.waiting).toBe(1000);
  });

  it("during a print needs a user, who reprints or confirms the receipt", async () => {
    await using opened = await shop("always", { cutAfter: 120 });
    const { world, printer } = opened;
    const { posTid } = await world.pay("SALE", 14_900);
    const { jobs } = await untilPrinter(world, (view) => view.jobs.some(({ state }) => state === "unknown"));
    expect(jobs).toMatchObject([{ problem: "interrupted", copy: 0 }]);
    printer.faults.cutAfter = null;
    await world.must("receipt.print", { posTid });
    await untilPrinter(world, idle);
    expect(printer.papers.at(-1)?.text).toContain("KOPI");
    expect(journalled(world, "receipt.unknown")).toHaveLength(1);
    expect(journalled(world, "receipt.looked")).toHaveLength(1);
    printer.faults.cutAfter = 120;
    await world.must("receipt.print", { posTid });
    const again = await untilPrinter(world, (view) => view.jobs.some(({ state }) => state === "unknown"));
    await world.must("printer.cancel", { jobId: again.jobs[0]?.id ?? "" });
    expect((await world.must("printer.get", {})).jobs).toEqual([]);
  });

  it("with a discarded print leaves the next receipt as the original", async () => {
    await using opened = await shop("ask");
    const { world, printer } = opened;
    await printer.switchOff();
    const { posTid } = await world.pay("SALE", 14_900);
    const { job } = await world.must("receipt.print", { posTid });
    await world.must("printer.cancel", { jobId: job?.id ?? "" });
    await printer.switchOn();
    await world.must("receipt.print", { posTid });
    const [paper] = await printer.printed(1);
    expect(paper?.text).not.toContain("KOPI");
    expect(await world.call("printer.cancel", { jobId: "no-such-job" })).toMatchObject({
      error: { code: "not_found" },
    });
  });
});

describe("automatic printing", () => {
  it("prints once, also when the till stops between the payment and the print", async () => {
    await using opened = await shop("always");
    const { world, printer } = opened;
    await printer.switchOff();
    const { posTid } = await world.pay("SALE", 14_900);
    await untilPrinter(world, ({ jobs }) => jobs.length === 1);
    // Simulates a power loss right after the capture was stored.
    await world.restart(() => undefined);
    world.database.exec("DELETE FROM print_job; DELETE FROM receipt; UPDATE receipt_cursor SET sequence = 0");
    await world.restart();
    await printer.switchOn();
    await printer.printed(1);
    await untilPrinter(world, idle);
    expect(printer.papers[0]?.text).toContain(posTid);
    await world.restart();
    await untilPrinter(world, idle);
    expect(printer.papers).toHaveLength(1);
  });

  it("does not print what a restored till recovers", async () => {
    await using opened = await shop("always");
    const { world, printer } = opened;
    await world.pay("SALE", 14_900);
    await printer.printed(1);
    await untilPrinter(world, idle);
    settingStore(world.database).set(RESTORED_AT, Date.now());
    world.database.exec("DELETE FROM print_job; DELETE FROM receipt; UPDATE receipt_cursor SET sequence = 0");
    await world.restart();
    await world.pay("AUTH", 500);
    expect(world.database.prepare("SELECT count(*) FROM print_job").pluck().get()).toBe(0);
    expect(printer.papers).toHaveLength(1);
  });

  it.each(["ask", "never"] as const)("prints nothing when the choice is '%s'", async (print) => {
    await using opened = await shop(print);
    const { world, printer } = opened;
    const { posTid } = await world.pay("SALE", 14_900);
    await world.asManager();
    await world.must("receipt.settings.set", { receipt: { print: "always", electronic: false } });
    await world.must("printer.test", {});
    await printer.printed(1);
    await untilPrinter(world, idle);
    expect(printer.papers).toHaveLength(1);
    expect(printer.papers[0]?.text).toContain("æøå ÆØÅ é ü €");
    expect((await world.must("receipt.get", { posTid })).prints).toBe(0);
  });
});

describe("the print settings", () => {
  it("are changed by the owner only, apply at once, and are journalled", async () => {
    await using world = await createTestTill();
    const before = await world.must("receipt.settings.get", {});
    expect(before).toMatchObject({ printer: { kind: "none" }, receipt: { electronic: false, print: "ask" } });
    const shopNow = { name: "Nytt navn", address: [], organisationNumber: null, phone: null, footer: null };
    expect(await world.call("receipt.settings.set", { shop: shopNow })).toMatchObject({
      error: { code: "not_allowed" },
    });
    await world.asManager();
    await world.must("receipt.settings.set", { shop: shopNow });
    expect(journalled(world, "settings.receipts")).toMatchObject([
      { actor: "Owner", shop: expect.stringContaining("Nytt navn") },
    ]);
    const { posTid } = await world.pay("SALE", 1000);
    expect((await world.must("receipt.get", { posTid })).receipt.shop).toEqual(shopNow);
    await world.restart();
    expect((await world.must("receipt.settings.get", {})).shop).toEqual(shopNow);
  });

  it("name the error in a printer's address", async () => {
    await using world = await createTestTill();
    await world.asManager();
    for (const host of ["", "http://printer", "a b", "printer:9100", "-x"]) {
      const printer = { ...(await fakeSettings()), host };
      const refused = await world.call("receipt.settings.set", { printer });
      expect(refused).toMatchObject({
        error: { code: "invalid_input", details: { fields: [{ field: "printer.host" }] } },
      });
    }
  });

  it("without a printer report it and print nothing", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.pay("SALE", 1000);
    for (const refused of [
      await world.call("receipt.print", { posTid, on: "printer" }),
      await world.call("printer.test", {}),
    ])
      expect(refused).toMatchObject({
        error: { code: "illegal_state", message: expect.stringContaining("No receipt printer") },
      });
    expect(await world.must("printer.get", {})).toMatchObject({ state: "off", jobs: [] });
  });
});

async function fakeSettings() {
  await using printer = await fakePrinter();
  return printer.settings();
}

describe("a payment without a receipt", () => {
  it("reports the reason", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 1000 });
    expect(await world.call("receipt.get", { posTid })).toMatchObject({ error: { code: "illegal_state" } });
    const paid = await world.pay("SALE", 2000);
    expect(await world.call("receipt.get", { posTid: paid.posTid, kind: "refund" })).toMatchObject({
      error: { code: "illegal_state" },
    });
    expect(await world.call("receipt.get", { posTid: "none" })).toMatchObject({ error: { code: "not_found" } });
  });
});
