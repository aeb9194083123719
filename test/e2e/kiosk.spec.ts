/** A till that customers stand at: nothing leads out of its window, and whoever may change it still gets at its settings. */
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess } from "../support/till-process.ts";
import { enterPin, expect, key, openWindow, readQr, type Shop, test as shopTest, withPhone } from "./fixtures.ts";
import { approveUnseen } from "./service-faults.ts";

const test = shopTest.extend<{ kiosk: Shop }>({
  kiosk: async ({ page, desktop }, use) => {
    using folder = temporaryFolder();
    const opened = await openWindow(page, ["--demo", "--kiosk", "--data", folder.path], desktop);
    await using shop = withPhone(opened, page);
    await expect(shop.counter.getByTestId("environment")).toBeVisible();
    await use(shop);
  },
});

test("a demo's kiosk says where the phone is, and has no link that leads there @thorough", async ({ kiosk }) => {
  const { counter, sandboxUrl } = kiosk;
  await expect(counter.getByTestId("environment")).toContainText(`${sandboxUrl}/phone`);
  await key(counter, "14900");
  await counter.getByRole("button", { name: /^Charge 149/ }).click();
  expect(await readQr(counter)).toContain("http");
  await expect(counter.getByRole("link")).toHaveCount(0);
});

test("the owner gets at the settings, and hears that a kiosk gives nothing away @thorough", async ({ kiosk }) => {
  const { counter, till, shell } = kiosk;
  const terminal = await till.call("terminal.get", {});
  const pin = (terminal.ok && terminal.value.demo?.managerPin) || "";
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "Health" }).click();
  const support = counter.getByTestId("support");
  await support.getByRole("button", { name: "Make a support bundle" }).click();
  await enterPin(counter.getByRole("dialog"), pin);
  const made = counter.getByTestId("support-made");
  await expect(made).toContainText("The support bundle is ready");
  // A browser's window is no lock: the desktop's is.
  if (shell === "electron") {
    await expect(made.getByRole("button")).toHaveCount(0);
    await expect(made).toContainText("a kiosk gives nothing away");
  }
  await counter.getByRole("tab", { name: "Set up anew" }).click();
  await counter.getByLabel("Owner's PIN").fill(pin);
  await counter.keyboard.press("Enter");
  await expect(counter.getByRole("button", { name: "Set up this till…" })).toBeVisible();
});

test("who may leave the kiosk stands in the table of rights, and a page that nobody's window shows says why it cannot @thorough", async ({
  kiosk,
}) => {
  const { counter, till, shell } = kiosk;
  const terminal = await till.call("terminal.get", {});
  const pin = (terminal.ok && terminal.value.demo?.managerPin) || "";
  const approval = { pin, command: "shell.leaveKiosk", input: {} } as const;
  const answer = await till.call("staff.approve", approval);
  await counter.getByRole("button", { name: "Settings", exact: true }).click();
  await counter.getByRole("tab", { name: "This window" }).click();
  const section = counter.getByTestId("kiosk-mode");
  if (shell === "electron") {
    // The desktop has a window of its own.
    expect(answer).toMatchObject({ ok: true, value: { value: { kiosk: { left: true } } } });
    await section.getByRole("button", { name: "Go back to kiosk mode" }).click();
    await expect(section).toContainText("its window fills the screen");
  } else {
    expect(answer).toMatchObject({
      error: { code: "illegal_state", details: { reason: expect.stringContaining("no window of its own") } },
    });
    await expect(section).toContainText("This till opened no window of its own");
    await expect(section.getByRole("button")).toHaveCount(0);
  }
  await counter.getByRole("tab", { name: "People" }).click();
  await counter.getByLabel("Owner's PIN").fill(pin);
  await counter.keyboard.press("Enter");
  const rights = counter.getByRole("row", { name: "Leave kiosk mode" });
  await expect(rights.getByRole("img", { name: "Yes" })).toHaveCount(2);
  await expect(rights.getByRole("img", { name: "No" })).toHaveCount(1);
});

test("a kiosk's list is for staff, and offers no customer what it would refuse", async ({ kiosk }) => {
  const { counter, till } = kiosk;
  await counter.getByRole("radio", { name: "Reserve" }).click();
  await key(counter, "20000");
  await counter.getByLabel("Phone number").fill("+47 912 34 567");
  await counter.getByRole("button", { name: /^Reserve 200/ }).click();
  await expect(counter.getByRole("heading", { name: "The customer approves on their phone" })).toBeVisible();
  await approveUnseen(kiosk, 20_000);
  await expect(counter.getByRole("heading", { name: "Reserved" })).toBeVisible();
  await counter.getByRole("button", { name: "See the payment" }).click();
  await expect(counter.getByText("Sign in to see them")).toBeVisible();
  await expect(counter.getByText("No payments")).toHaveCount(0);
  const payment = counter.getByTestId("payment");
  for (const name of ["Take the amount…", "Renew", "Release…", "Receipt"]) {
    await expect(payment.getByRole("button", { name })).toHaveCount(0);
  }
  await till.call("staff.signIn", { pin: "274951" });
  await expect(payment.getByRole("button", { name: "Capture…" })).toBeVisible();
  await expect(counter.getByText("Sign in to see them")).toHaveCount(0);
  await expect(counter.getByRole("grid", { name: "Payments" }).getByText("200,00")).toBeVisible();
});

/** A browser that shows nothing and writes down how it was started; the test's own page is what a person would see. */
function standInBrowser(folder: string) {
  const started = join(folder, "started");
  writeFileSync(started, "");
  writeFileSync(join(folder, "chromium"), `#!/bin/sh\necho "$@" >> '${started}'\nexec sleep 120\n`, { mode: 0o755 });
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, DISPLAY: ":99" };
  const windows = () =>
    readFileSync(started, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (line.split(" ").includes("--kiosk") ? "kiosk" : "window"));
  return { env, windows };
}

test("a manager's PIN lets the window out of kiosk mode until the next start, and a button takes it back @browser @thorough", async ({
  page,
}) => {
  using folder = temporaryFolder();
  using programs = temporaryFolder();
  const { env, windows } = standInBrowser(programs.path);
  await using till = startProcess(["--shell", "browser", "--demo", "--kiosk", "--data", folder.path], env);
  await page.goto((await till.ready).href);
  const terminal = await till.call("terminal.get", {});
  const pin = (terminal.ok && terminal.value.demo?.managerPin) || "";
  await expect.poll(windows).toEqual(["kiosk"]);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("tab", { name: "This window" }).click();
  await page.getByRole("button", { name: "Leave kiosk mode until the next start…" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave kiosk mode" });
  await expect(dialog).toContainText("It is a kiosk again when the till has started again");
  const yes = dialog.getByRole("button", { name: "Leave kiosk mode" });
  await yes.click();
  await enterPin(dialog, "999888");
  await expect(dialog).toContainText("Wrong PIN");
  // A program starts a payment meanwhile: the customer is not interrupted.
  const started = await till.call("payment.start", { action: "SALE", amount: 4200 });
  await enterPin(dialog, pin);
  const section = page.getByTestId("kiosk-mode");
  await expect(section.getByRole("alert")).toContainText("A payment is open at the customer");
  expect(windows()).toEqual(["kiosk"]);
  if (started.ok) await till.call("payment.abort", { posTid: started.value.posTid });
  await page.getByRole("button", { name: "Leave kiosk mode until the next start…" }).click();
  await yes.click();
  await enterPin(dialog, pin);
  await expect(section).toContainText("This window is out of kiosk mode until the till starts again");
  await expect.poll(windows).toEqual(["kiosk", "window"]);
  expect(await till.call("terminal.get", {})).toMatchObject({ value: { mode: "kiosk", kioskLeft: true } });
  await section.getByRole("button", { name: "Go back to kiosk mode" }).click();
  await expect(section).toContainText("its window fills the screen");
  await expect.poll(windows).toEqual(["kiosk", "window", "kiosk"]);
  // Told to stop, it closes its window: the stand-in does not outlive it.
  till.child.kill("SIGTERM");
  expect(await till.exited).toBe(0);
});
