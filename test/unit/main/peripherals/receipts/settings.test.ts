import { describe, expect, it } from "vitest";
import type { StoredSettings } from "../../../../../contract/configuration/settings.ts";
import { receiptSettings } from "../../../../../main/peripherals/receipts/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const SHOP = { address: [], organisationNumber: null, phone: null, footer: null };
const PROVISIONED = { ...SHOP, name: "Provisioned" };
const CHOSEN = { ...SHOP, name: "Chosen at the till" };
const NEWER = { ...SHOP, name: "Provisioned again" };
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
  it("default to no printer and the merchant's name", () => {
    using till = world();
    expect(till.with({}).get()).toEqual({
      shop: { ...SHOP, name: "The merchant" },
      printer: { kind: "none" },
      receipt: { electronic: false, print: "ask" },
    });
  });

  it("are the provisioned ones until the owner changes them", () => {
    using till = world();
    const store = till.with({ shop: PROVISIONED });
    expect(store.get().shop).toEqual(PROVISIONED);
    store.set({ shop: CHOSEN }, WHO);
    expect(store.get().shop).toEqual(CHOSEN);
  });

  it("keep the owner's choice at a restart, with the same provisioning or none", () => {
    using till = world();
    till.with({ shop: PROVISIONED }).set({ shop: CHOSEN }, WHO);
    expect(till.with({ shop: PROVISIONED }).get().shop).toEqual(CHOSEN);
    expect(till.with({ shop: null }).get().shop).toEqual(CHOSEN);
    expect(till.with({}).get().shop).toEqual(CHOSEN);
  });

  it("keep the owner's choice when the same provisioning gets a newer field", () => {
    using till = world();
    const choices = { electronic: true, print: "always" } as const;
    till.with({ receipt: { electronic: true } as typeof choices }).set({ receipt: choices }, WHO);
    expect(till.with({ receipt: { electronic: true, print: "ask" } }).get().receipt).toEqual(choices);
    expect(till.with({ receipt: { electronic: false, print: "ask" } }).get().receipt.print).toBe("ask");
  });

  it("follow newer provisioning, part by part", () => {
    using till = world();
    const choices = { electronic: true, print: "always" } as const;
    till.with({ shop: PROVISIONED }).set({ shop: CHOSEN, receipt: choices }, WHO);
    expect(till.with({ shop: NEWER }).get()).toMatchObject({ shop: NEWER, receipt: choices });
  });
});
