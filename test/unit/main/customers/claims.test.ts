import { expect, it } from "vitest";
import { ageClaims } from "../../../../main/customers/claims.ts";

const NOW = Date.parse("2026-03-02T10:00:00Z");
const NUMBER = "01857111253";

const checked = (source: string, verifiedAt = "2024-01-15 09:00:00") =>
  ageClaims(
    "fodselsnummer",
    { national_id_number: NUMBER, proofs: [{ source, verified_at: verifiedAt }] },
    NOW,
    "Europe/Oslo",
  ).claims.fodselsnummer;

it("an age check keeps its answer, and by what it was proven", () => {
  expect(checked("bankid")).toEqual({ over_18: "yes", source: "bankid", verified_at: "2024-01-15 09:00:00" });
});

it.each([NUMBER, "0185 7111 253", "no 01.85-71.11 253", "018571", "Kari <kari@example.com>"])(
  "a proof that is called %s is not kept: it may be who the customer is",
  (source) => {
    expect(checked(source, source)).toEqual({ over_18: "yes" });
  },
);
