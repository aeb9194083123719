import { describe, expect, it } from "vitest";
import { environmentOfDraft, needsNewFolder, sameOwner } from "../../../../contract/configuration/setup-folder.ts";
import { DRAFT } from "../../main/configuration/setup/draft.ts";

const at = (service: Partial<typeof DRAFT.service>) => ({ ...DRAFT, service: { ...DRAFT.service, ...service } });

describe("the kind of money a till moves", () => {
  it("follows its preset, a testbed token, or an address that only this machine has", () => {
    expect(environmentOfDraft({ ...DRAFT, preset: "demo", testbed: true })).toBe("demo");
    expect(environmentOfDraft({ ...DRAFT, testbed: true })).toBe("test");
    expect(environmentOfDraft(DRAFT)).toBe("live");
    expect(environmentOfDraft(at({ baseUrl: "http://127.0.0.1:4000" }))).toBe("test");
    expect(environmentOfDraft(at({ baseUrl: "HTTP://localhost" }))).toBe("test");
    expect(environmentOfDraft({ ...at({ baseUrl: "http://127.0.0.1:1" }), preset: "demo" })).toBe("demo");
    // An address that is still being typed.
    expect(environmentOfDraft(at({ baseUrl: "http:" }))).toBe("live");
  });
});

describe("books", () => {
  it.each([
    ["another merchant", at({ merchant: "T002" })],
    ["another service", at({ baseUrl: "https://pay.other" })],
    ["another service on the same host", at({ baseUrl: "https://pay.example/two" })],
    ["another currency", { ...DRAFT, currency: "EUR" }],
    ["the testbed", { ...DRAFT, testbed: true }],
  ])("of %s are separate: once there are payments, a new till is created", (_what, draft) => {
    expect(sameOwner(DRAFT, draft)).toBe(false);
    expect(needsNewFolder({ draft: DRAFT, used: true }, draft)).toBe(true);
    expect(needsNewFolder({ draft: DRAFT, used: false }, draft)).toBe(false);
  });

  it.each([
    ["another user and key", at({ user: "till-2" })],
    ["the same address in another spelling", at({ baseUrl: "HTTPS://Pay.Example:443/" })],
    ["another point of sale", { ...DRAFT, pos: { ...DRAFT.pos, id: "counter-9" } }],
    ["another language", { ...DRAFT, locale: "en-IE" }],
  ])("with %s are shared", (_what, draft) => {
    expect(needsNewFolder({ draft: DRAFT, used: true }, draft)).toBe(false);
  });

  it("of a demo stay the demo's at any address of its service", () => {
    const demo = { ...DRAFT, preset: "demo" as const };
    const elsewhere = { ...demo, service: { ...demo.service, baseUrl: "http://127.0.0.1:9" } };
    expect(needsNewFolder({ draft: demo, used: true }, elsewhere)).toBe(false);
    expect(needsNewFolder({ draft: demo, used: true }, { ...demo, currency: "EUR" })).toBe(true);
    // Its folder stores its service, with or without payments.
    expect(needsNewFolder({ draft: demo, used: false }, DRAFT)).toBe(true);
    expect(needsNewFolder({ draft: DRAFT, used: false }, demo)).toBe(true);
  });
});
