import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactedBody, withoutPeople } from "../../../../main/evidence/redact.ts";

const kept = (value: unknown) => JSON.parse(redactedBody(JSON.stringify(value)) ?? "null");

describe("what is kept of a body", () => {
  it("is amounts, states and the two sides' own ids, with the customer masked", () => {
    expect(
      kept({
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
    });
  });

  it("never is a token, a permission's content, an upload's address, or anything that nobody knows by name", () => {
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
    expect(kept({ meta: { id: "M1", event: "shortlink_scanned" }, object: { id: "T0KEN", argstring: "x" } })).toEqual({
      meta: { id: "M1", event: "shortlink_scanned" },
      object: { id: "[redacted]", argstring: "[redacted]" },
    });
  });

  it("of something that is no JSON is its beginning, without what may be a person", () => {
    const page = `<html>Sign in as ola@example.no or 4798765432 ${"x".repeat(10_000)}`;
    const result = redactedBody(page) ?? "";
    expect(result).toMatch(/^<html>Sign in as ••• or •••/);
    expect(result.length).toBeLessThanOrEqual(500);
    expect(redactedBody(new Uint8Array())).toBe(null);
    expect(redactedBody(null)).toBe(null);
  });

  it("holds no phone number, whatever it stands in and wherever it is named", () => {
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

describe("words that people wrote", () => {
  it.each([
    ["Call +47 987 65 432", "Call •••"],
    ["born 010203 12345", "born •••"],
    ["ola.nordmann@example.no", "•••"],
    ["Table 12, 149,00 kr", "Table 12, 149,00 kr"],
    ["K7Q2-0142", "K7Q2-0142"],
  ])("lose what may be somebody's number or address: %s", (text, left) => expect(withoutPeople(text)).toBe(left));
});
