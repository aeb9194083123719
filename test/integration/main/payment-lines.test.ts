/** The lines of a sale, from the counter to the receipt and the books. */
import { describe, expect, it } from "vitest";
import { convert } from "xmlbuilder2";
import type { PaymentLine } from "../../../contract/values/lines.ts";
import { saftProblems } from "../../support/saft.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const LINES = [
  { name: "Kanelbolle", quantity: 2, unitAmount: 4900 },
  { quantity: 1, unitAmount: 5100 },
];
const KEPT: PaymentLine[] = [
  { name: "Kanelbolle", quantity: 2, unitAmount: 4900 },
  { name: null, quantity: 1, unitAmount: 5100 },
];
const ALWAYS = { from: "1970-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z" };
const customer = { kind: "phone" as const, value: CUSTOMER };

async function sold(world: TestTill, lines: typeof LINES | undefined, action: "SALE" | "AUTH" = "SALE") {
  const started = await world.must("payment.start", { action, amount: 14_900, customer, lines });
  const waiting = await world.waitForPayment(started.posTid, (payment) => payment.tid !== null);
  await world.phone.approve(waiting.tid ?? "");
  return await world.waitForPhase(started.posTid, action === "SALE" ? "captured" : "authorised");
}

async function exported(world: TestTill, kind: "csv" | "json" | "saft", part: string): Promise<string> {
  const { exportId, files } = await world.must("export.make", { kind, ...ALWAYS });
  const name = files.find((file) => file.part === part)?.name;
  const { data } = await world.must("export.read", { exportId, name, offset: 0 });
  return Buffer.from(data, "base64").toString("utf8");
}

describe("a sale's lines", () => {
  it("are stored with the payment and printed on its receipt", async () => {
    await using world = await createTestTill();
    const paid = await sold(world, LINES);
    expect(paid.lines).toEqual(KEPT);
    expect((await world.must("payment.list", {})).items[0]?.lines).toEqual(KEPT);
    const { receipt, html } = await world.must("receipt.get", { posTid: paid.posTid });
    expect(receipt.lines).toEqual([
      { what: "item", text: "Kanelbolle", quantity: 2, unitAmount: 4900, amount: 9800 },
      { what: "item", text: null, quantity: 1, unitAmount: 5100, amount: 5100 },
    ]);
    expect(receipt.total).toBe(14_900);
    expect(html.replace(/[\u00a0\u202f]/g, " ")).toContain(
      "<span>Kanelbolle, 2 × 49,00 kr</span> <span>98,00 kr</span>",
    );
  });

  it.each<[string, object[], string]>([
    ["that do not add up to the amount", [{ quantity: 2, unitAmount: 4900 }], "lines"],
    ["with a fractional quantity", [{ quantity: 1.5, unitAmount: 100 }], "lines[0].quantity"],
    ["with a zero quantity", [{ quantity: 0, unitAmount: 100 }], "lines[0].quantity"],
    ["with an amount below one", [{ quantity: 1, unitAmount: -14_900 }], "lines[0].unitAmount"],
    ["with an empty name", [{ name: " ", quantity: 1, unitAmount: 14_900 }], "lines[0].name"],
    ["with an unknown field", [{ quantity: 1, unitAmount: 14_900, vat: 25 }], "lines[0].vat"],
    ["without items", [], "lines"],
    ["with too many items", Array.from({ length: 201 }, () => ({ quantity: 1, unitAmount: 1 })), "lines"],
  ])("%s are refused with their field named, and no payment starts", async (_name, lines, field) => {
    await using world = await createTestTill();
    const result = await world.call("payment.start", { action: "SALE", amount: 14_900, lines } as never);
    if (result.ok) throw new Error("it was taken");
    expect(result.error.code).toBe("invalid_input");
    expect(result.error.details.fields?.map((problem) => problem.field)).toEqual([field]);
    expect((await world.must("payment.list", {})).items).toEqual([]);
  });

  it("apply to a whole capture and a whole refund; a partial one has an amount only", async () => {
    await using world = await createTestTill();
    const reserved = await sold(world, LINES, "AUTH");
    const linesOf = async (kind: "reservation" | "capture" | "refund", part: number) =>
      (await world.must("receipt.get", { posTid: reserved.posTid, kind, part })).receipt.lines.map(
        ({ what, amount }) => `${what} ${amount}`,
      );
    expect(await linesOf("reservation", 0)).toEqual(["item 9800", "item 5100"]);
    await world.asManager();
    await world.must("payment.capture", { posTid: reserved.posTid });
    await world.waitForPhase(reserved.posTid, "captured");
    expect(await linesOf("capture", 1)).toEqual(["item 9800", "item 5100"]);
    await world.must("payment.refund", { posTid: reserved.posTid, amount: 5000, reason: "Returned" });
    await world.waitForPayment(reserved.posTid, (payment) => payment.refunds.length === 1);
    expect(await linesOf("refund", 1)).toEqual(["amount -5000"]);
    const fullSale = await sold(world, LINES);
    await world.must("payment.refund", { posTid: fullSale.posTid, reason: "Returned" });
    await world.waitForPhase(fullSale.posTid, "refunded");
    const { receipt } = await world.must("receipt.get", { posTid: fullSale.posTid, kind: "refund", part: 1 });
    expect(receipt.lines.map(({ amount }) => amount)).toEqual([-9800, -5100]);
    expect(receipt.total).toBe(-14_900);
  });

  it("are in the exports, each in its own format", async () => {
    await using world = await createTestTill();
    await sold(world, LINES);
    await sold(world, undefined);
    await world.asManager();
    const { payments } = JSON.parse(await exported(world, "json", "everything"));
    expect(payments.map(({ lines }: { lines: unknown }) => lines)).toEqual([KEPT, null]);
    expect(await exported(world, "csv", "payments")).toContain("2 × 49.00 Kanelbolle | 1 × 51.00");
    const xml = await exported(world, "saft", "saft");
    expect(await saftProblems(xml)).toEqual([]);
    const read = convert(xml, { format: "object" }) as never as {
      auditfile: { company: { location: { cashregister: { cashtransaction: { ctLine: object }[] } } } };
    };
    const [lined, plain] = read.auditfile.company.location.cashregister.cashtransaction;
    expect(lined?.ctLine).toMatchObject([
      { lineID: "1", qnt: "2", ppu: "49.00", lineAmntIn: "98.00", cashTransLineDescr: "Kanelbolle" },
      { lineID: "2", qnt: "1", ppu: "51.00", lineAmntIn: "51.00" },
    ]);
    expect(plain?.ctLine).toMatchObject({ lineID: "1", qnt: "1", lineAmntIn: "149.00" });
  });
});

describe("an export", () => {
  it("keeps a sale without lines as one amount", async () => {
    await using world = await createTestTill();
    const paid = await sold(world, undefined);
    expect(paid.lines).toEqual([]);
    const { receipt } = await world.must("receipt.get", { posTid: paid.posTid });
    expect(receipt.lines).toEqual([{ what: "amount", text: null, amount: 14_900 }]);
  });
});
