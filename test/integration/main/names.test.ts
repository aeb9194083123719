/** Names that a till has stored in another form than they are typed in now. */
import { describe, expect, it } from "vitest";
import { staffMembers } from "../../../main/people/members.ts";
import { keptSettings } from "../../../main/storage/database/settings.ts";
import { createTestTill } from "../../support/test-till.ts";

const MESSY = " Bla\u030abær\u200e \u00a0A\u00ads ";
const SEEN = "Blåbær As";

describe("names that are provisioned", () => {
  const provisioning = {
    pos: { id: "counter-1", name: MESSY, type: "store" },
    shop: { name: MESSY, address: [MESSY], footer: MESSY },
    categories: [{ id: "bla\u030a", name: MESSY, names: { en: MESSY } }],
    products: [{ id: "o\u0308", name: MESSY, amount: 100, category: "bla\u030a" }],
    roles: [{ id: "lead", name: MESSY, rights: ["sale"], refundLimit: 0 }],
  };

  it("are used as they are seen, and their identifiers as they are", async () => {
    await using till = await createTestTill({ provisioning });
    await till.asManager();
    expect((await till.must("terminal.get", {})).pos).toMatchObject({ id: "counter-1", name: SEEN });
    expect(await till.must("catalogue.get", {})).toMatchObject({
      categories: [{ id: "bla\u030a", name: SEEN, names: { en: SEEN } }],
      products: [{ id: "o\u0308", name: SEEN, category: "bla\u030a" }],
    });
    expect((await till.must("receipt.settings.get", {})).shop).toMatchObject({
      name: SEEN,
      address: [SEEN],
      footer: SEEN,
    });
    const { roles } = await till.must("staff.policy", {});
    expect(roles.find(({ id }) => id === "lead")?.name).toBe(SEEN);
  });

  it("are kept as they were written: what was chosen at the till counts until the file changes", async () => {
    await using till = await createTestTill({ provisioning });
    expect(keptSettings(till.database)).toMatchObject({
      ...provisioning,
      shop: { name: MESSY.trim(), address: [MESSY.trim()], footer: MESSY.trim() },
      categories: [{ name: MESSY.trim(), names: { en: MESSY.trim() } }],
      products: [{ name: MESSY.trim() }],
      roles: [{ name: MESSY.trim() }],
    });
    await till.asManager();
    const { version: _version, ...catalogue } = await till.must("catalogue.get", {});
    const dearer = { ...catalogue, products: catalogue.products.map((product) => ({ ...product, amount: 200 })) };
    await till.must("catalogue.set", dearer);
    await till.restart(() => undefined);
    expect((await till.must("catalogue.get", {})).products).toMatchObject([{ name: SEEN, amount: 200 }]);
  });
});

it("names of products that are saved at the till are stored as they are seen", async () => {
  await using till = await createTestTill({});
  await till.asManager();
  const product = { id: "a", name: MESSY, names: { en: MESSY }, amount: 100, vatRate: 2500 };
  await till.must("catalogue.set", { categories: [{ id: "c", name: MESSY }], products: [product] });
  expect(await till.must("catalogue.get", {})).toMatchObject({
    categories: [{ id: "c", name: SEEN }],
    products: [{ id: "a", name: SEEN, names: { en: SEEN } }],
  });
});

describe("a name that is stored with its accents apart", () => {
  it("is another person's when it is typed with them", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    staffMembers(till.database).add(
      { name: "A\u030ase", role: "cashier", pin: { salt: Buffer.alloc(16), hash: Buffer.alloc(32), isUsual: false } },
      0,
    );
    for (const name of ["Åse", "ÅSE", "\u2068Åse\u2069"])
      expect(await till.call("staff.add", { name, role: "cashier", pin: "4917" }), name).toMatchObject({
        error: { details: { fields: [{ field: "name", because: { code: "staff_name_taken" } }] } },
      });
  });

  it("is the name of one product in the day's figures when it is typed with them", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const sell = (name: string) =>
      till.must("payment.start", { action: "SALE", amount: 100, lines: [{ name, quantity: 1, unitAmount: 100 }] });
    const lines = [];
    for (const name of ["Blåbær", "Bla\u030abær\u200e"]) {
      const { posTid } = await sell(name);
      lines.push((await till.must("payment.get", { posTid })).lines.map((line) => line.name));
      await till.must("payment.abort", { posTid });
    }
    expect(lines).toEqual([["Blåbær"], ["Blåbær"]]);
  });
});
