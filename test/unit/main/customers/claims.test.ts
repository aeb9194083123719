import { expect, it } from "vitest";
import { ageClaims, ageIn, shippingClaims, userInfoClaims } from "../../../../main/customers/claims.ts";

const NOW = Date.parse("2026-03-02T10:00:00Z");
const NUMBER = "01857111253";

const checked = (source: string, verifiedAt = "2024-01-15 09:00:00") =>
  ageClaims(
    "fodselsnummer",
    { national_id_number: NUMBER, proofs: [{ source, verified_at: verifiedAt }] },
    NOW,
    "Europe/Oslo",
  ).claims.fodselsnummer;

it("an age check keeps its result and its proof", () => {
  expect(checked("bankid")).toEqual({ over_18: "yes", source: "bankid", verified_at: "2024-01-15 09:00:00" });
});

it.each([
  NUMBER,
  "0185 7111 253",
  "no 01.85-71.11 253",
  "018571",
  "Kari <kari@example.com>",
  "Kari Nordmann",
  "kari",
  "2024-13-41",
  "2024-02-31",
  "2023-02-29T10:00:00Z",
  "1985-07-11",
  "0185-07-11",
  "2024-01-15 09:00:00 Kari",
  "2024-01-15T01:85:71.11253",
  "2024-01-15T09:00:00.018571",
])("discards a proof named %s, which may identify the customer", (source) => {
  expect(checked(source, source)).toEqual({ over_18: "yes" });
});

it.each([
  ["yes", "yes", { over18: "yes", agrees: true }],
  ["yes", "no", { over18: "no", agrees: false }],
  ["no", "yes", { over18: "no", agrees: false }],
  ["no", undefined, { over18: "no", agrees: true }],
  [undefined, "yes", { over18: "yes", agrees: true }],
  [undefined, undefined, null],
])("of a register's %s and a bank's %s the stricter one counts", (register, bank, answer) => {
  const proof = (over_18: string | undefined) => (over_18 === undefined ? undefined : { over_18 });
  const [fodselsnummer, bankid] = [proof(register), proof(bank)];
  expect(ageIn({ ...(fodselsnummer && { fodselsnummer }), ...(bankid && { bankid }) })).toEqual(answer);
});

it.each(["2024-02-29", "2024-01-15T09:00", "2024-01-15 09:00:00.123456", "2024-01-15T09:00:00+02:00"])(
  "stores a proof of %s with its time",
  (time) => {
    expect(checked("passport", time)).toEqual({ over_18: "yes", source: "passport", verified_at: time });
  },
);

it("long names and addresses are cut, and values that are not text are left out", () => {
  const long = "a".repeat(10_000);
  const told = userInfoClaims(["profile", "email", "address"], {
    sub: "1",
    name: long,
    email: " ",
    address: { locality: long },
  });
  const cut = "a".repeat(300);
  expect(told.claims).toEqual({ profile: { name: cut }, address: { locality: cut } });
  expect(shippingClaims({ street_address: long }).claims).toEqual({ shipping_address: { street_address: cut } });
});
