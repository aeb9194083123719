/** Errors are shown in the window's language only: real refusals, each read on its screen. */
import type { Page } from "@playwright/test";
import { WRONG_LANGUAGE } from "../support/wrong-language.ts";
import { enterPin, expect, key, type Shop, test } from "./fixtures.ts";
import { CUSTOMER, fail, refuseCreate, startElsewhere } from "./service-faults.ts";
import { still } from "./tour.ts";

const OWNER_PIN = "274951";

/** Checks that all text of the window, including dialogs and text for screen readers, is Norwegian. */
async function expectNorwegian(page: Page): Promise<void> {
  await still(page);
  const labels = await page
    .locator("[aria-label]")
    .evaluateAll((elements) => elements.map((element) => element.getAttribute("aria-label") ?? ""));
  const lines = [...(await page.locator("body").allInnerTexts()).flatMap((text) => text.split("\n")), ...labels];
  expect(lines.filter((line) => WRONG_LANGUAGE.nb.test(line))).toEqual([]);
}

async function inNorwegian({ counter }: Shop): Promise<void> {
  await counter.getByRole("button", { name: "This window" }).click();
  await counter.getByText("Norsk bokmål").click();
  await counter.keyboard.press("Escape");
  await expect(counter.getByRole("button", { name: "Innstillinger" })).toBeVisible();
  await expectNorwegian(counter);
}

async function askPhone(counter: Page, digits: string): Promise<void> {
  await key(counter, digits);
  await counter.getByLabel("Telefonnummer").fill("+47 912 34 567");
  await counter.getByRole("button", { name: /^Ta betalt \d/ }).click();
}

test("shows the service's errors in Norwegian, from the counter to the queue @thorough", async ({ shop }) => {
  const { counter } = shop;
  await inNorwegian(shop);
  await refuseCreate(shop);
  await askPhone(counter, "3900");
  await expect(counter.getByRole("heading", { name: "Hent leder" })).toBeVisible();
  await expectNorwegian(counter);
  await counter.getByRole("button", { name: "Åpne betalingen" }).click();
  const parked = counter.getByTestId("payment").getByTestId("parked");
  await expect(parked).toContainText("(403)");
  await expectNorwegian(counter);
  await parked.getByRole("button", { name: "Avbryt betalingen…" }).click();
  await expect(counter.getByRole("alertdialog")).toBeVisible();
  await expectNorwegian(counter);
  await counter.keyboard.press("Escape");
});

test("shows the till's errors in Norwegian: a PIN, an offline sale, a person @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await inNorwegian(shop);
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await counter.getByRole("navigation").getByRole("button", { name: "Innstillinger" }).click();
  await counter.getByRole("tab", { name: "Personer" }).click();
  await counter.getByRole("button", { name: "Legg til person" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByLabel("Navn").fill("Kari");
  await dialog.getByLabel("PIN-kode").fill("1111");
  await dialog.getByRole("button", { name: "Lagre" }).click();
  await expect(dialog.locator("[slot=errorMessage]").or(dialog.getByRole("alert"))).toBeVisible();
  await expectNorwegian(counter);
  await counter.keyboard.press("Escape");
  await till.call("staff.signOut", {});

  await fail(shop, { effect: "answer", kind: "ANY", status: 503, times: 1_000_000 });
  await startElsewhere(shop, 4900, CUSTOMER);
  await expect(counter.getByText(/^Uten nett siden/)).toBeVisible();
  await counter.getByRole("navigation").getByRole("button", { name: "Ta betalt" }).click();
  await key(counter, "100001");
  await counter.getByRole("button", { name: /^Ta betalt \d/ }).click();
  await expect(counter.getByTestId("failure")).toContainText("Det er ikke trukket noe.");
  await expectNorwegian(counter);
  await counter.keyboard.press("Escape");

  await counter.getByRole("navigation").getByRole("button", { name: "Rapporter" }).click();
  const gate = counter.getByTestId("settings-gate");
  await enterPin(gate, "000000");
  await expect(gate.getByText(/^Feil PIN-kode/)).toBeVisible();
  await expectNorwegian(counter);
  for (let tries = 0; tries < 5; tries += 1) await till.call("staff.signIn", { pin: "000000" });
  await enterPin(gate, OWNER_PIN);
  await expect(gate.getByText(/0:[0-5]\d/)).toBeVisible();
  await expectNorwegian(counter);
});
