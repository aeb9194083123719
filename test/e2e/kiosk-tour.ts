/** A tour of a kiosk's screens, for checks and pictures of each. */
import type { Page } from "@playwright/test";
import type { FakeDispenser } from "../support/fake-dispenser.ts";
import { expect } from "./fixtures.ts";
import { pressEnd } from "./kiosk-checks.ts";
import { begin, type KioskShop, MANAGER_PIN } from "./kiosk-shop.ts";
import { still, type Visit } from "./tour.ts";

/** @returns a function that visits the screen of this name once it is shown */
function visits(screen: Page, look: Visit) {
  return async (name: string, as = name) => {
    await expect(screen.getByTestId(`kiosk-${name}`)).toBeVisible();
    await still(screen);
    await look(`kiosk-${as}`);
  };
}

/** Orders two buns and a coffee, up to the code. */
async function order(screen: Page, visit: (name: string) => Promise<void>): Promise<void> {
  for (const name of ["Cinnamon bun", "Cinnamon bun", "Filter coffee"])
    await screen.getByRole("button", { name: new RegExp(`^${name},`) }).click();
  await visit("products");
  await screen.getByRole("button", { name: /^Basket 3/ }).click();
  await visit("basket");
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
}

const unseen = async () => undefined;

/**
 * Visits the screens as a customer does, in a shop with its own colour.
 * @param shop its page's clock is installed
 */
export async function kioskTour(shop: KioskShop, look: Visit): Promise<void> {
  const { screen, till, scan, approve, reject } = shop;
  const visit = visits(screen, look);
  const settings = await till.call("counter.get", {});
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  if (settings.ok) await till.call("counter.set", { ...settings.value, accent: "#0b5d4e" });
  await till.call("staff.signOut", {});
  await expect(screen.locator("[data-accent]")).toBeVisible();
  await visit("attract");
  await screen.getByTestId("kiosk-attract").getByRole("button").first().click();
  await visit("language");
  await screen.keyboard.press("Escape");
  await begin(screen);
  await order(screen, visit);
  await visit("code");
  await screen.getByRole("button", { name: "Accessibility" }).click();
  await visit("ease");
  await screen.keyboard.press("Escape");
  await screen.getByRole("button", { name: "Use a phone number" }).click();
  await visit("phone");
  await screen.keyboard.press("Escape");
  await screen.getByRole("button", { name: "Help" }).click();
  await visit("help");
  await screen.keyboard.press("Escape");
  await scan();
  await visit("approve");
  await approve();
  await expect(screen.getByTestId("receipt-qr")).toBeVisible();
  await visit("result");
  await pressEnd(screen.getByRole("button", { name: "Done" }));
  await begin(screen);
  await order(screen, unseen);
  await scan();
  await reject();
  await visit("result", "not-paid");
  await pressEnd(screen.getByRole("button", { name: "Done" }));
  await screen.keyboard.press("Control+Shift+F12");
  await visit("exit");
  await screen.keyboard.press("Escape");
  await begin(screen);
  await screen.clock.fastForward(46_000);
  await visit("still-there");
}

/** Visits the screens of a machine: dropping products, fewer than chosen, and a broken machine. */
export async function kioskMachineTour(shop: KioskShop, machine: FakeDispenser, look: Visit): Promise<void> {
  const { screen, scan, approve, newest } = shop;
  const visit = visits(screen, look);
  await begin(screen);
  await order(screen, unseen);
  await scan();
  await approve();
  await visit("dropping");
  await machine.waitForRequests("PUT");
  machine.faults.jamAfter = 2;
  machine.drop((await newest()).vend?.id ?? "");
  await visit("result", "part");
  await pressEnd(screen.getByRole("button", { name: "Done" }));
  machine.faults.healthStatus = 503;
  // The machine is polled every ten seconds.
  await screen.getByTestId("kiosk-out").waitFor();
  await visit("out");
}
