/**
 * `npm run gallery -- --record`: visits the screens of real tills as the e2e tests do, and saves the state of each in
 * `gallery/recordings/`. A recording is a JSON object of stops by name. To keep it small, a stop has only the fields
 * that differ from the stop before.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "@playwright/test";
import { customerDataTour } from "../test/e2e/customer-data-tour.ts";
import { openEmptyTill, setupTour } from "../test/e2e/first-run.ts";
import { enterPin, expect, openShop, pay, type Shop, test } from "../test/e2e/fixtures.ts";
import { goods, openKiosk } from "../test/e2e/kiosk-shop.ts";
import { kioskMachineTour, kioskTour } from "../test/e2e/kiosk-tour.ts";
import { officeTour, openOffice } from "../test/e2e/office-tour.ts";
import { still, tour, type Visit } from "../test/e2e/tour.ts";
import { startFakeDispenser } from "../test/support/fake-dispenser.ts";
import { temporaryFolder } from "../test/support/folder.ts";
import { difference, type Stop, toPlain } from "./stops.ts";

const FOLDER = join(import.meta.dirname, "recordings");
const OWNER_PIN = "274951";
/** Folder for pictures of the real screens, to compare the stories with; none are saved when empty. */
const PICTURES = process.env.TILL_GALLERY_PICTURES;

interface Recording {
  /** Saves the state of a page under the name. */
  at(page: Page, shop?: Pick<Shop, "till">): Visit;
  write(): void;
}

function recording(name: string): Recording {
  const stops: Record<string, unknown> = {};
  let last: Partial<Stop> = {};
  return {
    at: (page, shop) => async (stop) => {
      const display = await shop?.till.call("display.get", {});
      const now = { ...(await readStores(page)), ...(display?.ok && { customer: { display: display.value } }) };
      stops[stop] = difference(last, now);
      last = now;
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${stop}.png`) });
    },
    write: () => writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(stops)}\n`),
  };
}

/** Returns the content of a page's stores, which React's tree holds as context values. */
async function readStores(page: Page): Promise<Partial<Stop>> {
  return JSON.parse(await page.evaluate(`(${findStores})(${toPlain})`));
}

/** Node of React's internal tree. */
interface Fiber {
  memoizedProps: { value?: Stateful & { store?: Stateful } } | null;
  sibling: Fiber | null;
  child: Fiber | null;
}

interface Stateful {
  getState?(): object;
}

/** Runs in the page. @param replacer {@link toPlain} */
function findStores(replacer: typeof toPlain): string {
  const root = document.getElementById("root") ?? {};
  const entries = Object.entries<{ stateNode: { current: Fiber } }>({ ...root });
  const container = entries.find(([key]) => key.startsWith("__reactContainer$"))?.[1];
  const stores: Record<string, object> = {};
  const visit = (fiber: Fiber | null) => {
    for (let next = fiber; next; next = next.sibling) {
      const value = next.memoizedProps?.value;
      const state = (value?.getState ?? value?.store?.getState)?.();
      if (state) stores["session" in state ? "kiosk" : "tillsText" in state ? "office" : "till"] ??= state;
      visit(next.child);
    }
  };
  visit(container?.stateNode.current ?? null);
  return JSON.stringify({ at: Date.now(), ...stores }, replacer);
}

/** Opens every section of the reports and settings after a day of sales. */
async function visitSections(shop: Shop, look: Visit): Promise<void> {
  const { counter } = shop;
  const pending = pendingRequests(counter);
  await counter.keyboard.press("F2");
  for (const [menu, name] of [
    ["Reports", "report"],
    ["Settings", "setting"],
  ] as const) {
    await counter.getByRole("navigation").getByRole("button", { name: menu }).click();
    const tabs = counter.getByRole("tab");
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      const gate = counter.getByTestId("settings-gate");
      await counter.getByRole("tabpanel").locator("header + *").first().waitFor();
      if (await gate.isVisible()) await enterPin(counter, OWNER_PIN);
      await gate.waitFor({ state: "hidden" });
      await expect.poll(() => pending.size).toBe(0);
      await still(counter);
      const { till: state } = await readStores(counter);
      await look(`${name}-${name === "report" ? state?.reports.section : state?.settings.section}`);
    }
  }
}

/** Visits a receipt, and the lock screen of a till with four users. */
async function visitLock(shop: Shop, look: Visit): Promise<void> {
  const { counter, till } = shop;
  await pay(shop, "14900");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "Receipt" }).click();
  await counter.getByRole("dialog").getByTestId("receipt-table").waitFor();
  await still(counter);
  await look("receipt");
  await counter.keyboard.press("Escape");
  await till.call("staff.signIn", { pin: OWNER_PIN });
  for (const [name, role, pin] of [
    ["Ingrid", "manager", "702914"],
    ["Ola", "cashier", "482106"],
    ["Kari", "cashier", "930527"],
  ] as const) {
    await till.call("staff.add", { name, role, pin });
  }
  await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  await till.call("staff.signOut", {});
  await counter.reload();
  await counter.getByTestId("lock").waitFor();
  await still(counter);
  await look("lock");
}

/** Returns a live set of the page's commands without an answer. */
function pendingRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on("request", (request) => /\/bridge\/(?!events)/.test(request.url()) && pending.add(request));
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return pending;
}

test.use({ colorScheme: "light", viewport: { width: 1280, height: 800 } });

test("records the setup", async ({ page }) => {
  using folder = temporaryFolder();
  const setup = recording("setup");
  await using empty = await openEmptyTill(page, folder.path);
  await setupTour(empty, setup.at(page));
  setup.write();
});

test("records a till", async ({ browser, shop }) => {
  const till = recording("till");
  await tour(shop, till.at(shop.counter, shop));
  await visitSections(shop, till.at(shop.counter, shop));
  using folder = temporaryFolder();
  await using other = await openShop(await browser.newPage(), folder.path);
  await visitLock(other, till.at(other.counter, other));
  till.write();
});

test("records customer data", async ({ shop }) => {
  const data = recording("customer-data");
  await customerDataTour(shop, data.at(shop.counter, shop));
  data.write();
});

test("records the settings that sections keep in no store", async ({ shop: { till } }) => {
  await till.call("staff.signIn", { pin: OWNER_PIN });
  const names = ["centre.get", "kiosk.get", "receipt.settings.get", "mail.get", "reservation.rule"] as const;
  const answers = await Promise.all(names.map(async (name) => [name, await till.call(name, {})] as const));
  expect(answers.filter(([, answer]) => !answer.ok)).toEqual([]);
  writeFileSync(join(FOLDER, "answers.json"), `${JSON.stringify(Object.fromEntries(answers))}\n`);
});

test("records a kiosk", async ({ browser, page }) => {
  const kiosk = recording("kiosk");
  await page.clock.install();
  {
    await using shop = await openKiosk(page, null, { phone: "22 33 44 55" });
    await kioskTour(shop, kiosk.at(shop.screen));
  }
  await using machine = await startFakeDispenser({ delaysOrders: true });
  await using vending = await openKiosk(await browser.newPage(), null, {
    catalogue: goods(6, true),
    kiosk: { dispenser: { driver: "http", url: machine.url } },
    phone: "22 33 44 55",
  });
  await kioskMachineTour(vending, machine, kiosk.at(vending.screen));
  kiosk.write();
});

test("records head office", async ({ page }) => {
  const office = recording("head-office");
  await using chain = await openOffice(page, { tills: 25, shops: 4, payments: 12 });
  await officeTour(page, chain, (name) => office.at(page)(`office-${name}`));
  office.write();
});
