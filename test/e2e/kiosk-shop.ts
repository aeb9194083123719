/** A kiosk's window, its customer's phone, and its catalogue: for tests and pictures of a self-service till. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import type { CatalogueContent, Product } from "../../contract/catalogue/catalogue.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { type DesktopRuntime, expect, openWindow, readQr } from "./fixtures.ts";

export const MANAGER_PIN = "481516";
/** A customer of the sandbox with sufficient funds */
const CUSTOMER = "4791234567";

type Opened = Awaited<ReturnType<typeof openWindow>>;

interface Asked {
  tid: string;
  amount: number;
  status: string;
}

export interface KioskShop extends AsyncDisposable {
  till: Opened["till"];
  shell: Opened["shell"];
  /** The kiosk's window */
  screen: Page;
  sandboxUrl: string;
  /** Scans the code on the screen as the customer. */
  scan(): Promise<void>;
  /** Approves the service's request as the customer. */
  approve(): Promise<void>;
  reject(): Promise<void>;
  /** Requests received by the service */
  requests(): Promise<Asked[]>;
  /** Latest payment, as the owner sees it */
  newest(): Promise<Payment>;
}

const NAMES: readonly [string, string, number, string][] = [
  ["Kanelbolle", "Cinnamon bun", 4900, "#e8b27a"],
  ["Filterkaffe", "Filter coffee", 3900, "#6b4a36"],
  ["Eplemost", "Apple juice", 4500, "#c9d24c"],
  ["Smørbrød", "Open sandwich", 12_900, "#e9735a"],
  ["Gulrotkake", "Carrot cake", 6500, "#f0a03c"],
  ["Mineralvann", "Sparkling water", 3500, "#7cc4e4"],
];

/** Returns this many products in two kinds, named in both languages. @param slots gives each a machine slot */
export function goods(count: number, slots = false): CatalogueContent {
  const products = Array.from({ length: count }, (_, index): Product => {
    const [name, en, amount, colour] = NAMES[index % NAMES.length] ?? ["", "", 1, "#000000"];
    const more = index < NAMES.length ? "" : ` ${Math.floor(index / NAMES.length) + 1}`;
    const product: Product = {
      id: `p${index}`,
      name: `${name}${more}`,
      names: { en: `${en}${more}` },
      amount,
      vatRate: 1500,
      category: index % 2 === 0 ? "food" : "drinks",
      colour,
    };
    return slots ? { ...product, slot: `A${index + 1}` } : product;
  });
  const categories = [
    { id: "food", name: "Mat", names: { en: "Food" } },
    { id: "drinks", name: "Drikke", names: { en: "Drinks" } },
  ];
  return { categories: count === 0 ? [] : categories, products };
}

interface KioskOptions {
  catalogue?: CatalogueContent;
  /** The machine's settings in a provisioning file */
  kiosk?: { dispenser: { driver: "http"; url: string }; deposit?: number | null; unknownDrop?: "release" | "capture" };
  locale?: string;
  /** Phone number for customers */
  phone?: string;
}

/** Opens a kiosk in the page, or in the desktop. */
export async function openKiosk(
  page: Page,
  desktop: DesktopRuntime | null,
  { catalogue = goods(6), kiosk, locale = "en-GB", phone }: KioskOptions = {},
): Promise<KioskShop> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(await startSandboxProcess(folder.path));
  const provisioning = join(dirname(sandbox.provisioning), "kiosk.json");
  const usual = JSON.parse(readFileSync(sandbox.provisioning, "utf8"));
  const { categories, products } = catalogue;
  const shop = phone === undefined ? undefined : { name: "Hansens", phone };
  const own = { mode: "kiosk", locale, categories, products, kiosk, shop };
  writeFileSync(provisioning, JSON.stringify({ ...usual, ...own, staff: { managerPin: MANAGER_PIN } }));
  const args = ["--data", join(folder.path, "till"), "--config", provisioning];
  const { till, shell, counter: screen } = cleanup.use(await openWindow(page, args, desktop));
  const customer = customerOf(sandbox.url);
  const resources = cleanup.move();
  return {
    till,
    shell,
    screen,
    sandboxUrl: sandbox.url,
    ...customer,
    async scan() {
      await customer.ask("scan", { link: await readQr(screen) });
    },
    async newest() {
      await till.call("staff.signIn", { pin: MANAGER_PIN });
      const listed = await till.call("payment.list", { limit: 1 });
      await till.call("staff.signOut", {});
      const [payment] = listed.ok ? listed.value.items : [];
      if (payment === undefined) throw new Error(`this till has no payment: ${JSON.stringify(listed)}`);
      return payment;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the customer's phone without its page. */
export function customerOf(sandboxUrl: string) {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(new URL(`/phone/api/${path}`, sandboxUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ customer: CUSTOMER, ...body }),
    });
    if (!answer.ok) throw new Error(`the phone: ${path} ${answer.status} ${await answer.text()}`);
  };
  const requests = async (): Promise<Asked[]> => {
    const answer = await fetch(new URL("/control/payments", sandboxUrl));
    return ((await answer.json()) as { payments: Asked[] }).payments;
  };
  const answerWith = async (answer: "approve" | "reject") => {
    const pending = async () => (await requests()).find(({ status }) => status === "pending")?.tid;
    await expect.poll(pending).toBeDefined();
    await ask(`requests/${await pending()}/${answer}`, {});
  };
  return { ask, requests, approve: () => answerWith("approve"), reject: () => answerWith("reject") };
}

/** Touches the attract screen and chooses a language. */
export async function begin(screen: Page, language = "English"): Promise<void> {
  await expect(screen.locator("[data-testid=kiosk-attract]:not([data-guarded])")).toBeVisible();
  await screen.getByTestId("kiosk-attract").getByRole("button").first().click();
  await screen.getByTestId("kiosk-language").getByRole("button", { name: language, exact: true }).first().click();
}
