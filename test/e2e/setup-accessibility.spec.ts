/** The wizard by keyboard alone, at every size, and on paper. */
import type { Locator, Page } from "@playwright/test";
import { choosePin, next, OWNER_PIN, setUpDemo, setupTour, test, tested } from "./first-run.ts";
import { expect } from "./fixtures.ts";
import { accessibilityViolations, overflow } from "./page-checks.ts";
import { still } from "./tour.ts";

test("completes the setup from the welcome to Charge by keyboard alone @thorough", async ({ empty }) => {
  const { counter } = empty;
  const { keyboard } = counter;
  const button = (name: string | RegExp) => counter.getByRole("button", { name, exact: true });
  await expect(counter.getByRole("heading", { name: "Welcome" })).toBeFocused();
  await tabTo(counter, button(/^Set up this till/));
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Payment service" })).toBeFocused();
  // Arrow keys switch between the cards, and each keeps its input.
  await tabTo(counter, counter.getByRole("radio", { name: /^Your payment service/ }));
  await keyboard.press("ArrowUp");
  await expect(counter.getByLabel("Service address")).toBeHidden();
  await keyboard.press("ArrowDown");
  await expect(counter.getByLabel("Service address")).toBeVisible();
  await keyboard.press("ArrowUp");
  await tabTo(counter, button("Next"));
  await keyboard.press("Space");
  await expect(counter.getByRole("heading", { name: "This till" })).toBeFocused();
  await tabTo(counter, counter.getByLabel("ID", { exact: true }));
  await keyboard.press("ControlOrMeta+A");
  await keyboard.press("Delete");
  // Enter in a field continues; errors appear at the field, which has the focus.
  await keyboard.press("Enter");
  await expect(counter.getByText("Use 1 to 64 letters")).toBeVisible();
  await expect(counter.getByLabel("ID", { exact: true })).toBeFocused();
  await keyboard.type("kasse-7");
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Owner's PIN" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type(OWNER_PIN);
  await keyboard.press("Tab");
  await keyboard.type(OWNER_PIN);
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: "Test this till" })).toBeFocused();
  await tested(counter);
  await tabTo(counter, button("Play sound"));
  await keyboard.press("Enter");
  await tabTo(counter, button("Did you hear the sound? Yes"));
  await keyboard.press("Enter");
  await expect(counter.getByTestId("test-sound")).toHaveAttribute("data-state", "ok");
  await tabTo(counter, button("Finish"));
  await keyboard.press("Enter");
  await expect(counter.getByRole("heading", { name: /^Ready, / })).toBeFocused();
  await tabTo(counter, button("Take the first payment"));
  await keyboard.press("Enter");
  await expect(counter.getByTestId("total")).toBeVisible();
  await keyboard.type("149");
  await expect(counter.getByTestId("total")).toContainText("1,49");
});

const SIZES = [
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
];

test("every step is accessible in both themes, and nothing is clipped at any size @thorough", async ({ empty }) => {
  const { counter } = empty;
  const lines: string[] = [];
  counter.on("console", (message) => {
    if (message.type() === "warning" || /policy|violat/i.test(message.text())) lines.push(message.text());
  });
  counter.on("pageerror", (error) => lines.push(error.message));
  await setupTour(empty, async (name) => {
    await counter.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await still(counter);
    expect(await accessibilityViolations(counter), name).toEqual([]);
    // The dark theme changes colours only.
    await counter.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await still(counter);
    expect(await accessibilityViolations(counter, ["color-contrast"]), `${name}, dark`).toEqual([]);
    for (const size of SIZES) {
      await counter.setViewportSize(size);
      await still(counter);
      const where = `${name} at ${size.width}×${size.height}`;
      expect(await overflow(counter), where).toEqual({ across: 0, down: 0, cut: [] });
    }
  });
  expect(lines).toEqual([]);
});

test("prints the test results separately, with till, time and each finding @thorough", async ({ empty }) => {
  const { counter } = empty;
  await setUpDemo(counter);
  await next(counter, "till");
  await next(counter, "owner");
  await choosePin(counter);
  await next(counter, "test");
  await tested(counter);
  const paper = counter.getByTestId("printout");
  await expect(paper).toBeHidden();
  await counter.emulateMedia({ media: "print" });
  await expect(paper).toBeVisible();
  for (const text of ["Demo – play money", "Counter 1 (counter-1)", "Credentials", "Notification"])
    await expect(paper).toContainText(text);
  // Unanswered tests are printed as such.
  await expect(paper.getByRole("row", { includeHidden: true })).toHaveCount(8);
  for (const [name, sentence] of [
    ["QR code on this screen", "Not tested with a phone."],
    ["Sound", "Not confirmed whether the sound is heard."],
  ] as const) {
    const row = paper.locator("tr").filter({ hasText: name });
    await expect(row).toContainText("Not answered");
    await expect(row).toContainText(sentence);
  }
  await expect(counter.getByTestId("setup-test")).toBeHidden();
  await expect(counter.getByTestId("environment")).toBeHidden();
});

/** Presses Tab until a control has the focus, as a user without a pointer does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (
      await control.evaluate(
        (element) => element === document.activeElement || element.contains(document.activeElement),
      )
    )
      return;
    await page.keyboard.press("Tab");
  }
  await expect(control).toBeFocused();
}
