import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DEFAULT_COUNTER } from "../../../../../contract/catalogue/counter.ts";
import type { StoredSettings } from "../../../../../contract/configuration/settings.ts";
import type { SetupDraft } from "../../../../../contract/configuration/setup.ts";
import { checkProvisioning, checkSettings } from "../../../../../main/configuration/settings/provision.ts";
import { type AvailableToDraft, checkDraft, draftOf, sharedOf } from "../../../../../main/configuration/setup/draft.ts";
import { DRAFT, SHARED } from "./draft.ts";

const keyPair = (modulusLength: number) =>
  generateKeyPairSync("rsa", {
    modulusLength,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
const { privateKey, publicKey } = keyPair(2048);
const short = keyPair(1024);

const NOTHING = { privateKey: null, secret: null, testbedToken: null, tlsKey: null };
const current = settingsOf(DRAFT);

function settingsOf(draft: SetupDraft): StoredSettings {
  const { preset: _, scheme, testbed: __, shared: ___, service, callbacks, pos, ...rest } = draft;
  const content = {
    ...rest,
    service: { ...service, publicKey: undefined, ca: undefined, auth: { scheme, privateKeyFile: "key" } },
    pos,
    callbacks: { listen: callbacks.listen, publicUrl: callbacks.publicUrl },
    products: [{ id: "cup", name: "A cup", amount: 4900 }],
    confirmAbove: 100_000,
  };
  const { publicKey: _p, ca: _c, ...address } = content.service;
  const checked = checkProvisioning({ ...content, service: address }, () => privateKey, false);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.value.settings;
}

function available(
  secrets: Partial<AvailableToDraft["secrets"]> = { privateKey },
  tlsCertificate: string | null = null,
): AvailableToDraft {
  return { current, secrets: { ...NOTHING, ...secrets }, tlsCertificate };
}

/** Returns the invalid fields of a draft. */
function wrong(draft: SetupDraft, given = available()): string[] {
  const checked = checkDraft(draft, given);
  return checked.ok ? [] : checked.problems.map(({ field }) => field);
}

describe("a draft", () => {
  it("of the active settings produces identical settings", () => {
    expect(draftOf(current, false)).toEqual(DRAFT);
    expect(checkDraft(draftOf(current, false), available())).toMatchObject({ ok: true, value: { settings: current } });
  });

  it("of a shop that was tried as a demo drops the demo's products", () => {
    const inDemo = { ...available(), current: { ...current, demo: true } };
    expect(checkDraft(DRAFT, inDemo)).toMatchObject({ ok: true, value: { settings: { demo: false, products: [] } } });
    expect(checkDraft({ ...DRAFT, preset: "demo" }, inDemo)).toMatchObject({
      value: { settings: { demo: true, products: [{ id: "cup" }] } },
    });
  });

  it("leaves unnamed fields unchanged", () => {
    const checked = checkDraft({ ...DRAFT, currency: "EUR" }, available());
    expect(checked).toMatchObject({
      value: { settings: { currency: "EUR", confirmAbove: 100_000, products: [{ id: "cup" }] } },
    });
  });

  it.each<[string, Partial<SetupDraft>]>([
    ["service.baseUrl", { service: { ...DRAFT.service, baseUrl: "http://pay.example" } }],
    ["service.merchant", { service: { ...DRAFT.service, merchant: "" } }],
    ["service.user", { service: { ...DRAFT.service, user: null } }],
    ["service.trustedHosts[1]", { service: { ...DRAFT.service, trustedHosts: ["a.example", ".b"] } }],
    ["service.publicKey", { service: { ...DRAFT.service, publicKey: "nonsense" } }],
    ["service.publicKey", { service: { ...DRAFT.service, publicKey: privateKey } }],
    ["service.ca", { service: { ...DRAFT.service, ca: "nonsense" } }],
    ["scheme", { service: { ...DRAFT.service, user: null, integrator: "us" }, scheme: "SECRET" }],
    ["pos.id", { pos: { ...DRAFT.pos, id: "" } }],
    ["pos.type", { pos: { ...DRAFT.pos, type: "shop" } }],
    ["pos.location.latitude", { pos: { ...DRAFT.pos, location: { latitude: 91, longitude: null, accuracy: null } } }],
    ["currency", { currency: "kr" }],
    ["locale", { locale: "?" }],
    ["timeZone", { timeZone: "Mars" }],
    ["callbacks.listen", { callbacks: { listen: "8443", publicUrl: null, tls: false } }],
    ["callbacks.publicUrl", { callbacks: { listen: "127.0.0.1:1", publicUrl: "till.example", tls: false } }],
    ["callbacks.listen", { callbacks: { listen: null, publicUrl: "https://till.example/", tls: false } }],
  ])("reports an invalid %s by its path in the draft", (field, differs) => {
    expect(wrong({ ...DRAFT, ...differs }, available({ privateKey, secret: "long-enough-secret" }))).toEqual([field]);
  });

  it("reports missing vault secrets, also while fields are invalid", () => {
    const nothing = available({});
    expect(wrong(DRAFT, nothing)).toEqual(["secrets.key"]);
    expect(wrong({ ...DRAFT, scheme: "SECRET" }, nothing)).toEqual(["secrets.secret"]);
    expect(wrong({ ...DRAFT, testbed: true }, available({ privateKey, testbedToken: "" }))).toEqual([
      "secrets.testbedToken",
    ]);
    const tls = { ...DRAFT, callbacks: { listen: "127.0.0.1:1", publicUrl: null, tls: true } };
    expect(wrong(tls)).toEqual(["secrets.tls"]);
    expect(wrong({ ...DRAFT, currency: "kr" }, nothing)).toEqual(["secrets.key", "currency"]);
  });

  it("rejects a weak key, and ignores files that a wizard does not have", () => {
    const checked = checkDraft(DRAFT, available({ privateKey: short.privateKey }));
    expect(checked).toMatchObject({
      ok: false,
      problems: [{ field: "secrets.key", expected: "an RSA private key of at least 2048 bits" }],
    });
  });

  it("for the demo does not validate a service", () => {
    const demo = { ...DRAFT, preset: "demo" as const, service: { ...DRAFT.service, baseUrl: "", merchant: "" } };
    expect(checkDraft(demo, available())).toMatchObject({ ok: true, value: { settings: { demo: true } } });
  });

  it("applies an imported configuration, by the rules of a provisioning file", () => {
    const checked = checkDraft({ ...DRAFT, shared: SHARED }, available());
    expect(checked).toMatchObject({ ok: true, value: { settings: SHARED } });
    if (!checked.ok) return;
    const { shop, printer, receipt, counter, categories, roles } = SHARED;
    if (!shop || !printer || !receipt || !counter || !roles) throw new Error("nothing to share");
    const products = SHARED.products.map((product) => ({ ...product, vatRate: 2500, picture: "0".repeat(64) }));
    const inForce = { receipts: { shop, printer, receipt }, catalogue: { categories, products }, roles };
    expect(sharedOf(checked.value.settings, { ...inForce, counter: { ...counter, logo: "0".repeat(64) } })).toEqual(
      SHARED,
    );
    expect(wrong({ ...DRAFT, shared: { ...SHARED, confirmAbove: 0 } })).toEqual(["confirmAbove"]);
  });

  it("exports a business day from an older version, and no unnamed shop", () => {
    const { businessDay: _, ...before } = current;
    const unnamedShop = { name: "", address: [], organisationNumber: null, phone: null, footer: null };
    const receipts = {
      shop: unnamedShop,
      printer: { kind: "none" as const },
      receipt: { electronic: false, print: "ask" as const },
    };
    const nothing = { catalogue: { categories: [], products: [] }, counter: DEFAULT_COUNTER, roles: [] };
    expect(sharedOf(before, { receipts, ...nothing })).toMatchObject({ businessDay: { cutOff: "04:00" }, shop: null });
  });
});

describe("active settings", () => {
  it("are refused for contradictions, as in a provisioning file", () => {
    const settings = { ...current, service: { ...current.service, publicKey } };
    const secrets = { privateKey, secret: null, testbedToken: "token", tlsKey: null };
    const cup = { id: "cup", name: "A cup", amount: 4900, barcode: "7038010021145" };
    for (const [field, products] of [
      ["products[0].category", [{ ...cup, category: "nowhere" }]],
      ["products[1].id", [cup, { ...cup, barcode: undefined }]],
      ["products[1].barcode", [cup, { ...cup, id: "mug" }]],
    ] as const)
      expect(checkSettings({ ...settings, products: [...products], secrets })).toMatchObject({
        ok: false,
        problems: [{ field }],
      });
  });

  it("are validated into identical settings and secrets", () => {
    const settings = { ...current, service: { ...current.service, publicKey } };
    const secrets = { privateKey, secret: null, testbedToken: "token", tlsKey: null };
    expect(checkSettings({ ...settings, secrets })).toEqual({
      ok: true,
      value: { settings, secrets: { privateKey, testbedToken: "token" }, managerPin: null },
    });
  });
});
