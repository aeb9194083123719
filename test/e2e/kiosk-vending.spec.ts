/** A kiosk with a machine: only dropped products are charged. */
import { type FakeDispenser, startFakeDispenser } from "../support/fake-dispenser.ts";
import { expect, test } from "./fixtures.ts";
import { pressEnd } from "./kiosk-checks.ts";
import { begin, goods, openKiosk } from "./kiosk-shop.ts";
import { accessibilityViolations } from "./page-checks.ts";

const kioskOf = ({ url }: FakeDispenser, deposit: number | null = null) => ({
  dispenser: { driver: "http" as const, url },
  deposit,
});

test("charges for the products that dropped before a jam, and tells the customer the amount @thorough", async ({
  page,
  desktop,
}) => {
  await using machine = await startFakeDispenser({ jamAfter: 1 });
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk: kioskOf(machine) });
  const { screen } = shop;
  await begin(screen);
  const bun = screen.getByRole("button", { name: /^Cinnamon bun/ });
  await bun.click();
  await bun.click();
  await screen.getByRole("button", { name: /^Basket 2/ }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await shop.approve();
  const result = screen.getByTestId("kiosk-result");
  await expect(result).toContainText("You paid for 1 of 2");
  await expect(result).toContainText("49.00");
  await expect(result).toContainText("The hold on the rest was lifted.");
  expect(await accessibilityViolations(screen)).toEqual([]);
  expect(await shop.newest()).toMatchObject({ capturedTotal: 4900, authorisedLeft: 0 });
  // The vend ends after the customer's result: the till first asks the machine to confirm its report.
  await expect.poll(async () => (await shop.newest()).vend?.state).toBe("done");
  expect([...machine.motor.values()]).toEqual([[{ slot: "A1", quantity: 1 }]]);
});

test("marks a product with a failed slot as sold out at once, also in a basket @thorough", async ({
  page,
  desktop,
}) => {
  await using machine = await startFakeDispenser({ jamAfter: 0 });
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk: kioskOf(machine) });
  const { screen, till } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await screen.getByRole("button", { name: /^Filter coffee/ }).click();
  await screen.getByRole("button", { name: /^Basket 2/ }).click();
  const customer = { kind: "phone", value: "4791234567" } as const;
  await till.call("vend.start", { items: [{ productId: "p0", quantity: 1 }], customer });
  await shop.approve();
  await expect(screen.getByRole("alert")).toContainText("Something in your basket is sold out.");
  await expect(screen.getByRole("button", { name: /^Pay / })).toBeDisabled();
  expect(await accessibilityViolations(screen)).toEqual([]);
  await screen.getByRole("button", { name: "Remove Cinnamon bun" }).click();
  await expect(screen.getByRole("button", { name: /^Pay / })).toBeEnabled();
  await screen.getByRole("button", { name: "Back" }).click();
  await expect(screen.getByRole("button", { name: "Cinnamon bun, Sold out" })).toBeDisabled();
  await expect(screen.getByRole("button", { name: /^Filter coffee/ })).toBeEnabled();
  expect(await accessibilityViolations(screen)).toEqual([]);
});

test("says that the machine cannot sell after two unknown vends @thorough", async ({ page, desktop }) => {
  await using machine = await startFakeDispenser({ reportsUnknownDrop: true });
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk: kioskOf(machine) });
  const { screen, till } = shop;
  await expect(screen.getByTestId("kiosk-attract")).toBeVisible();
  for (const productId of ["p0", "p1"]) {
    const customer = { kind: "phone", value: "4791234567" } as const;
    await till.call("vend.start", { items: [{ productId, quantity: 1 }], customer });
    await shop.approve();
    await expect.poll(async () => (await shop.newest()).vend?.state).toBe("unknown");
  }
  const out = screen.getByTestId("kiosk-out");
  await expect(out).toContainText("The machine cannot sell now.");
  await expect(out).toContainText("No money was taken.");
  await expect(out).not.toContainText("resume automatically");
  expect(await accessibilityViolations(screen)).toEqual([]);
});

test("waits for the vend, also after the page is reloaded @thorough", async ({ page, desktop }) => {
  await using machine = await startFakeDispenser({ delaysOrders: true });
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk: kioskOf(machine) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Filter coffee/ }).click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await shop.approve();
  const dropping = screen.getByTestId("kiosk-dropping");
  await expect(dropping).toContainText("Your items are coming");
  // Shows the ordered quantity until the machine reports a drop, because a counter at 0 would look stuck.
  await expect(dropping).toContainText("1 ×");
  await expect(dropping).not.toContainText("0 of 1");
  expect(await accessibilityViolations(screen)).toEqual([]);
  await screen.reload();
  await expect(dropping).toContainText("Filter coffee");
  await screen.getByRole("button", { name: "Help" }).click();
  await expect(screen.getByTestId("kiosk-charged")).toHaveAttribute("data-answer", "reserved");
  await screen.keyboard.press("Escape");
  await machine.waitForRequests("PUT");
  const { vend } = await shop.newest();
  machine.drop(vend?.id ?? "");
  await expect(screen.getByTestId("kiosk-result")).toHaveAttribute("data-outcome", "paid");
});

test("charges nothing when the machine drops nothing @thorough", async ({ page, desktop }) => {
  await using machine = await startFakeDispenser({ jamAfter: 0 });
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1, true), kiosk: kioskOf(machine) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await shop.approve();
  await expect(screen.getByTestId("kiosk-result")).toContainText("nothing is charged");
  await expect(screen.getByTestId("reference-qr")).toHaveAttribute("data-qr-text", (await shop.newest()).number);
  expect(await shop.newest()).toMatchObject({ capturedTotal: 0, phase: "released" });
});

test("reserves a deposit first, and captures what dropped after the choice @thorough", async ({ page, desktop }) => {
  await using machine = await startFakeDispenser();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk: kioskOf(machine, 10_000) });
  const { screen } = shop;
  await begin(screen);
  const deposit = screen.getByTestId("kiosk-deposit");
  await expect(deposit).toContainText("100.00");
  expect(await accessibilityViolations(screen)).toEqual([]);
  await deposit.getByRole("button", { name: "Continue" }).click();
  await expect(screen.getByRole("heading", { name: /^Scan to reserve .*100\.00/ })).toBeVisible();
  await shop.scan();
  await shop.approve();
  await screen.getByRole("button", { name: /^Open sandwich/ }).click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  // Orders above the approved amount are refused.
  await expect(screen.getByRole("alert")).toContainText("more than the");
  await expect(screen.getByRole("button", { name: /^Take it/ })).toBeDisabled();
  await screen.getByRole("button", { name: "Remove Open sandwich" }).click();
  await screen.getByRole("button", { name: "Back" }).click();
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await screen.getByRole("button", { name: /^Take it/ }).click();
  await expect(screen.getByTestId("kiosk-result")).toHaveAttribute("data-outcome", "paid");
  expect(await shop.newest()).toMatchObject({ amount: 10_000, capturedTotal: 4900, authorisedLeft: 0 });
});

test("releases the deposit of a customer who chooses nothing @thorough", async ({ page, desktop }) => {
  await using machine = await startFakeDispenser();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4, true), kiosk: kioskOf(machine, 10_000) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: "Continue" }).click();
  await shop.scan();
  await shop.approve();
  await pressEnd(screen.getByRole("button", { name: /^Cancel and get .*100\.00.* back$/ }));
  await expect(screen.getByTestId("kiosk-result")).toContainText("No money was taken.");
  await expect.poll(async () => (await shop.requests())[0]?.status).toBe("fail");
  expect(machine.motor.size).toBe(0);
});

test("says that the machine cannot sell before a customer starts, and recovers automatically @thorough", async ({
  page,
  desktop,
}) => {
  await using machine = await startFakeDispenser({ isOff: true });
  const kiosk = kioskOf(machine);
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1, true), kiosk, phone: "22 33 44 55" });
  const { screen } = shop;
  const out = screen.getByTestId("kiosk-out");
  await expect(out).toHaveAttribute("data-cause", "dispenser");
  await expect(out).toContainText("The machine cannot sell now.");
  await expect(out).toContainText("No money was taken.");
  await expect(out.locator("p").nth(1)).toHaveText("Ask the staff, or call 22 33 44 55.");
  await expect(out).toContainText("Sales resume automatically.");
  await expect(out).not.toContainText("Questions?");
  expect(await accessibilityViolations(screen)).toEqual([]);
  machine.faults.isOff = false;
  await expect(screen.getByTestId("kiosk-attract")).toBeVisible();
});

test("requests no payment when the machine fails at the last moment, and accepts the order later @thorough", async ({
  page,
  desktop,
}) => {
  await using machine = await startFakeDispenser();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1, true), kiosk: kioskOf(machine) });
  const { screen } = shop;
  await begin(screen);
  machine.faults.healthStatus = 503;
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("kiosk-out")).toHaveAttribute("data-cause", "dispenser");
  expect(await shop.requests()).toEqual([]);
  machine.faults.healthStatus = 204;
  const refused = screen.getByTestId("kiosk-refused");
  await expect(refused).toContainText("You have paid nothing.");
  await refused.getByRole("button", { name: "Try again" }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
});

test("tells customers before they pay when unknown vends are charged @thorough", async ({ page, desktop }) => {
  await using machine = await startFakeDispenser({ delaysOrders: true });
  const kiosk = { ...kioskOf(machine), unknownDrop: "capture" as const };
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1, true), kiosk });
  const { screen } = shop;
  const rule = "If the machine cannot tell what came out, you pay for what you chose.";
  await begin(screen);
  await expect(screen.getByTestId("kiosk-basket")).toContainText(rule);
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await shop.approve();
  await expect(screen.getByTestId("kiosk-dropping")).toContainText(rule);
});
