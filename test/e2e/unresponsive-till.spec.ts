import { expect, pay, test } from "./fixtures.ts";

// In the desktop, a stopped till is a stopped window.
test("does not show Online while the till is stopped, and continues when the till does @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  test.slow();
  const { counter, till } = shop;
  const online = counter.getByText("Online", { exact: true });
  await expect(online).toBeVisible();
  till.child.kill("SIGSTOP");
  try {
    await expect(counter.getByRole("heading", { name: "The till does not respond" })).toBeVisible();
    await expect(online).toHaveCount(0);
  } finally {
    till.child.kill("SIGCONT");
  }
  await expect(online).toBeVisible();
  await pay(shop, "14900");
});

test("keeps the screen after one failed request, and needs no reload after reconnecting @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const { counter, till } = shop;
  const away = counter.getByRole("heading", { name: "The till does not respond" });
  const failing = counter.waitForEvent("requestfailed");
  await counter.route("**/bridge/staff.touch", (route) => route.abort(), { times: 1 });
  await counter.keyboard.press("F3");
  await failing;
  await expect(counter.locator("[data-payments]")).toBeVisible();
  await expect(counter.getByText("Online", { exact: true })).toBeVisible();
  await counter.context().setOffline(true);
  await counter.keyboard.press("F4");
  await expect(away).toBeVisible();
  const started = await till.call("payment.start", { action: "SALE", amount: 14_900 });
  expect(started.ok).toBe(true);
  await counter.context().setOffline(false);
  await expect(away).toHaveCount(0);
  await counter.keyboard.press("F3");
  await expect(counter.getByRole("row").filter({ hasText: "149,00" })).toHaveCount(1);
});

test("shows a screen that failed to load once the connection is back @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const { counter } = shop;
  const missing = "**/assets/settings-screen-*.js";
  await counter.route(missing, (route) => route.abort());
  const hasOthers = counter.waitForResponse("**/assets/customer-data-*.js");
  await counter.reload();
  await hasOthers;
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(counter.getByTestId("not-fetched")).toBeVisible();
  await counter.context().setOffline(true);
  await counter.keyboard.press("F4");
  await expect(counter.getByRole("heading", { name: "The till does not respond" })).toBeVisible();
  await counter.unroute(missing);
  await counter.context().setOffline(false);
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(counter.getByRole("tab", { name: "People" })).toBeVisible();
  await expect(counter.getByTestId("not-fetched")).toHaveCount(0);
});

test("reports that its first texts failed to load, and reloads the page @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const { counter } = shop;
  await counter.route(/assets\/first-[^/]*\.js/, (route) => route.abort(), { times: 1 });
  await counter.reload();
  await expect(counter.getByRole("alert")).toContainText("Till could not load");
  await expect(counter.getByRole("button", { name: "Charge", exact: true }).last()).toBeVisible();
});

test("keeps the keyed sale when a missing page part loads after reconnecting @thorough", {
  tag: "@browser",
}, async ({ shop }) => {
  const { counter } = shop;
  const missing = /assets\/customer-data-[^/]*\.js/;
  await counter.route(missing, (route) => route.abort());
  const failing = counter.waitForEvent("requestfailed", (request) => missing.test(request.url()));
  await counter.reload();
  await failing;
  await counter.keyboard.type("14900");
  await counter.evaluate(() => Object.assign(window, { isSamePage: true }));
  await counter.context().setOffline(true);
  await counter.keyboard.press("F4");
  const away = counter.getByRole("heading", { name: "The till does not respond" });
  await expect(away).toBeVisible();
  await counter.context().setOffline(false);
  await expect(away).toHaveCount(0);
  await expect(counter.getByRole("button", { name: "Charge", exact: true }).last()).toBeVisible();
  expect(await counter.evaluate(() => "isSamePage" in window)).toBe(true);
});
