/**
 * The window keeps its height for any amount of content: long content scrolls in its own pane, and menu and header
 * stay.
 */
import type { Page } from "@playwright/test";
import type { Operation, Payment } from "../../contract/payments/views.ts";
import { expect, pay, type Shop, test } from "./fixtures.ts";
import { still } from "./tour.ts";

const SIZES = [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
];

const LATE: Payment["late"] = { because: "after_abort", since: "2026-11-20T12:00:00Z" };

/** An operation that waits for a manager; this shop has none. */
const PARKED: Operation = {
  id: "parked",
  posTid: "parked",
  kind: "capture",
  state: "attention",
  amount: 12_300,
  additionalAmount: 0,
  reason: null,
  attempts: 3,
  nextAttemptAt: null,
  lastError: "The service answered 400",
  lastErrorReason: null,
  createdAt: "2026-11-20T12:00:00Z",
  settledAt: null,
  unknownSince: null,
};

/** Returns this many copies of a list's items, each with its own id. */
function copies(items: readonly object[], rows: number, changed: (index: number) => object): object[] {
  return Array.from({ length: items.length === 0 ? 0 : rows }, (_, index) => {
    const item = Object.fromEntries(Object.entries(Object.assign({}, items[index % items.length], changed(index))));
    for (const name of ["id", "posTid"]) if (typeof item[name] === "string") item[name] = `${item[name]}-${index}`;
    return item;
  });
}

/** Not lists, and requested once per row: as many parallel requests as the test has rows would be refused. */
const PASSED_ON = ["/bridge/events", "/bridge/payment.get"];

/** Fills every list of the till with copies of its rows, and passes other responses on. */
async function fill({ counter }: Shop, rows: number): Promise<void> {
  await counter.route(
    (url) => url.pathname.startsWith("/bridge/") && !PASSED_ON.includes(url.pathname),
    async (route) => {
      const command = new URL(route.request().url()).pathname.split("/").at(-1);
      const answer = await route.fetch();
      const body = (await answer.json()) as { value?: { items?: object[] } };
      if (command === "terminal.get" && body.value) Object.assign(body.value, { parked: rows });
      const items = command === "queue.list" ? [PARKED] : body.value?.items;
      if (!body.value || !Array.isArray(items)) return route.fulfill({ response: answer, json: body });
      body.value.items = copies(items, rows, (index) => {
        if (command === "report.list") return { number: index + 1 };
        return command === "payment.list" && index % 2 === 1 ? { late: LATE } : {};
      });
      return route.fulfill({ response: answer, json: body });
    },
  );
  await counter.reload();
  await expect(counter.getByRole("navigation").first()).toBeVisible();
}

/** Returns content that is taller than the window, scrolls fixed parts, or is clipped by the menu's edge. */
function overflowingParts(counter: Page): Promise<string[]> {
  return counter.evaluate(() => {
    const root = document.documentElement;
    const outer = ["html", "body", "#root", "main", "main > :last-child"];
    const scrolled = outer.filter((name) => {
      const element = document.querySelector(name);
      return (
        element !== null &&
        element.scrollHeight > Math.max(element.clientHeight, innerHeight - element.getBoundingClientRect().top) + 1
      );
    });
    const rail = document.querySelector("nav")?.getBoundingClientRect();
    const bar = document.querySelector("header")?.getBoundingClientRect();
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) scrolled.push("the document");
    if (rail && (rail.bottom > innerHeight + 1 || rail.top < 0)) scrolled.push("the menu");
    if (bar && bar.top < 0) scrolled.push("the header");
    const counts = [...document.querySelectorAll("nav button > [title]")].map((count) => count.getBoundingClientRect());
    if (rail && counts.some(({ right }) => right > rail.right)) scrolled.push("a count of the menu");
    return scrolled;
  });
}

async function expectFits(counter: Page, name: string, sizes = SIZES): Promise<void> {
  for (const size of sizes) {
    await counter.setViewportSize(size);
    await still(counter);
    expect(await overflowingParts(counter), `${name} at ${size.width}×${size.height}`).toEqual([]);
  }
}

/** Visits the screens of the menu with each of their sections, and those linked from the bar. */
async function everyScreen(counter: Page, visit: (name: string) => Promise<void>): Promise<void> {
  for (const [name, keys] of Object.entries({ charge: "F2", payments: "F3", reserved: "F4", inbox: "F5" })) {
    await counter.keyboard.press(keys);
    await visit(name);
  }
  const parked = counter.getByRole("button", { name: /needs? a manager/ });
  if (await parked.isVisible()) {
    await parked.click();
    await expect(counter.getByTestId("queue").getByTestId("parked").first()).toBeVisible();
    await visit("queue");
  }
  for (const name of ["Reports", "Settings"]) {
    await counter.getByRole("navigation").getByRole("button", { name }).click();
    await counter.setViewportSize({ width: 1280, height: 800 });
    for (const tab of await counter.getByRole("tab").all()) {
      await tab.click();
      await visit(`${name}, ${await tab.textContent()}`);
    }
  }
}

test("many reservations do not move the menu or the header @thorough @browser", async ({ shop }) => {
  await pay(shop, "12300", "Reserve");
  await fill(shop, 25);
  await shop.counter.keyboard.press("F4");
  await expect(shop.counter.getByRole("row")).toHaveCount(26);
  await expectFits(shop.counter, "reserved", [
    { width: 1280, height: 800 },
    { width: 800, height: 600 },
  ]);
  await shop.counter.getByRole("row").last().getByRole("checkbox").focus();
  await expectFits(shop.counter, "reserved, the last box focused", [{ width: 800, height: 600 }]);
});

for (const rows of [0, 1, 25, 500]) {
  test(`no screen is taller than the window with ${rows} rows, at any size @thorough @browser`, async ({ shop }) => {
    const { counter } = shop;
    await counter.emulateMedia({ reducedMotion: "reduce" });
    await pay(shop, "12300", "Reserve");
    await shop.till.call("staff.signIn", { pin: "274951" });
    await shop.till.call("report.z", {});
    await fill(shop, rows);
    await everyScreen(counter, (name) => expectFits(counter, name));
  });
}
