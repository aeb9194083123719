import { expect, it } from "vitest";
import { approvalText, linkText } from "../../../../contract/bridge/phone-texts.ts";
import { MAX_SCOPE_TEXT } from "../../../../contract/customers/permissions.ts";

const NAME = `${"x".repeat(38)}😀😀`;
const place = { shop: NAME, language: "en", locale: "en-GB" } as const;

it("a long name is cut between characters, so that the text can be sent", () => {
  const texts = [linkText(place, NAME, "42"), approvalText(place, "customer.forget", { money: null, name: NAME })];
  for (const text of texts) {
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThanOrEqual(MAX_SCOPE_TEXT);
    expect(text).toContain("…");
  }
});
