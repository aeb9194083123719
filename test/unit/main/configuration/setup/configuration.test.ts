import { describe, expect, it } from "vitest";
import {
  exportConfiguration,
  importConfiguration,
  nextOf,
} from "../../../../../main/configuration/setup/configuration.ts";
import { DRAFT, SHARED } from "./draft.ts";

/** A till with every value that two tills cannot share. */
const FIRST = {
  ...DRAFT,
  callbacks: { listen: "0.0.0.0:8443", publicUrl: "https://till-1.shop.example/", tls: true },
};

describe("a configuration exported to the next till", () => {
  it("is imported whole except for the point of sale, user and public address", () => {
    const file = JSON.parse(JSON.stringify(exportConfiguration(FIRST, SHARED, Date.UTC(2026, 2, 1))));
    expect(file).toMatchObject({ format: "till-configuration", version: 2, madeAt: "2026-03-01T00:00:00.000Z" });
    expect(importConfiguration(file)).toEqual({
      ok: true,
      draft: {
        ...FIRST,
        service: { ...DRAFT.service, user: null },
        pos: { ...DRAFT.pos, id: "counter-2", name: "Counter 2" },
        callbacks: { listen: "0.0.0.0:8443", publicUrl: null, tls: true },
        shared: SHARED,
      },
    });
  });

  it("from a partial export leaves the rest of the settings unchanged", () => {
    const { shared: _, ...before } = DRAFT;
    const file = { ...exportConfiguration(DRAFT, SHARED, 0), version: 1, draft: before };
    expect(importConfiguration(file)).toMatchObject({ ok: true, draft: { currency: "NOK", shared: null } });
  });

  it.each([
    ["offline.maxAmount", { offline: { ...SHARED.offline, maxAmount: -1 } }],
    ["products[0].amount", { products: [{ id: "cup", name: "A cup", amount: 0.5 }] }],
    ["products[0].category", { products: [{ id: "cup", name: "A cup", amount: 100, category: "nowhere" }] }],
    ["roles[0].name", { roles: [{ id: "lead", name: null, rights: ["sale"], refundLimit: 0 }] }],
    ["businessDay.cutOff", { businessDay: { cutOff: "04:30" } }],
    ["kiosk.dispenser.url", { kiosk: { dispenser: { driver: "http", url: "http://shop.example/" } } }],
    ["kiosk.deposit", { kiosk: { deposit: 0 } }],
    ["printer.host", { printer: { kind: "escpos-tcp", host: "http://printer" } }],
    ["printer.device", { printer: { kind: "escpos-usb", device: "/dev/sda" } }],
    ["printer.queue", { printer: { kind: "escpos-queue", queue: "-o" } }],
    ["shop.name", { shop: { name: "two\nlines" } }],
    ["staff", { staff: { managerPin: "274951" } }],
  ])("with a wrong %s is refused, by the rules of a provisioning file", (field, differs) => {
    const file = exportConfiguration(DRAFT, { ...SHARED, ...(differs as object) }, 0);
    expect(importConfiguration(file)).toMatchObject({
      ok: false,
      problems: [{ field: `configuration.draft.shared.${field}` }],
    });
  });

  it("is refused with every invalid, missing or unknown field", () => {
    const good = exportConfiguration(DRAFT, SHARED, 0);
    const problems = (value: unknown) => {
      const read = importConfiguration(value);
      return read.ok ? [] : read.problems.map(({ field }) => field);
    };
    expect(problems("text")).toEqual(["configuration"]);
    expect(problems({ ...good, format: "something" })).toEqual(["configuration.format"]);
    expect(problems({ ...good, version: 3 })).toEqual(["configuration.version"]);
    expect(problems({ ...good, colour: "red" })).toEqual(["configuration.colour"]);
    expect(problems({ ...good, draft: { ...DRAFT, privateKey: "x", pos: { ...DRAFT.pos, id: 7 } } })).toEqual(
      expect.arrayContaining(["configuration.draft.privateKey", "configuration.draft.pos.id"]),
    );
    const { currency: _, ...without } = DRAFT;
    expect(problems({ ...good, draft: without })).toEqual(["configuration.draft.currency"]);
  });

  it("reports the supported version", () => {
    expect(importConfiguration({ ...exportConfiguration(DRAFT, SHARED, 0), version: 3 })).toMatchObject({
      problems: [{ expected: expect.stringContaining("version 1 or 2") }],
    });
  });

  it.each([
    ["counter-1", "counter-2"],
    ["counter-09", "counter-10"],
    ["counter", "counter-2"],
    ["99", "100"],
    ["shop 4 till", "shop 4 till-2"],
    ["x".repeat(64), "x".repeat(64)],
  ])("after %s has %s", (id, next) => {
    expect(nextOf(id, "-", 64)).toBe(next);
  });
});
