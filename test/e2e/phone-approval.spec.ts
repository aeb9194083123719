/** A manager's phone replaces their PIN: linked in the settings, and used to approve a refund. */
import { KARI, OLA, phone } from "../support/sandbox.ts";
import { enterPin, expect, pay, readQr, type Shop, test } from "./fixtures.ts";
import { beginRefund } from "./refund-steps.ts";

const OWNER_PIN = "274951";

/** Scans the till's code with a phone. @returns the request on the phone */
async function scanned({ counter, sandboxUrl }: Shop, owner: string) {
  const scanning = phone({ phoneUrl: `${sandboxUrl}/phone` }, owner);
  await scanning.scan(await readQr(counter, "phone-qr"));
  const asked = await scanning.permission();
  await expect(counter.getByText("Request sent. Answer it on the phone.")).toBeVisible();
  return { text: asked.text ?? "", grant: () => scanning.grant(asked.rid), decline: () => scanning.decline(asked.rid) };
}

async function linkOwnersPhone(shop: Shop): Promise<void> {
  const { counter } = shop;
  await counter.getByRole("navigation").getByRole("button", { name: "Settings" }).click();
  await counter.getByRole("tab", { name: "People" }).click();
  await enterPin(counter.getByTestId("settings-gate"), OWNER_PIN);
  await counter.getByRole("button", { name: "Owner's phone" }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Link phone" }).click();
  const { text, grant } = await scanned(shop, OLA);
  await grant();
  await dialog.getByLabel("Number shown on the phone").fill(/\d{4}$/.exec(text)?.[0] ?? "");
  await enterPin(dialog, OWNER_PIN);
  await expect(dialog.getByRole("button", { name: "Unlink phone" })).toBeVisible();
  await counter.keyboard.press("Escape");
  await expect(counter.getByRole("button", { name: "Owner's phone" })).toHaveText("Phone linked");
}

test("a manager's phone approves a refund, and a stranger's phone does not @thorough", async ({ shop }) => {
  const { counter } = shop;
  await pay(shop, "14900");
  await counter.getByRole("button", { name: "New sale" }).click();
  await linkOwnersPhone(shop);
  const dialog = await beginRefund(counter, "149,00");
  await dialog.getByRole("button", { name: "Approve by phone" }).click();
  const stranger = await scanned(shop, KARI);
  expect(stranger.text).toContain("149,00");
  await stranger.grant();
  await expect(dialog.getByText("This phone cannot approve anything on this till.")).toBeVisible();
  await dialog.getByRole("button", { name: "Show new code" }).click();
  const manager = await scanned(shop, OLA);
  await manager.grant();
  await dialog.getByRole("button", { name: "Use a button instead" }).click();
  await dialog.getByRole("button", { name: "Yes, refund 149,00 kr" }).click();
  await expect(dialog.getByText("Refunded 149,00 kr")).toBeVisible();
});

test("a manager's phone approves changing several reservations @browser @thorough", async ({ shop }) => {
  const { counter, till } = shop;
  await linkOwnersPhone(shop);
  await till.call("staff.signOut", {});
  await counter.getByRole("button", { name: "Charge" }).click();
  await pay(shop, "120000", "Reserve");
  await counter.keyboard.press("F4");
  await counter.getByRole("row").nth(1).getByRole("checkbox").click({ force: true });
  await counter.getByRole("button", { name: "Release…" }).click();
  const dialog = counter.getByRole("alertdialog");
  await dialog.getByRole("button", { name: /^Release 1.200,00 kr$/ }).click();
  await dialog.getByRole("button", { name: "Approve by phone" }).click();
  const manager = await scanned(shop, OLA);
  expect(manager.text).toContain("mange reservasjoner på én gang");
  await manager.grant();
  await expect(counter.getByRole("row").nth(1)).toHaveCount(0);
  const { ok, value } = (await till.call("payment.list", {})) as { ok: boolean; value: { items: { phase: string }[] } };
  expect({ ok, phases: value.items.map(({ phase }) => phase) }).toEqual({ ok: true, phases: ["released"] });
});

test("a manager signs in with their own account in the browser, and no other account works @browser @thorough", async ({
  shop,
}) => {
  const { counter, sandboxUrl } = shop;
  await linkOwnersPhone(shop);
  await counter.getByText("Allow sign-in with accounts").click();
  await expect(counter.getByRole("switch", { name: "Allow sign-in with accounts" })).toBeChecked();
  const answerAs = async (customer: string) => {
    const [page] = await Promise.all([
      counter.context().waitForEvent("page"),
      counter.getByRole("button", { name: "Open sign-in page" }).click(),
    ]);
    // Taps as the page's user does; the sandbox's phone lists the identity.
    const id = new URL(page.url()).searchParams.get("authorize") ?? "";
    const answer = await page.request.post(`${sandboxUrl}/phone/api/authorizations/${id}/grant`, {
      data: { customer },
    });
    await page.goto(((await answer.json()) as { redirect: string }).redirect);
    await expect(page.getByText("Du kan lukke denne siden")).toBeVisible();
    await page.close();
  };
  await counter.getByRole("button", { name: "Sign out", exact: true }).click();
  await counter.getByRole("button", { name: /^Sign in or switch/ }).click();
  const dialog = counter.getByRole("dialog");
  await dialog.getByRole("button", { name: "Sign in with your account" }).click();
  await answerAs(KARI);
  await expect(counter.getByText("This account is not linked to anyone on this till.")).toBeVisible();
  await counter.getByRole("button", { name: "Try again" }).click();
  await answerAs(OLA);
  await expect(counter.getByRole("button", { name: "Signed in: Owner (Owner)" })).toBeVisible();
});
