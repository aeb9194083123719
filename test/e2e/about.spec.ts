/** About this till: its identity, and the third-party works that it contains. */

import { expect, test } from "./fixtures.ts";
import { accessibilityViolations } from "./page-checks.ts";
import { still } from "./tour.ts";

test("shows third-party licences @thorough", async ({ shop }) => {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "About this till" }).click();
  await counter.getByRole("button", { name: "Show licences" }).click();
  const works = counter.getByTestId("works");
  await expect(works).toContainText("react-aria-components");
  await works.getByText("@fontsource-variable/inter", { exact: true }).click();
  await expect(works.locator("details[open] pre")).toContainText(/Inter Project Authors[\s\S]*SIL OPEN FONT LICENSE/);
  await still(counter);
  expect(await accessibilityViolations(counter)).toEqual([]);
});
