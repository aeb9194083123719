import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  redactedBody,
  redactedRecord,
  redactedText,
  withoutPersonalData,
} from "../../../../../main/payments/exchanges/redact.ts";

const storedBody = (value: unknown) => JSON.parse(redactedBody(JSON.stringify(value)) ?? "null");

describe("the stored part of a body", () => {
  it("contains amounts, states and the ids of both sides, with the customer masked", () => {
    expect(
      storedBody({
        action: "SALE",
        allow_credit: true,
        amount: 14_900,
        currency: "NOK",
        customer: "4798765432",
        pos_id: "counter-1",
        pos_tid: "K7Q2-0142-ABCDEFGH",
        expires_in: 300,
        callback_uri: "https://till.example/0123456789abcdef",
        text: "Two coffees for 987 65 432",
        line_items: [
          { description: "Cake for 987 65 432", product_id: "cake", quantity: 1, item_cost: 14_900, vat_rate: 1500 },
        ],
      }),
    ).toEqual({
      action: "SALE",
      allow_credit: true,
      amount: 14_900,
      currency: "NOK",
      customer: "•••5432",
      pos_id: "counter-1",
      pos_tid: "K7Q2-0142-ABCDEFGH",
      expires_in: 300,
      callback_uri: "https://till.example/[redacted]",
      text: "Two coffees for •••",
      line_items: [{ description: "Cake for •••", product_id: "cake", quantity: 1, item_cost: 14_900, vat_rate: 1500 }],
    });
  });

  it("excludes tokens, permission contents, upload addresses and fields with unknown names", () => {
    const text = JSON.stringify({
      customer: "token:abc",
      permissions: { access_token: "secret-1", user_info: { name: "Kari" } },
      attachment_uri: "https://files.example/upload/secret-2?sig=x",
      loyalty_number: "secret-3",
      captures: [{ id: "C1", amount: 100, note: "secret-4" }],
    });
    const result = redactedBody(text) ?? "";
    for (const secret of ["abc", "secret-1", "Kari", "secret-2", "secret-3", "secret-4"])
      expect(result).not.toContain(secret);
    expect(result).toContain('"id":"C1"');
  });

  it("hides the id of a scan, which is the customer's token, and no other id", () => {
    expect(
      storedBody({ meta: { id: "M1", event: "shortlink_scanned" }, object: { id: "T0KEN", argstring: "x" } }),
    ).toEqual({
      meta: { id: "M1", event: "shortlink_scanned" },
      object: { id: "[redacted]", argstring: "[redacted]" },
    });
  });

  it("is the beginning of a body that is not JSON, without personal data", () => {
    const page = `<html>Sign in as ola@example.no or 4798765432 ${"x".repeat(10_000)}`;
    const result = redactedBody(page) ?? "";
    expect(result).toMatch(/^<html>Sign in as ••• or •••/);
    expect(result.length).toBeLessThanOrEqual(500);
    expect(redactedBody(new Uint8Array())).toBe(null);
    expect(redactedBody(null)).toBe(null);
  });

  it("contains no phone number in any value or name", () => {
    const phone = () => fc.stringMatching(/^[1-9]\d{9,14}$/);
    const name = () =>
      fc.constantFrom("customer", "text", "error_description", "phone", "object", "argstring", "captures", "meta");
    fc.assert(
      fc.property(phone(), name(), fc.string({ maxLength: 10 }), fc.boolean(), (number, field, words, nested) => {
        const value = { [field]: `${words} ${number}`, error_details: { [field]: [number] } };
        expect(redactedBody(JSON.stringify(nested ? { object: value } : value))).not.toContain(number);
      }),
    );
  });
});

describe("free text", () => {
  it.each([
    ["Call +47 987 65 432", "Call •••"],
    ["born 010203 12345", "born •••"],
    ["ola.nordmann@example.no", "•••"],
    ["ring 912  34  567", "ring •••"],
    ["ring 0047  912 - 34 - 567", "ring •••"],
    ["ring \uff14\uff17\uff19\uff11\uff12\uff13\uff14\uff15\uff16\uff17", "ring •••"],
    ["ring 47/912\u200b34\u00ad567", "ring •••"],
    ["ring (912).34.567", "ring (•••"],
    ["Table 12, 149,00 kr", "Table 12, 149,00 kr"],
    ["K7Q2-0142", "K7Q2-0142"],
  ])("lose possible phone numbers and addresses: %s", (text, left) => expect(withoutPersonalData(text)).toBe(left));
});

describe("texts that leave the till", () => {
  it.each([
    ["4791234567 token=PLANT access_token=PLANT", /PLANT|479/],
    ["secret: PLANT", /PLANT/],
    ["\uff53\uff45\uff43\uff52\uff45\uff54\uff1aPLANT", /PLANT/],
    ["acc\u200bess_token=PLANT&x=1", /PLANT/],
    ['{"client_secret":"PLANT","customer":"Kari PLANT', /PLANT/],
    ["Bearer PLANT2 and eyJPLANT.PLANT.PLANT", /PLANT/],
    ["Authorization: Basic PLANT", /PLANT/],
  ])("contain no number, token or secret: %s", (text, planted) => expect(redactedText(text)).not.toMatch(planted));
});

/** Seven digits or more, as a person may write a phone number: any grouping, narrow or wide digits. */
const phones = () =>
  fc
    .tuple(
      fc.constantFrom("", "+", "00"),
      fc.stringMatching(/^[1-9][0-9]{7,11}$/),
      fc.array(fc.stringMatching(/^[ \u00a0\u2009()./_\u2013\u200b-]{0,2}$/), { minLength: 12, maxLength: 12 }),
      fc.boolean(),
    )
    .map(([prefix, digits, separators, wide]) => ({
      digits,
      text: `${prefix}${[...digits]
        .map(
          (digit, at) =>
            (at === 0 ? "" : separators[at]) + (wide ? String.fromCharCode(digit.charCodeAt(0) + 0xfee0) : digit),
        )
        .join("")}`,
    }));
const names = () =>
  fc.constantFrom(
    "token",
    "access_token",
    "refreshToken",
    "secret",
    "client_secret",
    "password",
    "api_key",
    "x-signature",
  );
const secrets = () =>
  fc
    .tuple(names(), fc.constantFrom("=", ":", ": ", " = ", "\uff1d", '":"'), fc.stringMatching(/^PLANT[a-z]{3,9}$/))
    .map(([name, between, secret]) => ({ secret, text: `${name}${between}${secret}` }));
const fields = () =>
  fc.constantFrom(
    ..."id tid pos_tid event status error_type error_description text currency amount action customer uri meta object".split(
      " ",
    ),
    ..."captures refunds error_details argstring permissions required_scope date_expires allow_credit whatever".split(
      " ",
    ),
  );

/** Runs of digits in a text, joined across separators. */
function runs(text: string): string[] {
  const read = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return (read.match(/\d(?:[\s()./_\u2013-]{0,2}\d)*/g) ?? []).map((run) => run.replace(/\D/g, ""));
}

describe("a hostile body", () => {
  const planted = () => fc.tuple(phones(), secrets(), fc.constantFrom("", "x ", "ring: ", "<b>"), fc.boolean());
  const texts = planted().map(([phone, secret, before, first]) => {
    const [one, other] = first ? [phone.text, secret.text] : [secret.text, phone.text];
    return `${before}${one} ${other}`;
  });
  const { body } = fc.letrec<{ body: unknown; object: unknown }>((tie) => ({
    body: fc.oneof({ maxDepth: 4 }, texts, tie("object"), fc.array(tie("body"), { maxLength: 3 })),
    object: fc.dictionary(fc.oneof({ arbitrary: fields(), weight: 8 }, texts), tie("body"), { minKeys: 1, maxKeys: 5 }),
  }));
  const clean = (text: string) => {
    expect(text).not.toMatch(/PLANT[a-z]/);
    expect(runs(text).filter((run) => run.length >= 7)).toEqual([]);
  };

  it("leaves no phone number and no secret in any field, name or depth, as JSON or not", () => {
    fc.assert(
      fc.property(body, fc.boolean(), fc.nat(40), (value, cut, at) => {
        const text = JSON.stringify(value);
        clean(redactedBody(cut ? `x${text.slice(0, -at)}` : text) ?? "");
        clean(JSON.stringify(redactedRecord({ value: [value].map((part) => JSON.stringify(part)) }, new Set())));
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps the ids that the till knows, and no other id that looks like a phone number", () => {
    const ids = new Set(["12345678901", "4712-0142-12345678"]);
    const message = { tid: "12345678901", pos_tid: "4712-0142-12345678", id: "4791234567", amount: 14_900 };
    expect(JSON.parse(redactedBody(JSON.stringify(message), ids) ?? "")).toEqual({ ...message, id: "•••" });
    expect(redactedRecord({ tid: "12345678901", id: "4791234567" }, ids)).toEqual({ tid: "12345678901", id: "•••" });
  });

  it("keeps the service's timestamps, and no digits outside a numeric field", () => {
    const message = { date_expires: "2026-11-20 13:29:27", amount: 99_999_999, status_code: 2000 };
    const hostile = { id: 4791234567, auth_amount: 4791234567, tid: 47.91234567, date_modified: "4791-23-45 67" };
    expect(JSON.parse(redactedBody(JSON.stringify({ ...message, ...hostile })) ?? "")).toEqual({
      ...message,
      id: "[redacted]",
      auth_amount: "[redacted]",
      tid: "[redacted]",
      date_modified: "•••",
    });
  });
});

describe("redacted text", () => {
  it("contains no digit of a number of any length", () => {
    expect(withoutPersonalData(`a ${"9".repeat(45)} b`)).toBe("a ••• b");
    expect(withoutPersonalData(`${"12 34 56 78 ".repeat(5)}91 23`)).toBe("•••");
  });
});
