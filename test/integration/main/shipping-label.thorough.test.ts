/** Shipping labels: a shared address on paper or as a page, stored in no queue, file, log or event. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FakePrinter, fakePrinter, type PrinterFaults } from "../../support/fake-printer.ts";
import { grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { INGRID } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const SHOP = { name: "Bakeri Ærlig", address: ["Åsveien 12", "0650 Oslo"], phone: "22 00 00 00" };

interface Shop extends AsyncDisposable {
  world: TestTill;
  printer: FakePrinter;
  log: string[];
}

async function shop(faults: Partial<PrinterFaults> = {}): Promise<Shop> {
  await using cleanup = new AsyncDisposableStack();
  const log: string[] = [];
  const printer = cleanup.use(await fakePrinter(faults));
  const provisioning = { shop: SHOP, printer: printer.settings(), receipt: { print: "ask", electronic: false } };
  const world = cleanup.use(await createTestTill({ provisioning, log: { write: (line) => void log.push(line) } }));
  await world.asManager();
  const resources = cleanup.move();
  return { world, printer, log, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const shared = ({ world }: Shop) => grantedTo(world, { preset: "ship-to-home" }, { customer: INGRID });

function filesWith({ folder }: TestTill, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

describe("a shipping label", () => {
  it("prints with sender, recipient and reference, and is stored nowhere", async () => {
    await using opened = await shop();
    const { world, printer, log } = opened;
    const { posTid } = await shared(opened);
    expect(await world.must("customer.label", { posTid, as: "print" })).toEqual({ as: "print", confirmed: true });
    const [paper] = await printer.printed(1);
    const lines = ["Bakeri Ærlig", "Åsveien 12", "0650 Oslo", "Ingrid Berg", "Nygårdsgaten 4", "5015 Bergen"];
    for (const line of lines) expect(paper?.text).toContain(line);
    expect(paper?.lines.find(({ text }) => text === "Nygårdsgaten 4")).toMatchObject({ large: true, bold: true });
    expect(paper?.text).toMatch(new RegExp(`Referanse +${posTid}`));
    expect(paper?.text).toContain("4790000001");
    expect(paper?.pulses).toBe(0);
    expect(printer.problems).toEqual([]);
    expect(world.database.prepare("SELECT count(*) FROM print_job").pluck().get()).toBe(0);
    const [line] = (await world.must("journal.list", { event: "permission.labelled" })).items;
    expect(line).toMatchObject({ posTid, person: expect.any(String), values: { as: "print" } });
    const output = JSON.stringify([world.events, line]) + log.join("");
    for (const text of ["Nygårdsgaten", "Ingrid Berg", "5015", "Bergen"]) {
      expect([text, filesWith(world, text)]).toEqual([text, []]);
      expect([text, output.includes(text)]).toEqual([text, false]);
    }
  });

  it("is a page for the window with the payment number as a code, when a payment requested the address", async () => {
    await using opened = await shop();
    const { world, printer } = opened;
    const payment = await world.must("payment.start", { action: "SALE", amount: 900, preset: "ship-to-home" });
    await world.phone.scan(payment.qr?.text ?? "", INGRID);
    const { tid, number, posTid } = await world.waitForPayment(
      payment.posTid,
      (one) => one.phase === "waiting" && !!one.tid,
    );
    await world.phone.approve(tid ?? "", { customer: INGRID });
    await permissionUntil(world, posTid, isRead);
    const label = await world.must("customer.label", { posTid, as: "pdf" });
    expect(label.as).toBe("pdf");
    const html = label.as === "pdf" ? label.html : "";
    for (const text of ["Bakeri Ærlig", "Ingrid Berg", "Nygårdsgaten 4", "5015 Bergen", posTid])
      expect(html).toContain(text);
    expect(html).toContain(`aria-label="${number}"`);
    expect(printer.papers).toEqual([]);
    expect(filesWith(world, "Nygårdsgaten")).toEqual([]);
  });

  it("is not printed by an empty or offline printer, reports it, and leaves no waiting job", async () => {
    await using opened = await shop({ paperOut: true });
    const { world, printer } = opened;
    const { posTid } = await shared(opened);
    const refused = await world.call("customer.label", { posTid, as: "print" });
    expect(refused).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "label_not_printed" } } },
    });
    expect(refused.ok === false && refused.error.message).toContain("The printer is out of paper.");
    printer.clearFaults();
    expect(await world.must("customer.label", { posTid, as: "print" })).toMatchObject({ as: "print" });
    expect(await printer.printed(1)).toHaveLength(1);
    await printer.switchOff();
    const off = await world.call("customer.label", { posTid, as: "print" });
    expect(off.ok === false && off.error.message).toContain("The printer cannot be reached.");
    await world.must("receipt.settings.set", { printer: { kind: "none" } });
    const none = await world.call("customer.label", { posTid, as: "print" });
    expect(none).toMatchObject({ error: { details: { because: { code: "label_no_printer" } } } });
  });

  it("may have been printed when the paper ended during the print, and reports it", async () => {
    await using opened = await shop({ paperEndsAfter: 60 });
    const { posTid } = await shared(opened);
    const unknown = await opened.world.call("customer.label", { posTid, as: "print" });
    expect(unknown).toMatchObject({ error: { details: { because: { code: "label_unknown" } } } });
  });

  it("requires the right to customer data and a shared address, and ends when the address is erased", async () => {
    await using opened = await shop();
    const { world } = opened;
    const { posTid } = await shared(opened);
    const mail = await grantedTo(world, { preset: "receipt-by-mail" }, { customer: INGRID });
    const none = await world.call("customer.label", { posTid: mail.posTid, as: "pdf" });
    expect(none).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "label_no_address" } } },
    });
    expect(await world.call("customer.label", { posTid: "nobody", as: "pdf" })).toMatchObject({
      error: { code: "not_found" },
    });
    await world.must("customer.forget", { posTid });
    const erased = await world.call("customer.label", { posTid, as: "pdf" });
    expect(erased).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "permission_erased" } } },
    });
    expect(erased.ok === false && erased.error.message).toContain("has been erased");
    await world.must("staff.signOut", {});
    const cashier = await world.call("customer.label", { posTid: mail.posTid, as: "print" });
    expect(cashier).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("has its address fields read by a program with the right to them", async () => {
    await using opened = await shop();
    const { posTid } = await shared(opened);
    const value = async (claim: string) =>
      (await opened.world.must("permission.reveal", { posTid, claim: `shipping_address.${claim}` })).value;
    expect(await value("street_address")).toBe("Nygårdsgaten 4");
    expect(await value("postal_code")).toBe("5015");
    expect(await value("locality")).toBe("Bergen");
    expect(await value("country")).toBe("NO");
    const revealed = await opened.world.must("permission.reveal", { posTid, claim: "shipping_address" });
    expect(revealed.value.split("\n").sort()).toEqual(["5015", "Bergen", "Ingrid Berg", "NO", "Nygårdsgaten 4"]);
  });
});
