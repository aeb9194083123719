import { createHash, createPublicKey, verify } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { convert } from "xmlbuilder2";
import type { Export } from "../../../contract/accounting/exports.ts";
import { unguardCell } from "../../../contract/values/csv.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { saftProblems } from "../../support/saft.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const ALWAYS = { from: "2000-01-01", to: "2099-12-31" };

/** Returns an export's file, as a window without a disk receives it. */
async function download(world: TestTill, { exportId, files }: Export, part: string): Promise<string> {
  const name = files.find((file) => file.part === part)?.name;
  const pieces: Buffer[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const chunk: { data: string; next: number | null } = await world.must("export.read", { exportId, name, offset });
    pieces.push(Buffer.from(chunk.data, "base64"));
    offset = chunk.next;
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** A sale with a tip, a reservation captured in part, and a refund by the owner. */
async function aDay(world: TestTill): Promise<void> {
  const started = await world.must("payment.start", {
    action: "SALE",
    amount: 14_900,
    additionalEdit: true,
    text: "=cmd|' /C calc'!A0",
    customer: { kind: "phone", value: CUSTOMER },
  });
  const asked = await world.waitForPayment(started.posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  await world.phone.approve(asked.tid ?? "", { tip: 1500 });
  await world.waitForPhase(started.posTid, "captured");
  const reserved = await world.pay("AUTH", 80_000);
  await world.must("payment.capture", { posTid: reserved.posTid, amount: 30_000 });
  await world.waitForPayment(reserved.posTid, ({ captures }) => captures.length === 1);
  await world.asManager();
  await world.must("payment.refund", { posTid: reserved.posTid, amount: 5000, reason: "Goods returned" });
  await world.waitForPayment(
    reserved.posTid,
    ({ refunds, operations }) => refunds.length === 1 && operations.every(({ settledAt }) => settledAt !== null),
  );
}

const table = (text: string, delimiter = ";"): Record<string, string>[] =>
  parse(text, { columns: true, delimiter, bom: true });

describe("an export as CSV", () => {
  it("has its business day in its file name", async () => {
    const clock = fastClock(1, Date.parse("2026-11-20T12:00:00Z"));
    await using world = await createTestTill({ clock, sandbox: { now: clock.now } });
    await world.asManager();
    await world.pay("SALE", 1000);
    clock.pass(14 * 3_600_000);
    await world.asManager();
    const made = await world.must("export.make", { kind: "csv", from: "2026-11-20", to: "2026-11-20" });
    expect(made.files[0]?.name).toMatch(/^till-counter-1-2026-11-20-\d{14}/);
  });

  it("has a row per payment and per movement, in the shop's number format", async () => {
    await using world = await createTestTill();
    await aDay(world);
    const made = await world.must("export.make", { kind: "csv", ...ALWAYS });
    expect(made).toMatchObject({ kind: "csv", person: "Owner", available: true, rows: 5 });
    const payments = table(await download(world, made, "payments"));
    expect(
      payments.map(({ amount, amount_minor, captured, refunded }) => [amount, amount_minor, captured, refunded]),
    ).toEqual([
      ["149,00", "14900", "164,00", "0,00"],
      ["800,00", "80000", "300,00", "50,00"],
    ]);
    const movements = table(await download(world, made, "movements"));
    expect(
      movements.map(({ kind, total_minor, tip_minor, person, nr }) => [kind, total_minor, tip_minor, person, nr]),
    ).toEqual([
      ["capture", "16400", "1500", "", "1"],
      ["capture", "30000", "0", "", "2"],
      ["refund", "-5000", "0", "Owner", "3"],
    ]);
    expect(payments[0]?.text).toBe("'=cmd|' /C calc'!A0");
    expect(unguardCell(payments[0]?.text ?? "")).toBe("=cmd|' /C calc'!A0");
    expect(payments[0]?.customer).toBe("•••4567");
    const [local, offset] = [payments[0]?.started_local ?? "", payments[0]?.started_offset ?? ""];
    expect(Date.parse(`${local.replace(" ", "T")}${offset}`)).toBe(
      Math.floor(Date.parse(payments[0]?.started_utc ?? "") / 1000) * 1000,
    );
  });

  it("is complete on disk, private, listed and journalled, and reports its progress", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 14_900);
    await world.asManager();
    const options = { csv: { separator: ",", bom: false } } as const;
    const made = await world.must("export.make", { kind: "csv", ...ALWAYS, options });
    const folder = join(world.folder, "exports");
    expect(readdirSync(folder).sort()).toEqual(made.files.map(({ name }) => name).sort());
    for (const { name, bytes, sha256 } of made.files) {
      const path = join(folder, name);
      expect(statSync(path)).toMatchObject({ size: bytes, mode: 0o100_600 });
      expect(createHash("sha256").update(readFileSync(path)).digest("hex")).toBe(sha256);
    }
    expect(table(await download(world, made, "payments"), ",")[0]?.amount).toBe("149,00");
    expect((await world.must("export.list", {})).items).toEqual([made]);
    expect(await world.must("export.options", {})).toMatchObject(options);
    const { items } = await world.must("journal.list", { event: "export.made" });
    expect(items).toMatchObject([{ person: "Owner", values: { kind: "csv", rows: made.rows } }]);
    const progress = world.events.filter(({ type }) => type === "export.progress");
    expect(progress.at(-1)).toMatchObject({ progress: { exportId: made.exportId, kind: "csv" } });
    rmSync(join(folder, made.files[0]?.name ?? ""));
    expect((await world.must("export.list", {})).items).toMatchObject([{ available: false }]);
    expect(await world.call("export.read", { exportId: made.exportId })).toMatchObject({
      error: { code: "not_found" },
    });
  });

  it("requires a manager, runs one at a time, and needs a period whose end follows its start", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 14_900);
    expect(await world.call("export.make", { kind: "csv", ...ALWAYS })).toMatchObject({
      error: { code: "not_allowed" },
    });
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    const [one, other] = await Promise.all([
      world.call("export.make", { kind: "csv", ...ALWAYS }),
      world.call("export.make", { kind: "json", ...ALWAYS }),
    ]);
    expect([one.ok, other.ok]).toEqual([true, false]);
    expect(other).toMatchObject({ error: { code: "conflict" } });
    const backwards = { from: "2026-11-21", to: "2026-11-20" };
    expect(await world.call("export.make", { kind: "csv", ...backwards })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "to" }] } },
    });
    const before = await world.must("export.make", { kind: "csv", from: "2001-01-01", to: "2001-12-31" });
    expect(before).toMatchObject({ rows: 0, from: "2001-01-01T03:00:00.000Z", to: "2002-01-01T03:00:00.000Z" });
    expect(table(await download(world, before, "payments"))).toEqual([]);
  });

  it("leaves no file when the till stops during the export", async () => {
    await using world = await createTestTill();
    await world.pay("SALE", 14_900);
    await world.asManager();
    const making = world.call("export.make", { kind: "json", ...ALWAYS });
    // A file that a power loss left behind is removed, too.
    await world.restart((path) => writeFileSync(join(dirname(path), "exports", "half.csv.new"), "half"));
    expect(await making).toMatchObject({
      ok: false,
      error: { details: { reason: expect.stringContaining("stopped") } },
    });
    expect(readdirSync(join(world.folder, "exports"))).toEqual([]);
  });
});

describe("an export as JSON", () => {
  it("contains all data of the period as stored, and no customer", async () => {
    await using world = await createTestTill();
    await aDay(world);
    const made = await world.must("export.make", { kind: "json", ...ALWAYS });
    const text = await download(world, made, "everything");
    const content = JSON.parse(text);
    expect(content).toMatchObject({ format: "till-export", version: 1, head: { till: { currency: "NOK" } } });
    const rows = (sql: string) => world.database.prepare(sql).all() as Record<string, unknown>[];
    const booked = rows("SELECT * FROM booking ORDER BY sequence");
    // Derived from the other columns: whether the row belongs to a payment or a permission.
    const own = booked.map(({ of_payment: _payment, of_permission: _permission, ...columns }) => columns);
    expect(content.bookings).toEqual(own);
    const journal = rows(
      "SELECT *, lower(hex(hash)) AS hash FROM journal WHERE event <> 'export.made' ORDER BY sequence",
    );
    expect(content.journal).toEqual(journal.map((row) => ({ ...row, data: JSON.parse(String(row.data)) })));
    expect(content.payments).toHaveLength(2);
    for (const payment of content.payments) {
      const [row] = rows(`SELECT * FROM payment WHERE pos_tid = '${payment.pos_tid}'`);
      for (const [name, value] of Object.entries(row ?? {})) {
        if (name === "qr_text" || name === "addresses") continue;
        const isJson = ["outcome", "arrivals", "lines"].includes(name) && value !== null;
        expect([name, payment[name]]).toEqual([name, isJson ? JSON.parse(String(value)) : value]);
      }
      expect(payment.movements.length).toBeGreaterThan(0);
    }
    expect(content.signedTransactions.map(({ nr }: { nr: number }) => nr)).toEqual([1, 2, 3]);
    expect(content.signingKeys).toMatchObject([{ version: 1, publicKey: expect.stringContaining("BEGIN PUBLIC KEY") }]);
    expect(text).not.toContain(CUSTOMER);
  });
});

interface Transaction {
  nr: string;
  transDate: string;
  transTime: string;
  transAmntIn: string;
  transAmntEx: string;
  signature: string;
}

/**
 * Checks the chain without the till's code: the format defines the rule. @returns the first `nr` that does not follow
 */
function firstBad(transactions: Transaction[], publicKey: string): string | null {
  let previous = "0";
  for (const [index, { nr, transDate, transTime, transAmntIn, transAmntEx, signature }] of transactions.entries()) {
    const text = `${previous};${transDate};${transTime};${nr};${transAmntIn};${transAmntEx}`;
    const follows = verify(
      "sha1WithRSAEncryption",
      Buffer.from(text),
      createPublicKey(publicKey),
      Buffer.from(signature, "base64"),
    );
    if (!follows || Number(nr) !== index + 1) return nr;
    previous = signature;
  }
  return null;
}

async function saftOf(world: TestTill) {
  const made = await world.must("export.make", { kind: "saft", ...ALWAYS });
  const xml = await download(world, made, "saft");
  const read = convert(xml, { format: "object" }) as never as {
    auditfile: { company: { location: { cashregister: { event: object[]; cashtransaction: Transaction[] } } } };
  };
  return { made, xml, key: await download(world, made, "key"), register: read.auditfile.company.location.cashregister };
}

describe("an export as SAF-T Cash Register", () => {
  it("has the elements of the format in order, with the master data they refer to", async () => {
    await using world = await createTestTill();
    await aDay(world);
    await world.must("report.z", {});
    const { xml, register } = await saftOf(world);
    expect(await saftProblems(xml)).toEqual([]);
    const amounts = register.cashtransaction.map(({ nr, transAmntIn }) => [nr, transAmntIn]);
    expect(amounts).toEqual([
      ["1", "164.00"],
      ["2", "300.00"],
      ["3", "-50.00"],
    ]);
    expect(register.cashtransaction[0]).toMatchObject({
      raise: { raiseType: "TIP", raiseAmnt: "15.00" },
      ctLine: { lineAmntIn: "149.00" },
      payment: { paidAmnt: "164.00" },
    });
    expect(register.cashtransaction[2]).toMatchObject({ amntTp: "D", transType: "RETURNSAL" });
    expect(register.event).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ eventType: "POSSTART" }),
        expect.objectContaining({ eventType: "EMPIN" }),
        expect.objectContaining({
          eventType: "ZREP",
          eventReport: expect.objectContaining({
            reportID: "1",
            reportTotalCashSales: { totalCashSaleAmnt: "399.00" },
            reportArtGroups: { reportArtGroup: { artGroupID: "AMOUNTS", artGroupNum: "1", artGroupAmnt: "399.00" } },
            reportPayments: { reportPayment: { paymentType: "MOBILE", paymentNum: "1", paymentAmnt: "414.00" } },
            reportReturnNum: "1",
            reportReturnAmnt: "50.00",
            reportTip: { tipNum: "1", tipAmnt: "15.00" },
            reportGrandTotalSalesNet: "399.00",
          }),
        }),
      ]),
    );
    expect(xml).not.toContain(CUSTOMER);
  });

  it("contains each X report that a user took, and none that was only displayed", async () => {
    await using world = await createTestTill();
    await aDay(world);
    await world.must("report.x", {});
    await world.must("report.today", {});
    await world.asManager();
    const first = await world.must("report.takeX", {});
    await world.pay("SALE", 1000);
    await world.must("report.takeX", {});
    const { xml, register } = await saftOf(world);
    expect(await saftProblems(xml)).toEqual([]);
    const xReports = register.event.filter((event) => "eventType" in event && event.eventType === "XREP");
    expect(xReports).toMatchObject([
      {
        eventText: "report.read",
        eventReport: {
          reportID: "X1",
          reportType: "X report",
          reportPayments: { reportPayment: { paymentNum: "1", paymentAmnt: "414.00" } },
        },
      },
      {
        eventReport: { reportID: "X2", reportPayments: { reportPayment: { paymentNum: "2", paymentAmnt: "424.00" } } },
      },
    ]);
    expect(first).toMatchObject({ kind: "x", captured: 46_400 });
    const { items } = await world.must("journal.list", { event: "report.read" });
    expect(items).toMatchObject([{ person: "Owner" }, { person: "Owner" }]);
  });

  it("names its business days including the last one", async () => {
    const clock = fastClock(1, Date.parse("2026-11-20T12:00:00Z"));
    await using world = await createTestTill({ clock, sandbox: { now: clock.now } });
    await world.asManager();
    await world.pay("SALE", 1000);
    clock.pass(14 * 3_600_000);
    await world.asManager();
    const day = { from: "2026-11-20", to: "2026-11-20" };
    const made = await world.must("export.make", { kind: "saft", ...day });
    const xml = await download(world, made, "saft");
    expect(/<startDate>.*<\/endDate>/s.exec(xml)?.[0]).toContain(
      "<startDate>2026-11-20</startDate><endDate>2026-11-20</endDate>",
    );
  });

  it("is signed so that an edited, removed or swapped transaction is detected", async () => {
    await using world = await createTestTill();
    await aDay(world);
    const { made, key, register } = await saftOf(world);
    const good = register.cashtransaction;
    const [first, second, third] = good;
    if (!first || !second || !third) throw new Error("three transactions");
    expect(made.files.map(({ part }) => part)).toEqual(["saft", "key"]);
    expect(createPublicKey(key).asymmetricKeyDetails?.modulusLength).toBe(1024);
    expect(firstBad(good, key)).toBe(null);
    expect(firstBad([first, { ...second, transAmntIn: "30.00" }, third], key)).toBe("2");
    expect(firstBad([first, third], key)).toBe("3");
    expect(firstBad([{ ...second, nr: "1" }, { ...first, nr: "2" }, third], key)).toBe("1");
    expect(firstBad([second, third], key)).toBe("2");
  });

  it("includes the known company details, and remembers them", async () => {
    const shop = {
      name: "Kaffebrenneriet",
      address: ["Storgata 1", "0155 Oslo"],
      organisationNumber: "NO 999 999 999 MVA",
    };
    await using world = await createTestTill({ provisioning: { shop: { ...shop, phone: null, footer: null } } });
    await world.asManager();
    expect((await world.must("export.options", {})).saft).toMatchObject({
      companyIdent: "999999999",
      companyName: "Kaffebrenneriet",
      vatRegistered: true,
      street: "Storgata 1",
      postalCode: "0155",
      city: "Oslo",
    });
    const options = { saft: { companyName: "A & B <AS>", standardVatCode: "6" } };
    const made = await world.must("export.make", { kind: "saft", ...ALWAYS, options });
    const xml = await download(world, made, "saft");
    expect(await saftProblems(xml)).toEqual([]);
    expect(xml).toContain("<companyName>A &amp; B &lt;AS&gt;</companyName>");
    expect(xml).toContain("<standardVatCode>6</standardVatCode>");
    expect((await world.must("export.options", {})).saft).toMatchObject({
      companyName: "A & B <AS>",
      companyIdent: "999999999",
    });
  });
});
