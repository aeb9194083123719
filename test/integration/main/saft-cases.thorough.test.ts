/** SAF-T Cash Register after corrections, restores and unusual sales. Sums of usual days are in `saft-sums.thorough.test.ts`. */
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Product } from "../../../contract/catalogue/catalogue.ts";
import type { PrinterView } from "../../../contract/receipts/receipts.ts";
import { isSignatureValid, type SignedTransaction } from "../../../main/accounting/exports/saft/chain.ts";
import { saftKeys } from "../../../main/accounting/exports/saft/key.ts";
import { fakePrinter } from "../../support/fake-printer.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { backUp, createRestoringTill, restored } from "../../support/restoring.ts";
import { saftProblems } from "../../support/saft.ts";
import { exportSaft, list, type ReadSaft, type Transaction } from "../../support/saft-file.ts";
import { capture, close, correct, refund, restartWith, sell, soldLine } from "../../support/saft-sales.ts";
import { expectReport, expectTransactions } from "../../support/saft-sums.ts";
import { createTestTill, type TestTill, until } from "../../support/test-till.ts";

/** Exports and checks the form of the file, each transaction, and each report against the transactions that it covers. */
async function exportChecked(world: TestTill, ...reports: ((all: Transaction[]) => [Transaction[], Transaction[]])[]) {
  const file = await exportSaft(world);
  expect(await saftProblems(file.xml)).toEqual([]);
  expect(file.xml).not.toContain("-0.00");
  expectTransactions(file);
  expect(file.reports).toHaveLength(reports.length);
  for (const [index, report] of file.reports.entries()) {
    const [own, before] = reports[index]?.(file.transactions) ?? [[], []];
    expectReport(report, own, before);
  }
  return file;
}

const EVERYTHING = (all: Transaction[]): [Transaction[], Transaction[]] => [all, []];
const part =
  (start: number, end?: number) =>
  (all: Transaction[]): [Transaction[], Transaction[]] => [all.slice(start, end), all.slice(0, start)];

const typesOf = ({ transactions }: ReadSaft) => transactions.map(({ transType }) => transType);

async function managersTill(options: Parameters<typeof createTestTill>[0] = {}): Promise<TestTill> {
  const world = await createTestTill(options);
  await world.asManager();
  return world;
}

/** A till that learns of corrections by comparing. */
const comparingTill = () => managersTill({ callbacks: false, clock: fastClock(20) });

describe("a SAF-T correction", () => {
  it.each(["SALE", "AUTH"] as const)("is neither a sale nor a return when it reverses another: %s", async (action) => {
    await using world = await comparingTill();
    const sold = await sell(world, [{ ...soldLine(11_000, 2500), discount: 1000 }], { action });
    const sale = action === "AUTH" ? await capture(world, sold.posTid, 10_000) : sold;
    await correct(world, sale, 7000);
    await correct(world, sale, 10_000);
    await world.must("report.takeX", {});
    const file = await exportChecked(world, EVERYTHING);
    expect(typesOf(file)).toEqual(["CASHSAL", "CORRECTION", "CORRECTION"]);
    expect(file.transactions.map(({ transAmntIn }) => transAmntIn)).toEqual(["100.00", "-30.00", "30.00"]);
    expect(file.reports[0]).toMatchObject({
      reportArtGroups: { reportArtGroup: { artGroupNum: "1", artGroupAmnt: "100.00" } },
      reportPayments: { reportPayment: { paymentNum: "1" } },
      reportDiscountNum: "1",
    });
  });

  it("of a whole sale is by rate and not by line, in both directions", async () => {
    await using world = await comparingTill();
    const sale = await sell(world, [{ ...soldLine(11_000, 2500), discount: 1000 }]);
    await correct(world, sale, 1);
    await correct(world, sale, 0, 1);
    await correct(world, sale, 10_000);
    await world.must("report.takeX", {});
    const file = await exportChecked(world, EVERYTHING);
    expect(typesOf(file)).toEqual(["CASHSAL", "CORRECTION", "CORRECTION", "CORRECTION"]);
    expect(list(file.transactions[3]?.ctLine)).toMatchObject([{ artID: "AMOUNT", lineAmntIn: "100.00" }]);
    expect([file.reports[0]?.reportDiscountNum, file.reports[0]?.reportDiscountAmnt]).toEqual(["1", "10.00"]);
  });

  it("of a capture that the service lists without an id, and with one later, is no second sale", async () => {
    await using world = await comparingTill();
    const reserved = await sell(world, [soldLine(10_000, 2500)], { action: "AUTH", tip: 1000 });
    const [unnamed, named] = [[], [{ id: "c1" }]].map((captures) => ({ ...reserved, captures }));
    await correct(world, unnamed ?? reserved, 10_000, 1000);
    await correct(world, unnamed ?? reserved, 9500, 2000);
    await correct(world, named ?? reserved, 10_000, 2000);
    await correct(world, unnamed ?? reserved, 7000);
    await world.must("report.takeX", {});
    const file = await exportChecked(world, EVERYTHING);
    const [first, ...later] = typesOf(file);
    expect([first, new Set(later)]).toEqual(["CASHSAL", new Set(["CORRECTION"])]);
    expect(file.transactions.map(({ transAmntIn }) => transAmntIn)).toContain("5.00");
  });

  it("from products to the tip returns products in a transaction with a positive total", async () => {
    await using world = await comparingTill();
    const sale = await sell(world, [soldLine(10_000, 2500)], { tip: 1000 });
    await correct(world, sale, 9500, 2000);
    await world.must("report.takeX", {});
    const file = await exportChecked(world, EVERYTHING);
    expect(typesOf(file)).toEqual(["CASHSAL", "CORRECTION"]);
    const [, moved] = file.transactions;
    expect(moved).toMatchObject({ transAmntIn: "5.00", amntTp: "C", vat: { vatAmntTp: "D" } });
    expect(list(moved?.ctLine)).toMatchObject([{ lineType: "RET", amntTp: "D", qnt: "-1", lineAmntIn: "-5.00" }]);
  });

  it("keeps the receipt with the transaction that it was printed for", async () => {
    await using world = await comparingTill();
    const sale = await sell(world, [soldLine(10_000, 2500)]);
    await world.must("receipt.print", { posTid: sale.posTid, on: "page" });
    await correct(world, sale, 7000);
    await close(world);
    const file = await exportChecked(world, EVERYTHING);
    expect(file.eventsOf("13012").map(({ transID }) => transID)).toEqual(["1"]);
    expect(file.transactions.map(({ receiptNum }) => receiptNum)).toEqual(["1", "0"]);
  });

  it("of a tip is counted as a tip in the report, and has no lines and no VAT", async () => {
    await using world = await comparingTill();
    const sale = await sell(world, [soldLine(10_000, 2500)], { tip: 1000 });
    await correct(world, sale, 10_000, 500);
    await world.must("report.takeX", {});
    const file = await exportChecked(world, EVERYTHING);
    expect(file.reports[0]?.reportTip).toEqual({ tipNum: "1", tipAmnt: "5.00" });
    expect([list(file.transactions[1]?.ctLine), list(file.transactions[1]?.vat)]).toEqual([[], []]);
  });
});

describe("a SAF-T tip", () => {
  it("is still a tip after a partial refund", async () => {
    await using world = await managersTill();
    const { posTid } = await sell(world, [soldLine(10_000, 2500)], { tip: 1000 });
    for (const _ of [1, 2]) await refund(world, posTid, 1000, 100);
    await close(world);
    const file = await exportChecked(world, EVERYTHING);
    expect(file.reports[0]?.reportTip).toEqual({ tipNum: "1", tipAmnt: "8.00" });
  });

  it("refunded alone returns no products", async () => {
    await using world = await managersTill();
    const { posTid } = await sell(world, [soldLine(10_000, 2500)], { tip: 1000 });
    await refund(world, posTid, 0, 1000);
    await close(world);
    const file = await exportChecked(world, EVERYTHING);
    const [, tip] = file.transactions;
    expect(tip).toMatchObject({ transType: "RETURNSAL", transAmntIn: "-10.00", transAmntEx: "-10.00" });
    expect([list(tip?.ctLine), list(tip?.vat)]).toEqual([[], []]);
    expect(file.reports[0]).toMatchObject({
      reportArtGroups: { reportArtGroup: { artGroupNum: "1" } },
      reportReturnNum: "0",
      reportReturnAmnt: "0.00",
    });
  });
});

describe("a SAF-T report", () => {
  it("counts only what is in its currency", async () => {
    await using world = await managersTill();
    await sell(world, [{ ...soldLine(11_000, 2500), discount: 1000 }], { tip: 500 });
    await restartWith(world, { currency: "SEK" });
    await close(world);
    const [report] = (await exportSaft(world)).reports;
    expectReport(report ?? ({} as never), [], []);
  });
});

describe("SAF-T VAT", () => {
  it("has the code of a line that is free after its discount", async () => {
    await using world = await managersTill();
    await sell(world, [{ ...soldLine(1000, 2500), discount: 1000 }, soldLine(1000, 1500)]);
    await close(world);
    const file = await exportChecked(world, EVERYTHING);
    expect(list(file.transactions[0]?.ctLine).map(({ vat }) => vat.vatCode)).toEqual(["3", "31"]);
    expect(file.vatCodes.map(({ vatCode }) => vatCode)).toEqual(expect.arrayContaining(["3", "31"]));
  });

  it("has one row for each code when amounts without a rate have the code of a rate", async () => {
    await using world = await managersTill();
    await sell(world, [soldLine(1000, 0), soldLine(500)]);
    await close(world);
    const options = { saft: { vatCode: "5", standardVatCode: "5" } };
    await world.must("export.make", { kind: "saft", from: "2000-01-01", to: "2099-12-31", options } as never);
    const file = await exportChecked(world, EVERYTHING);
    const row = { vatCode: "5", vatPerc: "0.00" };
    expect(list(file.transactions[0]?.vat)).toMatchObject([{ ...row, vatBasAmnt: "15.00" }]);
    expect(list(file.reports[0]?.reportCashSalesVat.reportCashSaleVat)).toMatchObject([
      { ...row, cashSaleAmnt: "15.00" },
    ]);
  });

  it("is summed correctly for amounts of a few øre that are refunded one by one", async () => {
    await using world = await managersTill();
    const rates = [2500, 1500, 1200, 1111, 600, 2550];
    const { posTid } = await sell(
      world,
      rates.map((rate, index) => soldLine(index + 1, rate)),
    );
    for (const amount of [1, 2, 3, 4, 5, 6]) await refund(world, posTid, amount);
    await close(world);
    await exportChecked(world, EVERYTHING);
  });

  it("is summed correctly in a currency without minor units", async () => {
    await using world = await managersTill({ provisioning: { currency: "JPY" }, sandbox: { currency: "JPY" } });
    const lines = [{ ...soldLine(333, 1000, 3), discount: 7 }, soldLine(101, 800)];
    const { posTid } = await sell(world, lines, { tip: 50 });
    await refund(world, posTid, 400, 20);
    await close(world);
    await exportChecked(world, EVERYTHING);
  });
});

describe("a SAF-T day", () => {
  it("has the parts of a reservation captured that day, and refunds of earlier days", async () => {
    await using world = await managersTill();
    const lines = [{ ...soldLine(5000, 2500), discount: 333 }, soldLine(3333, 1500, 3), soldLine(1001, 1200)];
    const { posTid } = await sell(world, lines, { action: "AUTH", tip: 500 });
    await capture(world, posTid, 4001);
    await world.must("report.takeX", {});
    await close(world);
    await capture(world, posTid, 5003, 200);
    await world.must("report.takeX", {});
    await refund(world, posTid, 6000, 100);
    await close(world);
    await close(world);
    const file = await exportChecked(world, part(0, 1), part(0, 1), part(1, 2), part(1), part(3));
    expect(typesOf(file)).toEqual(["CASHSAL", "CASHSAL", "RETURNSAL"]);
  });

  it("has each refund with its own receipts", async () => {
    await using world = await managersTill();
    const { posTid } = await sell(world, [soldLine(10_000, 2500)]);
    for (const amount of [1000, 2000]) await refund(world, posTid, amount);
    for (const _ of [1, 2]) await world.must("receipt.print", { posTid, kind: "refund", part: 2, on: "page" });
    const file = await exportChecked(world);
    expect(file.eventsOf("13013").map(({ transID }) => transID)).toEqual(["3"]);
    expect(file.transactions.map(({ receiptNum, receiptCopyNum }) => receiptNum + receiptCopyNum)).toEqual([
      "00",
      "00",
      "11",
    ]);
  });
});

const COFFEE: Product = { id: "coffee", name: "Kaffe", amount: 4500, vatRate: 1500 };
const MUG: Product = { id: "mug", name: "Kopp", amount: 12_900, vatRate: 2500 };

describe("SAF-T articles", () => {
  it("are the products of the catalogue and those that were sold, and one for keyed amounts", async () => {
    await using world = await managersTill();
    await world.must("catalogue.set", { categories: [], products: [COFFEE, MUG] });
    const lines = [COFFEE].map(({ id, name, amount, vatRate }) => {
      return { productId: id, name, quantity: 1, unitAmount: amount, vatRate };
    });
    await sell(world, [...lines, soldLine(1000, 2500)]);
    await world.must("catalogue.set", { categories: [], products: [MUG] });
    const file = await exportSaft(world);
    expect(await saftProblems(file.xml)).toEqual([]);
    expect(file.articles.map(({ artID, artDesc }) => [artID, artDesc])).toEqual([
      ["AMOUNT", "Amount entered at the payment terminal"],
      ["mug", "Kopp"],
      ["coffee", "Kaffe"],
    ]);
    expect(list(file.transactions[0]?.ctLine).map(({ artID }) => artID)).toEqual(["coffee", "AMOUNT"]);
  });
});

describe("SAF-T articles with an id that the file cannot hold", () => {
  const sold = (products: Product[]) =>
    products.map(({ id, name, amount, vatRate }) => ({
      productId: id,
      name,
      quantity: 1,
      unitAmount: amount,
      vatRate,
    }));

  it("have their own short id in lines, articles and price changes", async () => {
    await using world = await managersTill();
    const names = ["70", "85"].map((percent) => `Fairtrade økologisk mørk sjokolade ${percent} % kakao 100 g`);
    const rows = names.map((name) => `${name};49,00;15`);
    const { catalogue } = await world.must("catalogue.readCsv", { text: ["name;price;vat", ...rows].join("\n") });
    await world.must("catalogue.set", catalogue);
    const dearer = catalogue.products.map((product) => ({ ...product, amount: product.amount + 100 }));
    await world.must("catalogue.set", { ...catalogue, products: dearer });
    await sell(world, sold(dearer));
    const file = await exportSaft(world);
    expect(await saftProblems(file.xml)).toEqual([]);
    const ids = list(file.transactions[0]?.ctLine).map(({ artID }) => artID);
    expect(new Set(ids).size).toBe(2);
    for (const [index, id] of ids.entries()) {
      expect(id).toMatch(/^sha256-[0-9a-f]{28}$/);
      expect(file.articles).toContainEqual(expect.objectContaining({ artID: id, artDesc: names[index] }));
      expect(file.eventsOf("13021")[index]?.eventText).toContain(`artID ${id}; ${names[index]}; `);
    }
  });

  it("differ from keyed amounts, from each other and from products with such an id", async () => {
    await using world = await managersTill();
    const long = "x".repeat(36);
    await sell(world, sold([{ ...COFFEE, id: long }]));
    const hashed = list((await exportSaft(world)).transactions[0]?.ctLine)[0]?.artID ?? "";
    const ids = ["AMOUNT", hashed, "\ud800", "\ud801", "a<&>\"'", "æøå-😀".padEnd(36, "😀")];
    const products = ids.map((id) => ({ ...MUG, id, name: `Product ${id}` }));
    await world.must("catalogue.set", { categories: [], products });
    await sell(world, [...sold(products), soldLine(100, 2500)]);
    const file = await exportSaft(world);
    expect(await saftProblems(file.xml)).toEqual([]);
    const written = list(file.transactions[1]?.ctLine).map(({ artID }) => artID);
    expect(new Set([hashed, ...written]).size).toBe(ids.length + 2);
    expect([written[4], written.at(-1)]).toEqual(["a&lt;&amp;&gt;\"'", "AMOUNT"]);
  });
});

describe("SAF-T sales without a receipt", () => {
  it("exclude a sale whose receipt may have been printed", async () => {
    await using printer = await fakePrinter({ cutAfter: 120 });
    await using world = await managersTill({
      provisioning: { printer: printer.settings(), receipt: { print: "always", electronic: false } },
    });
    await sell(world, [soldLine(1000, 2500)]);
    await until<PrinterView>(
      world,
      ({ jobs }) => jobs.some(({ state }) => state === "unknown"),
      () => world.must("printer.get", {}),
      (event) => (event.type === "printer.changed" ? event.printer : null),
    );
    expect((await exportChecked(world)).eventsOf("13030")).toEqual([]);
  });

  it("exclude a capture from before a restore, whose receipt may have been printed", async () => {
    await using world = await createRestoringTill({ clock: fastClock(20) });
    await world.asManager();
    const { posTid } = await sell(world, [soldLine(10_000, 2500)], { action: "AUTH" });
    const backup = await backUp(world);
    await capture(world, posTid, 10_000);
    await world.must("receipt.print", { posTid, kind: "capture", part: 1, on: "page" });
    await restored(world, backup);
    const file = await exportChecked(world);
    expect([file.transactions.length, file.eventsOf("13030")]).toEqual([1, []]);
  });

  it("exclude a payment that the backup lacks, and name those after the restore", async () => {
    await using world = await createRestoringTill({ clock: fastClock(20) });
    await world.asManager();
    const backup = await backUp(world);
    const lost = await sell(world, [soldLine(700, 2500)]);
    await restored(world, backup);
    expect(await world.must("payment.get", { posTid: lost.posTid })).toMatchObject({ recovered: true });
    await sell(world, [soldLine(900, 2500)]);
    const file = await exportChecked(world);
    const [, after] = file.transactions;
    expect(file.eventsOf("13030").map(({ transID }) => transID)).toEqual([after?.transID]);
  });
});

describe("a SAF-T file", () => {
  it("of a restored till counts what the backup lacks in the first Z after it", async () => {
    await using world = await createRestoringTill({ clock: fastClock(20) });
    await world.asManager();
    const first = await sell(world, [soldLine(10_000, 2500)], { tip: 300 });
    await close(world);
    const backup = await backUp(world);
    await sell(world, [{ ...soldLine(777, 1500, 3), discount: 100 }]);
    await refund(world, first.posTid, 4000);
    await close(world);
    await exportSaft(world);
    await restored(world, backup);
    await sell(world, [soldLine(5000, 1200)]);
    await close(world);
    await exportChecked(world, part(0, 1), part(1));
  });

  it("has a chain of signatures across a change of the key", async () => {
    await using world = await managersTill();
    const first = await sell(world, [{ ...soldLine(10_000, 2500), discount: 33 }], { tip: 300 });
    await refund(world, first.posTid, 1000, 100);
    await exportSaft(world);
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 1024,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    world.vault.put("saftKey", privateKey);
    await world.restart();
    await world.asManager();
    await sell(world, [soldLine(5000, 1500)]);
    const { transactions } = await exportChecked(world);
    const keys = new Map(saftKeys(world.database).map(({ version, publicKey }) => [version, publicKey]));
    const read = transactions as unknown as Record<keyof SignedTransaction, string>[];
    expect(read.map(({ keyVersion }) => keyVersion)).toEqual(["1", "1", "2"]);
    for (const [index, one] of read.entries()) {
      const key = createPublicKey(keys.get(Number(one.keyVersion)) ?? "");
      const signed = { ...one, nr: Number(one.nr), keyVersion: Number(one.keyVersion) };
      expect(isSignatureValid(key, read[index - 1]?.signature ?? "0", signed)).toBe(true);
    }
  });
});
