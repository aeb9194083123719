import { enterPin, expect, pay, type Shop, test, typeAsScanner } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

const OWNER_PIN = "274951";
const OLA = { name: "Ola", pin: "735192" };
const KARI = { name: "Kari", pin: "864209" };

async function staffTheShop({ till }: Shop): Promise<void> {
  await till.call("staff.signIn", { pin: OWNER_PIN });
  for (const { name, pin } of [OLA, KARI]) await till.call("staff.add", { name, role: "cashier", pin });
  await till.call("staff.signIn", { pin: OLA.pin });
}

/** Refunds the whole latest payment. */
async function refundLatest({ till }: Shop): Promise<void> {
  const latest = async () => {
    const listed = await till.call("payment.list", { limit: 1 });
    return listed.ok ? listed.value.items[0] : undefined;
  };
  const input = { posTid: (await latest())?.posTid ?? "", reason: "Returned" };
  await till.call("staff.approve", { pin: OWNER_PIN, command: "payment.refund", input });
  await expect.poll(async () => (await latest())?.phase).toBe("refunded");
}

/** Checks that the screen is accessible in both themes, and not clipped on a small screen. */
async function expectReadable({ counter }: Shop): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await counter.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await still(counter);
    expect(await accessibilityViolations(counter), colorScheme).toEqual([]);
  }
  for (const [width, height] of [
    [800, 600],
    [1080, 1920],
    [1280, 800],
  ] as const) {
    await counter.setViewportSize({ width, height });
    await still(counter);
    expect(await overflow(counter), `${width}x${height}`).toEqual({ across: 0, down: 0, cut: [] });
  }
}

test.describe("shifts by touch", () => {
  test.use({ hasTouch: true });

  test("a cashier hands over the booked amount, the next one accepts by PIN, and the Z shows both @thorough", {
    tag: "@browser",
  }, async ({ shop }) => {
    const { counter, till } = shop;
    await staffTheShop(shop);
    await pay(shop, "14900");
    await counter.bringToFront();
    await counter.getByRole("button", { name: "New sale" }).tap();
    await counter.getByRole("navigation").getByRole("button", { name: "Reports" }).tap();
    await counter.getByRole("tab", { name: "Hand over" }).tap();
    await expect(counter.getByTestId("own-shift")).toContainText("149,00");
    // Its content too, not only its border.
    await expect(counter.getByTestId("own-shift").getByText("1 payment")).toBeInViewport({ ratio: 1 });
    await expectReadable(shop);
    await counter.getByRole("button", { name: "Hand over 149,00 kr" }).tap();
    await expect(counter.getByText("Handed over. The next person can accept it now.")).toBeVisible();
    await counter.getByTestId("handed-over").getByRole("button", { name: "Accept…" }).tap();
    await counter.getByRole("button", { name: "Kari" }).tap();
    await expect(counter.getByLabel("Kari's PIN")).toBeFocused();
    await counter.keyboard.type("000000");
    await counter.keyboard.press("Enter");
    await expect(counter.getByTestId("pin-step").getByRole("alert")).toHaveText(/^Wrong PIN\./);
    await expect(counter.getByText("manager")).toHaveCount(0);
    for (const digit of KARI.pin)
      await counter.getByTestId("pin-step").getByRole("button", { name: digit, exact: true }).tap();
    await expect(counter.getByRole("button", { name: /Signed in: Kari/ })).toBeVisible();
    await expect(counter.getByText("Accepted by Kari, now signed in.")).toBeVisible();
    await expect(counter.getByText("Nothing to hand over. Kari has no payments since then.")).toBeVisible();
    await expect(counter.getByTestId("accepted")).toContainText("Accepted by Kari");
    await expect(counter.getByTestId("own-shift")).toContainText("Kari, since");
    await till.call("staff.signIn", { pin: OWNER_PIN });
    expect(await till.call("report.z", {})).toMatchObject({
      value: { handOvers: [{ person: "Ola", net: 14_900, acceptedBy: "Kari" }] },
    });
    await counter.getByRole("tab", { name: "Closed days" }).tap();
    await counter.getByTestId("z-1").tap();
    // One title is enough, the Z's own: the section's is for screen readers only.
    await expect(counter.getByRole("heading", { name: /^Z 1/ })).toBeVisible();
    const section = counter.locator("header").filter({ has: counter.getByRole("heading", { name: "Closed days" }) });
    expect((await section.boundingBox())?.height).toBe(1);
    const handedOver = counter.getByTestId("report").getByRole("table", { name: "Handed over" });
    await expect(handedOver.getByRole("row", { name: /Ola.*149,00.*Kari/ })).toBeVisible();
  });
});

test("hides the till's figures until the cash is counted, where the shop requires it @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await staffTheShop(shop);
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("shift.setCounting", { counting: true });
  await till.call("staff.signIn", { pin: OLA.pin });
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F6");
  await counter.getByRole("tab", { name: "Hand over" }).click();
  await expect(counter.getByTestId("own-shift")).not.toContainText("149,00");
  await counter.getByLabel("Number of payments").fill("1");
  await counter.getByLabel("Total after refunds").fill("140,5");
  await expectReadable(shop);
  await counter.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(counter.getByTestId("handed-over")).toContainText("Counted 140,50 kr, a difference of −8,50 kr");
});

test("a figure of Today, or of one person, opens the payments that it counts @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await pay(shop, "5000");
  await refundLatest(shop);
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F6");
  const pin = counter.getByTestId("settings-gate").getByLabel(/PIN/);
  // A PIN typed at scanner speed is not treated as a code.
  const asked: string[] = [];
  counter.on("request", (request) => asked.push(request.postData() ?? ""));
  await pin.focus();
  await typeAsScanner(counter, "135790");
  await pin.fill(OWNER_PIN);
  await counter.getByTestId("settings-gate").getByRole("button").last().click();
  await expect(counter.getByTestId("headline")).toContainText("149,00");
  expect(asked.filter((body) => body.includes("135790"))).toEqual([]);
  await expect(counter.getByTestId("headline")).toContainText("No earlier sales to compare");
  await expectReadable(shop);
  const tile = (name: RegExp) => counter.getByTestId("tiles").getByRole("button", { name });
  const linkOf = (row: RegExp, name: string) =>
    counter.getByTestId("per-person").getByRole("row", { name: row }).getByRole("link", { name });
  const sold = counter.getByRole("row").filter({ hasText: "149,00" });
  const refunded = counter.getByRole("row").filter({ hasText: "50,00" });
  for (const [figure, isOfSales] of [
    [tile(/^Sales/), true],
    [tile(/^Refunded/), false],
    [linkOf(/Not signed in/, "Not signed in"), true],
    // The approver counts as the refund's user, because no user was signed in.
    [linkOf(/Owner/, "50,00"), false],
  ] as const) {
    await figure.click();
    await expect(refunded).toBeVisible();
    await expect(sold).toHaveCount(isOfSales ? 1 : 0);
    await counter.getByRole("button", { name: "Back to Reports" }).click();
  }
});

test("Today's total, tiles and hours fit in the first window of a small screen @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F6");
  await enterPin(counter, OWNER_PIN);
  const chart = counter.getByRole("img", { name: "Sales by hour" });
  const highest = chart.getByText("149", { exact: true });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 600 },
    { width: 800, height: 600 },
  ]) {
    await counter.setViewportSize(size);
    await still(counter);
    for (const part of [counter.getByTestId("headline"), counter.getByTestId("tiles"), chart, highest])
      await expect(part).toBeInViewport({ ratio: 1 });
    // The day starts at four: its hours are below the bars.
    await expect(chart.getByText("04", { exact: true })).toBeInViewport({ ratio: 1 });
    const figure = await highest.boundingBox();
    expect(figure?.width, "an amount reads from left to right").toBeGreaterThan(figure?.height ?? 0);
  }
});

test("closes the day without scrolling in a low window, also with open or unreconciled payments @thorough", async ({
  shop,
}) => {
  const { counter } = shop;
  await pay(shop, "120000", "Reserve");
  await counter.bringToFront();
  await counter.setViewportSize({ width: 800, height: 600 });
  await counter.getByRole("button", { name: "New sale" }).click();
  await counter.keyboard.press("F6");
  await enterPin(counter, OWNER_PIN);
  await counter.getByRole("tab", { name: "Close the day" }).click();
  await expect(counter.getByRole("button", { name: "Reconcile now" })).toBeInViewport({ ratio: 1 });
  await expect(counter.getByRole("button", { name: /^Hold to close/ })).toBeInViewport({ ratio: 1 });
});

test("the button with the longest label covers no heading of the close in a low window @thorough @browser", async ({
  shop,
}) => {
  const { counter } = shop;
  await pay(shop, "120000", "Reserve");
  await counter.setViewportSize({ width: 800, height: 600 });
  await counter.getByRole("button", { name: "New sale" }).click();
  // A stopped reconciliation.
  const stopped = {
    id: "r1",
    state: "stopped",
    compared: 1,
    total: 2,
    differences: 0,
    finishedAt: null,
    because: null,
  };
  await counter.route("**/bridge/report.preview", async (route) => {
    const { ok, value } = await (await route.fetch()).json();
    await route.fulfill({ json: { ok, value: { ...value, reconciliation: stopped } } });
  });
  await counter.keyboard.press("F6");
  await enterPin(counter, OWNER_PIN);
  await counter.getByRole("tab", { name: "Close the day" }).click();
  await expect(counter.getByRole("button", { name: "Reconcile again" })).toBeInViewport({ ratio: 1 });
  const isWhole = await counter.getByRole("heading", { name: "Reconcile payments" }).evaluate((heading) => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    const { right, top, height } = words.getBoundingClientRect();
    return heading.contains(document.elementFromPoint(right - 2, top + height / 2));
  });
  expect(isWhole, "the button does not cover the heading").toBe(true);
});
