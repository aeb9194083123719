/** A tour of the screens of customer data: the request, the code, the answer, an age check. */
import { defaultPresets } from "../../contract/customers/permission-presets.ts";
import { readEnglish } from "./cafe.ts";
import { enterPin, readQr, type Shop } from "./fixtures.ts";
import type { Visit } from "./tour.ts";
import { still } from "./tour.ts";

const OWNER_PIN = "274951";

/** Visits them as a cashier does, with a customer who shares everything. */
export async function customerDataTour(shop: Shop, look: Visit): Promise<void> {
  const { counter, till } = shop;
  const visit: Visit = async (name) => {
    await counter.bringToFront();
    await still(counter);
    await look(name);
  };
  await readEnglish(shop);
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("permission.presets.set", { items: defaultPresets("en") });
  await till.call("staff.signOut", {});
  await counter.reload();
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Ship to home", { exact: true }).click();
  await visit("ask-customer");
  await grant(shop, () => visit("ask-code"));
  await counter.getByRole("heading", { name: "The customer shared this" }).waitFor();
  await visit("ask-shared");
  await counter.getByRole("button", { name: "Show: Name" }).first().click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  await enterPin(dialog, OWNER_PIN);
  await counter.getByTestId("revealed").waitFor();
  await visit("ask-revealed");
  await dialog.getByRole("button", { name: "Hide" }).click();
  await counter.getByRole("button", { name: "Done" }).click();
  await counter.getByRole("button", { name: "Ask the customer" }).click();
  await counter.getByText("Age check 18+", { exact: true }).click();
  await grant(shop, async () => undefined);
  await counter.getByTestId("age").waitFor();
  await visit("ask-age");
}

/** @param onCode called while the code is shown */
async function grant(shop: Shop, onCode: () => Promise<void>): Promise<void> {
  const { counter } = shop;
  await counter.getByRole("button", { name: "Show code" }).click();
  const link = await readQr(counter);
  await onCode();
  const phone = await shop.phone();
  await phone.getByLabel("Link from the QR code").fill(link);
  await phone.getByRole("button", { name: "Scan", exact: true }).click();
  await phone.getByRole("button", { name: "Grant", exact: true }).click();
}
