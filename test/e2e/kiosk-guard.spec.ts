/**
 * Timeouts, misuse and staff at a kiosk: nothing is lost without a question, no staff function is reachable, and a PIN
 * exits.
 */
import type { Page } from "@playwright/test";
import { COMMANDS, commandRow } from "../../contract/bridge/commands.ts";
import { enterPin, expect, readQr, test, typeAsScanner } from "./fixtures.ts";
import { expectAccessibleAndVisible, pressEnd } from "./kiosk-checks.ts";
import { begin, goods, MANAGER_PIN, openKiosk } from "./kiosk-shop.ts";
import { accessibilityViolations } from "./page-checks.ts";
import { fail, heal } from "./service-faults.ts";

const attract = (screen: Page) => screen.getByTestId("kiosk-attract");

test("asks an idle customer, extends the time on request, and resets afterwards @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen, "Norsk");
  await screen.getByRole("button", { name: /^Kanelbolle/ }).click();
  const still = screen.getByTestId("kiosk-still-there");
  for (let times = 0; times < 3; times += 1) {
    await expect(still).toHaveCount(0);
    await screen.clock.runFor(46_000);
    await expect(still).toContainText("Er du her fortsatt?");
    if (times === 0) expect(await accessibilityViolations(screen)).toEqual([]);
    await screen.clock.runFor(20_000);
    await still.getByRole("button", { name: "Mer tid" }).click();
  }
  await expect(screen.getByRole("button", { name: /^Kurv 1/ })).toBeVisible();
  await screen.clock.runFor(46_000);
  await expect(still).toBeVisible();
  await screen.clock.runFor(31_000);
  await expect(attract(screen)).toContainText("Touch to begin");
  expect(await screen.evaluate(() => sessionStorage.getItem("till.kiosk"))).toBeNull();
});

test("clock changes neither keep an absent customer's session nor end a present one's @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  const still = screen.getByTestId("kiosk-still-there");
  const jump = async (ms: number) => screen.clock.setSystemTime((await screen.evaluate(() => Date.now())) + ms);
  await begin(screen);
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await jump(3_600_000);
  await screen.clock.runFor(3000);
  await expect(still).toHaveCount(0);
  await jump(-7_200_000);
  await screen.clock.runFor(43_000);
  await expect(still.getByRole("timer")).toHaveText(/^(30|29|28)$/);
  await jump(-3_600_000);
  await screen.clock.runFor(31_000);
  await expect(attract(screen)).toBeVisible();
});

test("a PIN typed over a customer's screen never reaches that screen @browser @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(0) });
  const { screen } = shop;
  const sheet = screen.getByRole("dialog", { name: "Leave kiosk mode" });
  const typed = (name: string) => screen.getByTestId(`kiosk-${name}`).getByRole("status");
  await begin(screen);
  await expect(typed("amount")).toHaveText(/0\.00$/);
  await screen.keyboard.press("Control+Shift+F12");
  await expect(sheet).toBeVisible();
  await screen.keyboard.type("48151");
  await screen.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(typed("amount")).toHaveText(/[^\d]0\.00$/);
  await screen.keyboard.type("5");
  await screen.getByRole("button", { name: /^Pay kr.5\.00$/ }).click();
  await screen.getByRole("button", { name: "Use a phone number" }).click();
  await screen.keyboard.press("Control+Shift+F12");
  await expect(sheet).toBeVisible();
  await screen.keyboard.type(MANAGER_PIN.slice(0, 5));
  await screen.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(typed("phone")).toHaveText(/^\s*$/);
  // The keys work on the screen again.
  await screen.keyboard.type("9");
  await expect(typed("phone")).toHaveText("9");
});

test("the idle question ignores a press meant for the screen beneath @browser @thorough", async ({ page, desktop }) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await screen.clock.pauseAt((await screen.evaluate(() => Date.now())) + 46_000);
  const still = screen.getByTestId("kiosk-still-there");
  const over = still.getByRole("button", { name: "Start over" });
  await expect(still).toBeVisible();
  await over.dispatchEvent("click");
  await expect(still).toBeVisible();
  await expect(screen.getByTestId("kiosk-products")).toContainText("Basket 1");
  await screen.clock.runFor(1100);
  await over.click();
  await expect(attract(screen)).toBeVisible();
});

test("an expired code shows the next step, and no longer how to scan @browser @thorough", async ({ page, desktop }) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Pay / }).click();
  const code = screen.getByTestId("kiosk-code");
  await expect(code.getByRole("listitem")).toHaveCount(3);
  await screen.clock.runFor(320_000);
  await expect(code).toContainText("Code expired");
  await expect(code).toContainText("press Cancel");
  await expect(code.getByRole("listitem")).toHaveCount(0);
  await expectAccessibleAndVisible(screen, "code");
});

test("an open payment shows no idle question, and closes only with its own end @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await expect(screen.getByTestId("kiosk-approve")).toBeVisible();
  await screen.clock.runFor(90_000);
  await expect(screen.getByTestId("kiosk-still-there")).toHaveCount(0);
  await shop.approve();
  await expect(screen.getByTestId("kiosk-result")).toHaveAttribute("data-outcome", "paid");
});

test("reports that the service is unreachable before any scan, and recovers automatically @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await expect(attract(screen)).toBeVisible();
  await fail(shop, { effect: "answer", kind: "ANY", status: 503, times: 1_000_000 });
  const out = screen.getByTestId("kiosk-out");
  await expect(out).toHaveAttribute("data-cause", "service");
  await expect(out).toContainText("You cannot pay here now.");
  expect(await accessibilityViolations(screen)).toEqual([]);
  await heal(shop);
  await expect(attract(screen)).toBeVisible();
});

test("keys, gestures and page scripts reach only the customer's screens @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen);
  for (const key of [
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F1",
    "Control+l",
    "Control+p",
    "/",
    "Control+f",
  ]) {
    await screen.keyboard.press(key);
    await expect(screen.getByTestId("kiosk-products")).toBeVisible();
  }
  await expect(screen.getByRole("dialog")).toHaveCount(0);
  await expect(screen.getByRole("link")).toHaveCount(0);
  const refused = await screen.evaluate(() =>
    ["contextmenu", "selectstart", "dragstart"].map(
      (name) => !document.body.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })),
    ),
  );
  expect(refused).toEqual([true, true, true]);
  const zoom = await screen.evaluate(
    () => !document.body.dispatchEvent(new WheelEvent("wheel", { ctrlKey: true, bubbles: true, cancelable: true })),
  );
  expect(zoom).toBe(true);
});

/**
 * All commands open to a window of a kiosk without a signed-in user. Adding a command here is a deliberate decision.
 */
const OPEN_TO_CUSTOMERS = [
  "catalogue.get",
  "catalogue.picture",
  "counter.get",
  "display.chooseTip",
  "display.get",
  "display.show",
  "display.withdrawTip",
  "payment.abort",
  "payment.get",
  "payment.identify",
  "payment.list",
  "payment.start",
  "scan.expect",
  "scan.forget",
  "shell.get",
  "staff.approve",
  "staff.approveByPhone",
  "staff.claimOwner",
  "staff.phone.cancel",
  "staff.phone.get",
  "staff.policy",
  "staff.signIn",
  "staff.signOut",
  "staff.touch",
  "terminal.get",
  "vend.cancel",
  "vend.choose",
  "vend.slots",
  "vend.start",
];

test("main refuses every staff command from a customer's window, whatever the page calls @thorough", async ({
  page,
  desktop,
}) => {
  await using shop = await openKiosk(page, desktop);
  const { till, screen } = shop;
  await expect(attract(screen)).toBeVisible();
  const open = Object.keys(COMMANDS).filter((name) => {
    const { byCustomer, whileLocked } = commandRow(name as keyof typeof COMMANDS);
    return byCustomer !== "alone" && (whileLocked === "always" || whileLocked === "kiosk");
  });
  expect(open.sort()).toEqual(OPEN_TO_CUSTOMERS);
  const refused = [
    await till.call("report.x", {}),
    await till.call("payment.totals", {}),
    await till.call("staff.list", {}),
    await till.call("queue.list", {}),
    await till.call("vend.list", {}),
    await till.call("shell.leaveKiosk", {}),
    await till.call("payment.refund", { posTid: "x", reason: "Mine" }),
    await till.call("payment.capture", { posTid: "x" }),
    await till.call("display.answer", { screenId: "x", answer: "yes" }),
    await till.call("catalogue.set", { categories: [], products: [] }),
  ];
  expect(refused.map((answer) => !answer.ok && answer.error.code)).toEqual(refused.map(() => "not_allowed"));
  // Another customer's payment is not accessible, even by its id.
  await begin(screen);
  await screen.getByRole("button", { name: /^Cinnamon bun/ }).click();
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  const { posTid } = await shop.newest();
  await pressEnd(screen.getByTestId("kiosk-code").getByRole("button", { name: "Cancel" }));
  await pressEnd(screen.getByTestId("kiosk-result").getByRole("button", { name: "Done" }));
  await expect(attract(screen)).toBeVisible();
  await expect
    .poll(
      async () => {
        const answer = await till.call("payment.get", { posTid });
        return answer.ok ? "shown" : answer.error.code;
      },
      { timeout: 30_000 },
    )
    .toBe("not_allowed");
  expect(await till.call("payment.list", {})).toMatchObject({ value: { items: [] } });
});

test("a PIN exits the kiosk, wrong PINs are journaled, and a button returns @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await using shop = await openKiosk(page, desktop);
  const { screen, till } = shop;
  await expect(attract(screen)).toBeVisible();
  const corner = () => screen.mouse.click((screen.viewportSize()?.width ?? 0) - 20, 60);
  const sheet = screen.getByRole("dialog", { name: "Leave kiosk mode" });
  for (let taps = 0; taps < 4; taps += 1) await corner();
  await expect(sheet).toHaveCount(0);
  await screen.clock.runFor(4000);
  await screen.reload();
  await expect(attract(screen)).toBeVisible();
  for (let taps = 0; taps < 5; taps += 1) await corner();
  await expect(sheet).toBeVisible();
  expect(await accessibilityViolations(screen)).toEqual([]);
  await screen.clock.runFor(21_000);
  await expect(sheet).toHaveCount(0);
  await screen.keyboard.press("Control+Shift+F12");
  await enterPin(sheet, "999888");
  await expect(sheet).toContainText("Wrong PIN");
  await enterPin(sheet, MANAGER_PIN);
  await expect(screen.getByRole("button", { name: "Settings", exact: true })).toBeVisible();
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  const journal = await till.call("journal.list", {});
  const events = journal.ok ? journal.value.items.map(({ event }) => event) : [];
  expect(events.filter((event) => event === "staff.refused" || event === "shell.kioskLeft").sort()).toEqual([
    "shell.kioskLeft",
    "staff.refused",
  ]);
  await till.call("staff.signOut", {});
  await screen.getByRole("button", { name: "Settings", exact: true }).click();
  await screen.getByRole("tab", { name: "Kiosk", exact: true }).click();
  await screen.getByRole("button", { name: "Return to kiosk mode" }).click();
  await expect(attract(screen)).toBeVisible();
});

test("staff scan the code of a failed payment to open that payment @browser @thorough", async ({ page, desktop }) => {
  await using shop = await openKiosk(page, desktop, { catalogue: goods(1) });
  const { screen } = shop;
  await begin(screen);
  await screen.getByRole("button", { name: /^Pay / }).click();
  await shop.scan();
  await shop.reject();
  const result = screen.getByTestId("kiosk-result");
  await expect(result).toHaveAttribute("data-outcome", "not_paid");
  await expect(result).toContainText("Was I charged?");
  await expect(result.getByTestId("kiosk-charged")).toHaveAttribute("data-answer", "no");
  expect(await accessibilityViolations(screen)).toEqual([]);
  const code = await readQr(screen, "reference-qr");
  const { number } = await shop.newest();
  expect(code).toBe(number);
  await pressEnd(result.getByRole("button", { name: "Done" }));
  await expect(attract(screen)).toBeVisible();
  await screen.keyboard.press("Control+Shift+F12");
  await enterPin(screen.getByRole("dialog", { name: "Leave kiosk mode" }), MANAGER_PIN);
  await expect(screen.getByRole("button", { name: "Settings", exact: true })).toBeVisible();
  await typeAsScanner(screen, code);
  await expect(screen.getByTestId("payment")).toContainText(number);
});
