/** VAT from the sale to the receipt, the reports and the exports, equal to the minor unit. */
import { createPublicKey } from "node:crypto";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { convert } from "xmlbuilder2";
import type { ReceiptRef } from "../../../contract/receipts/receipts.ts";
import { sumVat, type VatTotal } from "../../../contract/values/vat.ts";
import { isSignatureValid } from "../../../main/accounting/exports/saft/chain.ts";
import { openTallyCheck } from "../../../main/accounting/periods/tally-check.ts";
import { saftProblems } from "../../support/saft.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

const LINES = [
  { name: "Kaffe", quantity: 3, unitAmount: 4545, vatRate: 1500 },
  { name: "Kopp", quantity: 1, unitAmount: 12_901, vatRate: 2500, discount: 1000 },
  { name: "Avis", quantity: 1, unitAmount: 3999, vatRate: 0 },
  { name: "Gave", quantity: 1, unitAmount: 777 },
];
const AMOUNT = 3 * 4545 + 11_901 + 3999 + 777;
const ALWAYS = { from: "1970-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z" };

async function sold(
  world: TestTill,
  action: "SALE" | "AUTH" = "SALE",
  lines: typeof LINES | null = LINES,
  additionalAmount = 0,
) {
  const customer = { kind: "phone" as const, value: CUSTOMER };
  const asked = { action, amount: AMOUNT, customer, additionalAmount: additionalAmount || undefined };
  const started = await world.must("payment.start", { ...asked, lines: lines ?? undefined });
  const waiting = await world.waitForPayment(started.posTid, (payment) => payment.tid !== null);
  await world.phone.approve(waiting.tid ?? "");
  return await world.waitForPhase(started.posTid, action === "SALE" ? "captured" : "authorised");
}

async function vatOf(world: TestTill, posTid: string, ref: ReceiptRef): Promise<VatTotal[]> {
  return (await world.must("receipt.get", { posTid, ...ref })).receipt.vat ?? [];
}

async function exported(world: TestTill, kind: "csv" | "json" | "saft", part: string): Promise<string> {
  const { exportId, files } = await world.must("export.make", { kind, ...ALWAYS });
  const name = files.find((file) => file.part === part)?.name;
  const { data } = await world.must("export.read", { exportId, name, offset: 0 });
  return Buffer.from(data, "base64").toString("utf8");
}

/** The sum of decimals in minor units. */
const minorSum = (decimals: readonly (string | undefined)[]) =>
  decimals.reduce((sum, decimal) => sum + Math.round(Number(decimal) * 100), 0);

/** A sale, a reservation captured in two uneven parts, a partial refund, and a sale without lines. */
async function aDay(world: TestTill) {
  await world.asManager();
  const sale = await sold(world);
  const reserved = await sold(world, "AUTH");
  await world.must("payment.capture", { posTid: reserved.posTid, amount: 10_001 });
  await world.waitForPayment(reserved.posTid, ({ captures }) => captures.length === 1);
  await world.must("payment.capture", { posTid: reserved.posTid });
  await world.waitForPhase(reserved.posTid, "captured");
  await world.must("payment.refund", { posTid: sale.posTid, amount: 7777, reason: "Returned" });
  await world.waitForPayment(sale.posTid, ({ refunds }) => refunds.length === 1);
  await sold(world, "SALE", null);
  return { sale, reserved };
}

describe("VAT", () => {
  it("of a report equals that of its receipts, to the minor unit", async () => {
    await using world = await createTestTill();
    const { sale, reserved } = await aDay(world);
    const captured = [
      await vatOf(world, sale.posTid, { kind: "sale", part: 0 }),
      await vatOf(world, reserved.posTid, { kind: "capture", part: 1 }),
      await vatOf(world, reserved.posTid, { kind: "capture", part: 2 }),
    ];
    expect(captured[0]).toEqual([
      { rate: 2500, gross: 11_901, net: 9521, vat: 2380 },
      { rate: 1500, gross: 13_635, net: 11_857, vat: 1778 },
      { rate: 0, gross: 3999, net: 3999, vat: 0 },
      { rate: null, gross: 777, net: 777, vat: 0 },
    ]);
    expect(sumVat(captured.slice(1).flat())).toEqual(captured[0]);
    expect(await vatOf(world, reserved.posTid, { kind: "capture", part: 0 })).toEqual(captured[0]);
    // A reserved amount is not sold yet.
    expect(await vatOf(world, reserved.posTid, { kind: "reservation", part: 0 })).toEqual([]);
    const refunded = await vatOf(world, sale.posTid, { kind: "refund", part: 1 });
    expect(refunded.reduce((sum, { gross }) => sum + gross, 0)).toBe(-7777);
    const unknown = { rate: null, gross: AMOUNT, net: AMOUNT, vat: 0 };
    const positive = refunded.map(({ rate, gross, net, vat }) => ({ rate, gross: -gross, net: -net, vat: 0 - vat }));
    const byVat = { captured: sumVat([...captured.flat(), unknown]), refunded: positive };
    expect((await world.must("report.x", {})).byVat).toEqual(byVat);
    expect(await world.must("report.z", {})).toMatchObject({ byVat });
    expect((await world.must("report.x", {})).byVat).toEqual({ captured: [], refunded: [] });
    expect((await world.must("report.list", {})).chain).toMatchObject({ ok: true });
    const check = openTallyCheck(world.database);
    expect([check.inOpenPeriod(), check.inAllPeriods()]).toEqual([null, null]);
    world.database.exec("UPDATE vat_tally SET vat = vat + 1 WHERE rate = 2500 AND kind = 'capture'");
    expect(check.inAllPeriods()).toBe(1);
  });

  it("of a report excludes tips and tip refunds", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const sale = await sold(world, "SALE", LINES, 500);
    const reserved = await sold(world, "AUTH", LINES, 500);
    await world.must("payment.capture", { posTid: reserved.posTid, amount: 4001, additionalAmount: 100 });
    await world.waitForPayment(reserved.posTid, ({ captures }) => captures.length === 1);
    await world.must("payment.capture", { posTid: reserved.posTid });
    await world.waitForPhase(reserved.posTid, "captured");
    const reason = "Returned";
    await world.must("payment.refund", { posTid: sale.posTid, amount: 1001, additionalAmount: 250, reason });
    await world.waitForPayment(sale.posTid, ({ refunds }) => refunds.length === 1);
    await world.must("payment.refund", { posTid: sale.posTid, reason });
    await world.waitForPayment(sale.posTid, ({ refunds }) => refunds.length === 2);
    const ofSale = await vatOf(world, sale.posTid, { kind: "sale", part: 0 });
    const x = await world.must("report.x", {});
    expect(x).toMatchObject({
      captured: 2 * (AMOUNT + 500),
      tips: 1000,
      refunded: AMOUNT + 500,
      tipsRefunded: 500,
      byVat: { captured: sumVat([...ofSale, ...ofSale]), refunded: ofSale },
    });
    const refunds = [
      ...(await vatOf(world, sale.posTid, { kind: "refund", part: 1 })),
      ...(await vatOf(world, sale.posTid, { kind: "refund", part: 2 })),
    ];
    const turned = refunds.map(({ rate, gross, net, vat }) => ({ rate, gross: -gross, net: -net, vat: 0 - vat }));
    expect(sumVat(turned)).toEqual(ofSale);
  });

  it("is printed on the receipt after discounts, and omitted when nothing is known about it", async () => {
    await using world = await createTestTill({ provisioning: { locale: "nb-NO" } });
    await world.asManager();
    const { posTid } = await sold(world);
    const text = async (id: string) =>
      (await world.must("receipt.get", { posTid: id })).html.replace(/[\u00a0\u202f]/g, " ");
    const html = await text(posTid);
    for (const part of [
      "<span>Kopp</span> <span>129,01 kr</span>",
      "<span>Rabatt</span> <span>−10,00 kr</span>",
      "<span>MVA</span> <span>Netto</span> <span>MVA</span> <span>Brutto</span>",
      "<span>25 %</span> <span>95,21</span> <span>23,80</span> <span>119,01</span>",
      "<span>Uten MVA</span> <span>7,77</span> <span>0,00</span> <span>7,77</span>",
    ])
      expect(html).toContain(part);
    expect(await text((await sold(world, "SALE", null)).posTid)).not.toContain("MVA");
  });

  it("is in every export, and the Norwegian one has the tax administration's codes", async () => {
    await using world = await createTestTill();
    const { sale } = await aDay(world);
    const csv = await exported(world, "csv", "movements");
    expect(csv).toContain("25 %: 95.21 + 23.80 | 15 %: 118.57 + 17.78 | 0 %: 39.99 + 0.00");
    const rows: Record<string, string>[] = parse(csv, { columns: true, delimiter: ";", bom: true });
    const ofRefund = await vatOf(world, sale.posTid, { kind: "refund", part: 1 });
    const givenBack = ofRefund.reduce((total, { vat }) => total + vat, 0);
    expect(givenBack).toBeLessThan(0);
    expect(rows.filter(({ kind }) => kind === "refund").map((row) => Number(row.vat_minor))).toEqual([givenBack]);
    for (const { vat_by_rate, vat_minor } of rows) {
      const vats = [...(vat_by_rate ?? "").matchAll(/ \+ (-?[\d.]+)/g)].map(([, vat]) => vat);
      expect(minorSum(vats)).toBe(Number(vat_minor));
    }
    const { bookings } = JSON.parse(await exported(world, "json", "everything"));
    expect(bookings.find(({ kind }: { kind: string }) => kind === "capture").vat).toEqual([
      { rate: 2500, gross: 11_901, net: 9521, vat: 2380 },
      { rate: 1500, gross: 13_635, net: 11_857, vat: 1778 },
      { rate: 0, gross: 3999, net: 3999, vat: 0 },
    ]);
    await world.must("report.z", {});
    const xml = await exported(world, "saft", "saft");
    expect(await saftProblems(xml)).toEqual([]);
    const { auditfile } = convert(xml, { format: "object" }) as never as SaftFile;
    const { vatCodeDetails, location } = auditfile.company;
    expect(vatCodeDetails.vatCodeDetail.map(({ vatCode, standardVatCode }) => [vatCode, standardVatCode])).toEqual([
      ...[
        ["3", "3"],
        ["31", "31"],
        ["5", "5"],
        ["0", "0"],
      ],
    ]);
    const [first] = location.cashregister.cashtransaction;
    expect(first).toMatchObject({ transAmntIn: "303.12", transAmntEx: "261.54" });
    expect(first?.vat.map(({ vatCode, vatAmnt }) => [vatCode, vatAmnt])).toEqual([
      ...[
        ["3", "23.80"],
        ["31", "17.78"],
        ["5", "0.00"],
        ["0", "0.00"],
      ],
    ]);
    expect(first?.ctLine[1]).toMatchObject({
      lineAmntIn: "119.01",
      lineAmntEx: "95.21",
      vat: { vatCode: "3", vatPerc: "25.00", vatBasAmnt: "95.21" },
      discount: { dscAmnt: "10.00" },
    });
    for (const { transAmntIn, transAmntEx, vat } of location.cashregister.cashtransaction) {
      const parts = [vat].flat();
      expect(minorSum(parts.map(({ vatBasAmnt }) => vatBasAmnt))).toBe(minorSum([transAmntEx]));
      expect(minorSum(parts.flatMap(({ vatBasAmnt, vatAmnt }) => [vatBasAmnt, vatAmnt]))).toBe(minorSum([transAmntIn]));
    }
    const pem = await exported(world, "saft", "key");
    let previous = "0";
    for (const { signature, keyVersion, nr, ...signed } of location.cashregister.cashtransaction) {
      const transaction = { ...signed, signature, nr: Number(nr), keyVersion: Number(keyVersion) };
      expect(isSignatureValid(createPublicKey(pem), previous, transaction)).toBe(true);
      previous = signature;
    }
    const discounts = (text: string) =>
      [...text.matchAll(/<reportDiscountNum>(\d+)<\/reportDiscountNum><reportDiscountAmnt>([\d.]+)</g)].map(
        ([, count, amount]) => [count, amount],
      );
    expect(discounts(xml)).toEqual([["1", "10.00"]]);
    // A discount of one period is not in the next one's report.
    await world.asManager();
    await sold(world);
    await world.must("report.z", {});
    expect(discounts(await exported(world, "saft", "saft"))).toEqual([
      ["1", "10.00"],
      ["1", "10.00"],
    ]);
  });
});

type Signed = Record<
  "nr" | "transDate" | "transTime" | "transAmntIn" | "transAmntEx" | "signature" | "keyVersion",
  string
>;
/** `vat` is one object when there is one rate. */
type Transaction = Signed & { vat: { vatCode: string; vatAmnt: string; vatBasAmnt: string }[]; ctLine: object[] };

interface SaftFile {
  auditfile: {
    company: {
      vatCodeDetails: { vatCodeDetail: { vatCode: string; standardVatCode: string }[] };
      location: {
        cashregister: { cashtransaction: Transaction[] };
      };
    };
  };
}
