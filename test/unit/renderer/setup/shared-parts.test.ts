import { expect, it } from "vitest";
import { DEFAULT_COUNTER } from "../../../../contract/catalogue/counter.ts";
import { sharedParts } from "../../../../renderer/setup/shared-parts.ts";
import { startAllTexts } from "../../../support/texts.ts";
import { SHARED } from "../../main/configuration/setup/draft.ts";

const money = (amount: number) => `${amount / 100} kr`;

it("an imported configuration lists the roles' rights, their users and the counter's setup", async () => {
  await startAllTexts("en");
  const cashier = { id: "cashier", name: null, rights: ["sale" as const, "refund" as const], refundLimit: 5000 };
  const roles = [cashier, ...(SHARED.roles ?? [])];
  const parts = sharedParts({ ...SHARED, roles, counter: DEFAULT_COUNTER }, money);
  expect(parts).toEqual(
    expect.arrayContaining(["permissions of Cashier, Shift lead", "counter settings", "1 product"]),
  );
  const fewer = sharedParts({ ...SHARED, roles: null, counter: null }, money);
  expect(parts.filter((part) => !fewer.includes(part))).toHaveLength(2);
});
