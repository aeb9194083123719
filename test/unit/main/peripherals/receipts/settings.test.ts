import { describe, expect, it } from "vitest";
import type { StoredSettings } from "../../../../../contract/settings.ts";
import { receiptSettings } from "../../../../../main/peripherals/receipts/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const SHOP = { address: [], organisationNumber: null, phone: null, footer: null };
const PROVISIONED = { ...SHOP, name: "Provisioned" };
const CHOSEN = { ...SHOP, name: "Chosen at the till" };
const NEWER = { ...SHOP, name: "Provisioned anew" };
const WHO = { actor: "Owner", now: 0 };

function world() {
  const temporary = temporaryDatabase();
  const { database } = temporary;
  const journal = createJournal(database);
  return {
    with: (settings: Pick<StoredSettings, "shop" | "printer" | "receipt">) =>
      receiptSettings({ database, journal, settings, shopName: () => "The merchant" }),
    [Symbol.dispose]: () => temporary[Symbol.dispose](),
  };
}

describe("shop, printer and receipts", () => {
  it("begin without a printer, under the merchant's name", () => {
    using till = world();
    expect(till.with({}).get()).toEqual({
      shop: { ...SHOP, name: "The merchant" },
      printer: { kind: "none" },
      receipt: { electronic: false, print: "ask" },
    });
  });

  it("are what was provisioned, until the owner chooses otherwise", () => {
    using till = world();
    const store = till.with({ shop: PROVISIONED });
    expect(store.get().shop).toEqual(PROVISIONED);
    store.set({ shop: CHOSEN }, WHO);
    expect(store.get().shop).toEqual(CHOSEN);
  });

  it("stay the owner's choice at a restart, under the same provisioning, and under none", () => {
    using till = world();
    till.with({ shop: PROVISIONED }).set({ shop: CHOSEN }, WHO);
    expect(till.with({ shop: PROVISIONED }).get().shop).toEqual(CHOSEN);
    expect(till.with({ shop: null }).get().shop).toEqual(CHOSEN);
    expect(till.with({}).get().shop).toEqual(CHOSEN);
  });

  it("are the newer provisioning's, part by part", () => {
    using till = world();
    const choices = { electronic: true, print: "always" } as const;
    till.with({ shop: PROVISIONED }).set({ shop: CHOSEN, receipt: choices }, WHO);
    expect(till.with({ shop: NEWER }).get()).toMatchObject({ shop: NEWER, receipt: choices });
  });
});
