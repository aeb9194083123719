import { describe, expect, it } from "vitest";
import { failed, notAllowed } from "../../../../contract/errors.ts";
import { wordsOf } from "../../../../renderer/kit/format/say.ts";
import { en } from "../../../../renderer/kit/i18n/en/index.ts";

describe("the words of a refusal", () => {
  it("name whoever could, where main says who that is", () => {
    const words = (["cashier", "manager", "owner", null] as const).map((needs) => wordsOf(notAllowed(needs).error));
    expect(words).toEqual(["needs.cashier", "error.not_allowed", "needs.owner", "error.not_allowed"]);
    expect(wordsOf(failed("limit", { needs: "owner" }).error)).toBe("error.limit");
  });

  it("are main's own", () => {
    for (const needs of ["cashier", "owner"] as const)
      expect(notAllowed(needs).error.message).toBe(`${en.needs[needs].happened} ${en.error.not_allowed.money}`);
  });
});
