import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  missingScopes,
  PERMISSION_PHASES,
  type Permission,
  SCOPES,
  type Scope,
} from "../../../../contract/customers/permissions.ts";
import { ageOf, claimRows, permissionLook } from "../../../../renderer/customer-data/look.ts";

function permission(changed: Partial<Permission>): Permission {
  return {
    posTid: "p-1",
    combined: false,
    rid: "r-1",
    scope: ["email"],
    preset: null,
    purpose: "",
    text: null,
    phase: "granted",
    status: "ok",
    statusCode: 2000,
    qr: null,
    codeUntil: null,
    customer: "•••5090",
    granted: ["email"],
    claims: { email: { email: "k•••@•••" } },
    reading: false,
    unread: [],
    usable: false,
    deadline: null,
    keepDays: 0,
    termsUrl: null,
    erased: null,
    fee: null,
    mail: null,
    createdAt: "2026-11-24T10:00:00Z",
    modifiedAt: "2026-11-24T10:00:00Z",
    revision: 1,
    operations: [],
    attention: null,
    attentionReason: null,
    steps: [],
    ...changed,
  };
}

const word = (changed: Partial<Permission>) => permissionLook(permission(changed)).word;
const ERASED: Permission["erased"] = { at: "2026-11-24T11:00:00Z", because: "asked", claims: ["email"] };

const scopes = fc.uniqueArray(fc.constantFrom<Scope>(...SCOPES), { maxLength: SCOPES.length });
const requests = fc
  .record({
    scope: scopes,
    granted: scopes,
    unread: scopes,
    reading: fc.boolean(),
    phase: fc.constantFrom(...PERMISSION_PHASES),
  })
  .map(({ unread, ...rest }) =>
    permission({
      ...rest,
      unread: unread.map((scope) => ({ scope, because: { code: "permission_not_yet", values: {} } })),
    }),
  );

describe("the label of a data request", () => {
  it("is its phase, unless a grant lacks a part", () => {
    fc.assert(
      fc.property(requests, (one) => {
        const isInPart = one.phase === "granted" && missingScopes(one).length > 0;
        expect(permissionLook(one).word).toBe(isInPart ? "partly" : one.phase);
      }),
    );
  });

  it("has its own shape for each final label", () => {
    const ends = [
      word({}),
      word({ granted: [] }),
      word({ erased: ERASED, claims: {} }),
      word({ phase: "declined" }),
      word({ phase: "expired" }),
      word({ phase: "aborted" }),
      word({ phase: "attention" }),
    ];
    expect(ends).toEqual(["granted", "partly", "forgotten", "declined", "expired", "aborted", "attention"]);
    const shapes = [
      permission({}),
      permission({ granted: [] }),
      permission({ erased: ERASED, claims: {} }),
      ...(["declined", "expired", "aborted", "attention"] as const).map((phase) => permission({ phase })),
    ].map((one) => permissionLook(one).Icon);
    expect(new Set(shapes).size).toBe(ends.length);
  });

  it("is deleted only when nothing is left: the answer of an age check stays", () => {
    const age = { scope: ["fodselsnummer"] as Scope[], granted: ["fodselsnummer"], erased: ERASED };
    expect(word({ ...age, claims: { fodselsnummer: { over_18: "yes" } } })).toBe("granted");
    expect(word({ ...age, claims: {} })).toBe("forgotten");
    expect(word({ phase: "declined", granted: [], claims: {}, erased: ERASED })).toBe("declined");
  });
});

describe("missing data", () => {
  it("is the requested data without an answer, and never a complete part", () => {
    fc.assert(
      fc.property(requests, (one) => {
        const lacks = missingScopes(one);
        for (const scope of lacks) expect(one.scope).toContain(scope);
        const isUnread = (scope: Scope) => !one.reading && one.unread.some((each) => each.scope === scope);
        for (const scope of one.scope.filter((each) => each !== "openid"))
          expect(lacks.includes(scope)).toBe(!one.granted.includes(scope) || isUnread(scope));
      }),
    );
  });

  it("counts the sign-in separately", () => {
    expect(missingScopes(permission({ scope: ["openid", "email"], granted: ["email"] }))).toEqual([]);
    expect(missingScopes(permission({ scope: ["openid"], granted: [] }))).toEqual(["openid"]);
  });

  it("waits for unread data until reading ends", () => {
    const unread: Permission["unread"] = [{ scope: "email", because: { code: "permission_not_yet", values: {} } }];
    expect(missingScopes(permission({ unread, reading: true }))).toEqual([]);
    expect(missingScopes(permission({ unread }))).toEqual(["email"]);
  });
});

describe("an age check", () => {
  it("states yes or no with its proof, and nothing without an answer", () => {
    const at = "2026-11-24T10:00:00Z";
    const ageCheck = { over_18: "no", source: "bankid", verified_at: at };
    expect(ageOf(permission({ claims: { fodselsnummer: ageCheck } }))).toEqual({
      isAdult: false,
      source: "bankid",
      at,
    });
    expect(ageOf(permission({ claims: { bankid: { over_18: "yes" } } }))).toEqual({
      isAdult: true,
      source: null,
      at: null,
    });
    expect(ageOf(permission({ claims: { fodselsnummer: {} } }))).toBeNull();
    expect(ageOf(permission({}))).toBeNull();
  });

  it.each([
    ["yes", "no", false],
    ["no", "yes", false],
    ["yes", "yes", true],
  ])("uses the stricter answer of two: %s and %s", (register, bank, isAdult) => {
    const claims = { fodselsnummer: { over_18: register }, bankid: { over_18: bank } };
    expect(ageOf(permission({ claims }))?.isAdult).toBe(isAdult);
  });

  it("accepts a customer as of age only on yes", () => {
    fc.assert(
      fc.property(fc.string(), (over_18) => {
        expect(ageOf(permission({ claims: { bankid: { over_18 } } }))?.isAdult).toBe(over_18 === "yes");
      }),
    );
  });
});

describe("the rows of shared data", () => {
  const values = fc.dictionary(fc.constantFrom("formatted", "name", "locality", "over_18"), fc.string(), {
    minKeys: 1,
  });

  it("never contain a national id or a sign-in", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom<Scope>(...SCOPES), values), (claims) => {
        const rows = claimRows(permission({ claims }));
        for (const { scope, claim } of rows) {
          expect(["fodselsnummer", "bankid", "openid"]).not.toContain(scope);
          expect(claim.startsWith(`${scope}.`)).toBe(true);
        }
      }),
    );
  });

  it("contain a full address only when its parts are missing", () => {
    const fullAddress = { formatted: "S•••" };
    expect(claimRows(permission({ claims: { address: fullAddress } })).map(({ claim }) => claim)).toEqual([
      "address.formatted",
    ]);
    const parts = { ...fullAddress, locality: "O•••" };
    expect(claimRows(permission({ claims: { address: parts } }))).toEqual([
      { scope: "address", claim: "address.locality", masked: "O•••" },
    ]);
  });
});
