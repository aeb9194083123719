/** A walk through a kiosk's screens, for those who look at each. */
import { expect } from "./fixtures.ts";
import { begin, type KioskShop, MANAGER_PIN } from "./kiosk-shop.ts";
import { still, type Visit } from "./tour.ts";

/** Goes from screen to screen as a customer does, in a shop with a colour of its own. */
export async function kioskTour({ screen, till, scan, approve }: KioskShop, look: Visit): Promise<void> {
  const visit = async (name: string) => {
    await expect(screen.getByTestId(`kiosk-${name}`)).toBeVisible();
    await still(screen);
    await look(`kiosk-${name}`);
  };
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
  for (const name of ["Cinnamon bun", "Cinnamon bun", "Filter coffee"])
    await screen.getByRole("button", { name: new RegExp(`^${name},`) }).click();
  await visit("products");
  await screen.getByRole("button", { name: /^Basket 3/ }).click();
  await visit("basket");
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect(screen.getByTestId("qr")).toBeVisible();
  await visit("code");
  await screen.getByRole("button", { name: "Help" }).click();
  await visit("help");
  await screen.keyboard.press("Escape");
  await scan();
  await visit("approve");
  await approve();
  await expect(screen.getByTestId("receipt-qr")).toBeVisible();
  await visit("result");
}
