/** Names stored in another form than they are typed in now. */
import { describe, expect, it } from "vitest";
import { staffMembers } from "../../../main/people/members.ts";
import { storedSettings } from "../../../main/storage/database/settings.ts";
import { createTestTill } from "../../support/test-till.ts";

const MESSY = " Bla\u030abær\u200e \u00a0A\u00ads ";
const SEEN = "Blåbær As";
const NO_SHOP = { address: [], organisationNumber: null, phone: null, footer: null };

describe("provisioned names", () => {
  const provisioning = {
    pos: { id: "counter-1", name: MESSY, type: "store" },
    shop: { name: MESSY, address: [MESSY], footer: MESSY },
    categories: [{ id: "bla\u030a", name: MESSY, names: { en: MESSY } }],
    products: [{ id: "o\u0308", name: MESSY, amount: 100, category: "bla\u030a" }],
    roles: [{ id: "lead", name: MESSY, rights: ["sale"], refundLimit: 0 }],
  };

  it("are used in their visible form, and identifiers unchanged", async () => {
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

  it("are stored as written, and a choice made at the till applies until the file changes", async () => {
    await using till = await createTestTill({ provisioning });
    expect(storedSettings(till.database)).toMatchObject({
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

describe("products saved at the till", () => {
  it("have names in their visible form", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const product = { id: "a", name: MESSY, names: { en: MESSY }, amount: 100, vatRate: 2500 };
    await till.must("catalogue.set", { categories: [{ id: "c", name: MESSY }], products: [product] });
    expect(await till.must("catalogue.get", {})).toMatchObject({
      categories: [{ id: "c", name: SEEN }],
      products: [{ id: "a", name: SEEN, names: { en: SEEN } }],
    });
  });
});

describe("names without a visible character", () => {
  const EMPTY = "\u200b";
  const fieldsOf = (result: { ok: boolean; error?: { details: { fields?: { field: string }[] } } }) =>
    result.error?.details.fields?.map(({ field }) => field);

  it("are refused with their fields, and nothing is stored", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const before = await till.must("catalogue.get", {});
    const product = { id: "a", name: EMPTY, names: { en: EMPTY }, amount: 100, vatRate: 2500 };
    const catalogue = { categories: [{ id: "c", name: EMPTY }], products: [product] };
    expect(fieldsOf(await till.call("catalogue.set", catalogue))).toEqual([
      "categories[0].name",
      "products[0].name",
      "products[0].names.en",
    ]);
    expect(await till.must("catalogue.get", {})).toEqual(before);
    const shop = { ...NO_SHOP, name: EMPTY, address: [EMPTY], footer: EMPTY };
    const fields = fieldsOf(await till.call("receipt.settings.set", { shop }));
    expect(fields).toEqual(["shop.name", "shop.address[0]", "shop.footer"]);
    const register = { name: EMPTY, rights: ["sell" as const], refundLimit: 0 };
    expect(fieldsOf(await till.call("register.add", register))).toEqual(["name"]);
  });

  it.each([
    ["pos.name", { pos: { id: "counter-1", name: EMPTY, type: "store" } }],
    ["roles[0].name", { roles: [{ id: "lead", name: EMPTY, rights: ["sale"], refundLimit: 0 }] }],
    ["products[0].name", { products: [{ id: "a", name: EMPTY, amount: 100 }] }],
    ["shop.name", { shop: { name: EMPTY } }],
  ])("are refused in provisioning: %s", async (field, provisioning) => {
    await expect(createTestTill({ provisioning })).rejects.toThrow(field);
  });
});

describe("names that grow when they are composed", () => {
  it("are refused with their fields when their composed form exceeds the limit", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const long = "\u0958";
    const product = { id: "a", name: long.repeat(51), amount: 100, vatRate: 2500 };
    for (const answer of [
      await till.call("catalogue.set", { categories: [], products: [product] }),
      await till.call("register.add", { name: long.repeat(21), rights: ["sell"], refundLimit: 0 }),
      await till.call("receipt.settings.set", { shop: { ...NO_SHOP, name: long.repeat(31) } }),
    ])
      expect(answer).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    await till.must("catalogue.set", { categories: [], products: [{ ...product, name: long.repeat(50) }] });
    const { version: _, ...stored } = await till.must("catalogue.get", {});
    await till.must("catalogue.set", stored);
  });

  it("are refused without normalisation when far over the limit", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const name = "\u200e".repeat(200).concat("Åse");
    expect(await till.call("staff.add", { name: name.slice(3), role: "cashier", pin: "4917" })).toMatchObject({
      ok: true,
    });
    expect(await till.call("staff.add", { name: name.repeat(2), role: "cashier", pin: "4917" })).toMatchObject({
      error: { details: { fields: [{ field: "name" }] } },
    });
  });
});

describe("a shop's details", () => {
  it("have a phone number and an organisation number without direction marks", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const shop = {
      ...NO_SHOP,
      name: "Åse",
      phone: "\u202a+47 22 22 22 22\u202c",
      organisationNumber: "\u200e912345678",
    };
    await till.must("receipt.settings.set", { shop });
    expect((await till.must("receipt.settings.get", {})).shop).toMatchObject({
      phone: "+47 22 22 22 22",
      organisationNumber: "912345678",
    });
  });
});

describe("names that an earlier version stored as written", () => {
  it("are returned in their visible form", async () => {
    await using till = await createTestTill({});
    await till.asManager();
    const product = { id: "a", name: "x", amount: 100, vatRate: 2500 };
    await till.must("catalogue.set", { categories: [], products: [product] });
    const content = { categories: [{ id: "c", name: MESSY }], products: [{ ...product, name: MESSY }] };
    till.database.prepare("UPDATE catalogue SET version = version + 1, content = ?").run(JSON.stringify(content));
    expect(await till.must("catalogue.get", {})).toMatchObject({
      categories: [{ name: SEEN }],
      products: [{ name: SEEN }],
    });
    const pin = { salt: Buffer.alloc(16), hash: Buffer.alloc(32), isUsual: false };
    staffMembers(till.database).add({ name: MESSY, role: "cashier", pin }, 0);
    expect((await till.must("staff.list", {})).items.map(({ name }) => name)).toContain(SEEN);
  });
});

describe("a name that is stored with separate accents", () => {
  it("is taken when another person types it with composed accents", async () => {
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

  it("is one product name in the day's figures when typed with composed accents", async () => {
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
