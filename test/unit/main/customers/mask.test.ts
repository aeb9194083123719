import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskClaim, maskMail } from "../../../../main/customers/mask.ts";

describe("a masked claim", () => {
  it.each([
    ["name", "Kari Nordmann", "K••• N•••"],
    ["name", "王小明", "•••"],
    ["name", "김민준", "•••"],
    ["name", "Ζωή Παππά", "Ζ••• Π•••"],
    ["email", "kari.nordmann@example.com", "k••• n••• e•••"],
    ["phone_number", "4791234567", "•••4567"],
    ["phone_number", "+47 912 34 567", "•••4567"],
    ["postal_code", "12345678", "•••"],
    ["street_address", "Markveien 35", "M••• •••"],
    ["postal_code", "0554", "•••"],
    ["country", "NO", "•••"],
    ["name", "", "•••"],
  ])("of %s %j is %j", (name, value, masked) => {
    expect(maskClaim(name, value)).toBe(masked);
  });

  it("contains no word of two letters or more, and no number except the end of a phone number", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("name", "phone_number"),
        fc.string({ unit: "grapheme", maxLength: 60 }),
        (name, value) => {
          const masked = maskClaim(name, value);
          expect(masked.replace(/^•••\d{4}$/, "")).not.toMatch(/[\p{L}\p{N}]{2}/u);
          if (value.trim().length > 1) expect(masked).not.toContain(value.trim());
        },
      ),
    );
  });

  it("hides the length of each word, and the number of words beyond three", () => {
    expect(maskClaim("name", "Kari")).toBe(maskClaim("name", "Karianne"));
    expect(maskClaim("name", "a b c d e f")).toBe(maskClaim("name", "a b c"));
  });
});

it.each([
  ["kari.nordmann@example.com", "k•••@e•••"],
  ["王小明@例子.cn", "•••@•••"],
  ["bo@no.example", "•••@•••"],
  ["4791234567@mms.example", "•••@m•••"],
  ["", "•••@•••"],
])("the masked address of %j is %j", (address, masked) => {
  expect(maskMail(address)).toBe(masked);
});
