import { describe, expect, it } from "vitest";
import { failed, notAllowed } from "../../../../contract/calls/errors.ts";
import { errorTextKeys } from "../../../../renderer/kit/format/reason-text.ts";
import { en } from "../../../../renderer/kit/i18n/en/index.ts";

describe("the message of a refusal", () => {
  it("names the role with the right, when main returns it", () => {
    const words = (["cashier", "manager", "owner", null] as const).map((needs) =>
      errorTextKeys(notAllowed(needs).error),
    );
    expect(words).toEqual(["needs.cashier", "error.not_allowed", "needs.owner", "error.not_allowed"]);
    expect(errorTextKeys(failed("limit", { needs: "owner" }).error)).toBe("error.limit");
  });

  it("is main's own otherwise", () => {
    for (const needs of ["cashier", "owner"] as const)
      expect(notAllowed(needs).error.message).toBe(`${en.needs[needs].happened} ${en.error.not_allowed.money}`);
  });
});
