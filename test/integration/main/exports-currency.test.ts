import { describe, expect, it } from "vitest";
import { createTestTill } from "../../support/test-till.ts";

const ALWAYS = { from: "2000-01-01", to: "2099-12-31" };

describe("an export in a currency with three decimals", () => {
  it("is refused as SAF-T, which has two decimals, and has every digit as CSV", async () => {
    await using world = await createTestTill({ provisioning: { currency: "KWD" }, sandbox: { currency: "KWD" } });
    await world.pay("SALE", 12_345);
    await world.asManager();
    expect(await world.call("export.make", { kind: "saft", ...ALWAYS })).toMatchObject({
      ok: false,
      error: {
        code: "invalid_input",
        details: { because: { code: "export_saft_decimals", values: { currency: "KWD" } } },
      },
    });
    expect((await world.must("export.list", {})).items).toEqual([]);

    const csv = await world.must("export.make", { kind: "csv", ...ALWAYS });
    const name = csv.files.find(({ part }) => part === "movements")?.name;
    const { data } = await world.must("export.read", { exportId: csv.exportId, name, offset: 0 });
    expect(Buffer.from(data, "base64").toString()).toContain("12,345");
  });

  it.each([
    ["a booking", "INSERT INTO tally VALUES (1, 'KWD', 1000, 'capture', '', 1, 1, 1234, 0, 0, 0)"],
    ["an X", `INSERT INTO x_report (at, through, content) VALUES (900000000, 0, '{"currency":"KWD"}')`],
  ])("is refused as SAF-T for a period with %s from before the currency change", async (_what, sql) => {
    await using world = await createTestTill();
    await world.pay("SALE", 100);
    world.database.exec(sql);
    await world.asManager();
    const refused = { ok: false, error: { details: { because: { code: "export_saft_decimals" } } } };
    const sinceThen = { from: "1970-01-01", to: "2099-12-31" };
    expect(await world.call("export.make", { kind: "saft", ...sinceThen })).toMatchObject(refused);
    expect(await world.call("export.make", { kind: "saft", ...ALWAYS })).toMatchObject({ ok: true });
  });
});
