/** A kiosk that reads its screens aloud: a recorder replaces the system's voices, which a test machine lacks. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { pressEnd } from "./kiosk-checks.ts";
import { begin, goods, openKiosk } from "./kiosk-shop.ts";
import { accessibilityViolations } from "./page-checks.ts";

interface Recorded {
  said: { text: string; lang: string; volume: number }[];
  /** Number of cancelled queues */
  cancelled: number;
  /** Ends the current sentence. */
  finish(): void;
}

/** Replaces the system's speech with a recorder. @param langs languages of its voices */
async function recordSpeech(page: Page, langs: string[]): Promise<void> {
  await page.addInitScript((given) => {
    const recorded = { said: [] as object[], cancelled: 0, finish: () => undefined as unknown };
    const waiting: EventTarget[] = [];
    const voices = given.map((lang) => ({ lang, localService: true, default: false, name: lang, voiceURI: lang }));
    class Utterance extends EventTarget {
      lang = "";
      volume = 1;
      voice = null;
      text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    const synth = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak(utterance: Utterance) {
        const { text, lang, volume } = utterance;
        recorded.said.push({ text, lang, volume });
        waiting.push(utterance);
      },
      cancel() {
        recorded.cancelled += 1;
        waiting.length = 0;
      },
    });
    recorded.finish = () => waiting.shift()?.dispatchEvent(new Event("end"));
    Object.defineProperty(window, "speechSynthesis", { value: synth });
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, recorded });
  }, langs);
}

const recorded = <T>(screen: Page, read: (from: Recorded) => T) =>
  screen.evaluate<T, string>(
    (source) =>
      new Function("from", `return (${source})(from)`)((window as unknown as { recorded: Recorded }).recorded),
    read.toString(),
  );
const texts = (screen: Page) => recorded(screen, ({ said }) => said.map(({ text }) => text));
/** Drops everything said so far */
const forget = (screen: Page) => recorded(screen, (from) => void from.said.splice(0));

test("speaks every screen and the customer's position, from the first screen to the receipt @browser @thorough", async ({
  page,
  desktop,
}) => {
  await recordSpeech(page, ["en-GB", "no-NO"]);
  await using shop = await openKiosk(page, desktop, { catalogue: goods(4) });
  const { screen } = shop;
  await screen.getByTestId("kiosk-attract").getByRole("button", { name: "Read aloud" }).click();
  await expect
    .poll(() => texts(screen))
    .toEqual([
      expect.stringMatching(/^This screen is read aloud\./),
      expect.stringMatching(/\S/),
      "Pay here with your phone.",
      expect.stringMatching(
        /^You can choose: Touch to begin; Repeat; Volume: 2 of 3; Stop reading aloud; Accessibility; Help; /,
      ),
    ]);
  expect(await accessibilityViolations(screen)).toEqual([]);
  await begin(screen);
  await expect.poll(() => texts(screen)).toContain("What would you like?");
  await forget(screen);
  await screen.keyboard.press("ArrowDown");
  await expect
    .poll(() => texts(screen))
    .toEqual([expect.stringMatching(/^Cinnamon bun, .*49\.00\. Add one, 1 of 4\.$/)]);
  await forget(screen);
  await screen.keyboard.press("Enter");
  await expect
    .poll(() => texts(screen))
    .toEqual([expect.stringMatching(/1 in the basket, 1 of 4\.$/), expect.stringMatching(/^Total .*49\.00$/)]);
  await screen.getByRole("button", { name: /^Basket 1/ }).click();
  await expect.poll(() => texts(screen)).toContain("Your basket.");
  await expect.poll(() => texts(screen)).toContain("Quantity 1.");
  await screen.getByRole("button", { name: /^Pay / }).click();
  await expect.poll(() => texts(screen)).toContain("Scan to pay.");
  await expect.poll(() => texts(screen)).toContainEqual(expect.stringMatching(/^Time left \d+ minutes?\.$/));
  // The one-second guard is not announced: it has ended when the screen was read.
  await expect.poll(() => texts(screen)).toContainEqual(expect.stringMatching(/^You can choose: Cancel; /));
  await shop.scan();
  await expect.poll(() => texts(screen)).toContain("Approve on your phone.");
  await shop.approve();
  await expect.poll(() => texts(screen)).toContain("Paid.");
  // After the reset nothing more is said, and the next customer's kiosk is silent.
  await forget(screen);
  await pressEnd(screen.getByTestId("kiosk-result").getByRole("button", { name: "Done" }));
  await expect(screen.getByTestId("kiosk-attract")).toBeVisible();
  const { said, cancelled } = await recorded(screen, (from) => ({ said: from.said, cancelled: from.cancelled }));
  expect(cancelled).toBeGreaterThan(0);
  await begin(screen);
  await screen.keyboard.press("ArrowDown");
  expect(await texts(screen)).toEqual(said.map(({ text }) => text).filter((text) => text === "Done."));
  await expect(screen.getByRole("button", { name: "Read aloud" })).toBeVisible();
});

test("repeats speech, changes volume, follows the screen's language, and is silent on request @browser @thorough", async ({
  page,
  desktop,
}) => {
  await recordSpeech(page, ["en-GB", "no-NO"]);
  await using shop = await openKiosk(page, desktop, { catalogue: goods(2) });
  const { screen } = shop;
  await begin(screen, "Norsk");
  await expect(screen.getByTestId("kiosk-products")).toContainText("Hva vil du ha?");
  await screen.keyboard.press("F8");
  await expect.poll(() => texts(screen)).toContain("Hva vil du ha?");
  expect(await recorded(screen, ({ said }) => [...new Set(said.map(({ lang }) => lang))])).toEqual(["no-NO"]);
  await forget(screen);
  await screen.getByRole("button", { name: "Lydstyrke: 2 av 3" }).click();
  await expect
    .poll(() => recorded(screen, ({ said }) => said.at(-1)))
    .toEqual({
      text: "Lydstyrke: 3 av 3.",
      lang: "no-NO",
      volume: 1,
    });
  await forget(screen);
  await screen.getByRole("button", { name: "Gjenta" }).click();
  await expect.poll(() => texts(screen)).toContain("Hva vil du ha?");
  await screen.getByRole("button", { name: "Slutt å lese opp" }).click();
  await expect(screen.getByRole("button", { name: "Les opp" })).toBeFocused();
  await forget(screen);
  await screen.keyboard.press("ArrowUp");
  await screen.getByRole("button", { name: /^Kanelbolle/ }).focus();
  expect(await texts(screen)).toEqual([]);
});

test("holding the up arrow starts speech, and a listener gets no idle question @browser @thorough", async ({
  page,
  desktop,
}) => {
  await page.clock.install();
  await recordSpeech(page, ["en-GB"]);
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen);
  await screen.keyboard.down("ArrowUp");
  await screen.clock.runFor(1500);
  await screen.keyboard.up("ArrowUp");
  await screen.clock.runFor(1500);
  expect(await texts(screen)).toEqual([]);
  await screen.keyboard.down("ArrowUp");
  await screen.clock.runFor(2100);
  await screen.keyboard.up("ArrowUp");
  await expect.poll(() => texts(screen)).toContain("What would you like?");
  await screen.clock.runFor(40_000);
  await recorded(screen, (from) => from.finish());
  await screen.clock.runFor(40_000);
  await expect(screen.getByTestId("kiosk-still-there")).toHaveCount(0);
  await screen.clock.runFor(6000);
  await expect(screen.getByTestId("kiosk-still-there")).toBeVisible();
  await expect.poll(() => texts(screen)).toContain("Are you still there?");
});

test("does not offer speech in a language without a voice @browser @thorough", async ({ page, desktop }) => {
  await recordSpeech(page, ["no-NO"]);
  await using shop = await openKiosk(page, desktop);
  const { screen } = shop;
  await begin(screen);
  await expect(screen.getByTestId("kiosk-products")).toBeVisible();
  await expect(screen.getByTestId("kiosk-speech")).toHaveCount(0);
  await screen.keyboard.press("F8");
  expect(await texts(screen)).toEqual([]);
  await screen.getByRole("button", { name: "Language: English" }).click();
  await screen.getByTestId("kiosk-languages").getByRole("button", { name: "Norsk" }).click();
  await expect(screen.getByTestId("kiosk-speech")).toBeVisible();
});
