/** PINs locked by a bystander: at a kiosk's exit, and for a person. Their linked phone still works. */
import type { Locator, Page } from "@playwright/test";
import { temporaryFolder } from "../support/folder.ts";
import { OLA, phone } from "../support/sandbox.ts";
import { enterPin, expect, openWindow, readQr, type Shop, test, withPhone } from "./fixtures.ts";

const OWNER_PIN = "274951";

/** Each PIN takes the program's full hashing time. */
test.slow();

type World = Pick<Shop, "till" | "sandboxUrl">;

/** Links Ola's phone to the owner by commands only. */
async function linkPhone({ till, sandboxUrl }: World): Promise<void> {
  await till.call("staff.signIn", { pin: OWNER_PIN });
  const people = await till.call("staff.list", {});
  const id = (people.ok && people.value.items[0]?.id) || "";
  const begun = await till.call("staff.phone.link", { id });
  if (!begun.ok) throw new Error(begun.error.message);
  const { id: check, qr } = begun.value;
  const scanning = phone({ phoneUrl: `${sandboxUrl}/phone` }, OLA);
  await scanning.scan(qr?.text ?? "");
  const { rid, text } = await scanning.permission();
  await scanning.grant(rid);
  await expect
    .poll(async () => await till.call("staff.phone.get", { check }))
    .toMatchObject({
      value: { state: "confirm" },
    });
  const number = /\d{4}$/.exec(text ?? "")?.[0];
  await till.call("staff.phone.confirm", { check, number, pin: OWNER_PIN });
  await till.call("staff.signOut", {});
}

/** Tries four wrong PINs by commands only; the test types the fifth. */
async function tryFour(tried: (pin: string) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 4 }, () => tried("902174")));
}

async function lock(box: Locator): Promise<void> {
  await enterPin(box, "902174");
  await expect(box).toContainText("Too many wrong PINs");
}

async function sayYes(counter: Page, sandboxUrl: string): Promise<string> {
  const scanning = phone({ phoneUrl: `${sandboxUrl}/phone` }, OLA);
  await scanning.scan(await readQr(counter, "phone-qr"));
  const { rid, text } = await scanning.permission();
  await scanning.grant(rid);
  return text ?? "";
}

test("a linked phone unlocks a kiosk's exit while PINs are locked @thorough", async ({ page, desktop }) => {
  using folder = temporaryFolder();
  await using shop = withPhone(await openWindow(page, ["--demo", "--kiosk", "--data", folder.path], desktop), page);
  const { counter, sandboxUrl, till } = shop;
  await expect(counter.getByTestId("kiosk-attract")).toBeVisible();
  await linkPhone(shop);
  await tryFour((pin) => till.call("staff.approve", { pin, command: "shell.leaveKiosk", input: {} }));
  await counter.keyboard.press("Control+Shift+F12");
  const sheet = counter.getByRole("dialog", { name: "Leave kiosk mode" });
  await counter.setViewportSize({ width: 800, height: 600 });
  await lock(sheet);
  await expect(sheet.getByRole("button", { name: "Approve by phone" })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByText("The linked phone still works while the PIN is locked.")).toBeVisible();
  await sheet.getByRole("button", { name: "Approve by phone" }).click();
  expect(await sayYes(counter, sandboxUrl)).toContain("forlate kioskmodus");
  await expect(sheet).toHaveCount(0);
  await expect(counter.getByTestId("kiosk-attract")).toHaveCount(0);
  // Attempts at the exit lock no sign-in.
  expect(await till.call("staff.signIn", { pin: OWNER_PIN })).toMatchObject({ ok: true });
});

test("the exit dialog waits for the first phone check, and for no later one @browser @thorough", async ({
  page,
  desktop,
}) => {
  using folder = temporaryFolder();
  await page.clock.install();
  await using shop = withPhone(await openWindow(page, ["--demo", "--kiosk", "--data", folder.path], desktop), page);
  const { counter } = shop;
  await expect(counter.getByTestId("kiosk-attract")).toBeVisible();
  await linkPhone(shop);
  await counter.keyboard.press("Control+Shift+F12");
  const sheet = counter.getByRole("dialog", { name: "Leave kiosk mode" });
  const asked = counter.waitForResponse("**/bridge/staff.approveByPhone");
  await sheet.getByRole("button", { name: "Approve by phone" }).click();
  const { ok, value } = await (await asked).json();
  await expect(sheet.getByTestId("phone-qr")).toBeVisible();
  // The second check would take ten minutes longer. The till itself refuses one so soon.
  const until = new Date(Date.parse(value.until) + 600_000).toISOString();
  await counter.route("**/bridge/staff.approveByPhone", (route) =>
    route.fulfill({ json: { ok, value: { ...value, id: "second", until } } }),
  );
  await counter.clock.runFor(60_000);
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Use PIN" }).click();
  await sheet.getByRole("button", { name: "Approve by phone" }).click();
  await expect(sheet.getByTestId("phone-qr")).toBeVisible();
  await counter.clock.runFor(120_000);
  await expect(sheet).toHaveCount(0);
});

test("a person whose PIN is locked signs in with their linked phone @thorough", async ({ shop }) => {
  const { counter, sandboxUrl, till } = shop;
  await linkPhone(shop);
  await till.call("staff.signIn", { pin: OWNER_PIN });
  await till.call("staff.setPolicy", { requireSignIn: true, idleLockMinutes: 5 });
  await till.call("staff.signOut", {});
  const screen = counter.getByTestId("lock");
  await expect(screen.getByRole("button", { name: "Sign in by phone" })).toHaveCount(0);
  const people = await till.call("staff.names", {});
  const person = people.ok ? people.value.items[0]?.id : undefined;
  await tryFour((pin) => till.call("staff.signIn", { pin, person }));
  await lock(screen);
  await screen.getByRole("button", { name: "Sign in by phone" }).click();
  expect(await sayYes(counter, sandboxUrl)).toContain("Logge inn i kassen?");
  await expect(screen).toHaveCount(0);
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { staff: { role: "owner" } } });
});
