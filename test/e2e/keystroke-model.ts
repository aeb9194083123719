/**
 * Estimates how long a first-time user takes, by the Keystroke-Level Model (Card, Moran, Newell 1980) for somebody who
 * is no typist, and reading rates (Brysbaert 2019: 238 words a minute). A test types and presses at a person's pace
 * where that is cheap, and adds the rest up, so that it need not wait as long as a person does.
 *
 * Every screen is read whole, every control is looked for and thought about. What the machine takes, the real typing
 * included, is measured and added on top.
 */
import type { Locator, Page } from "@playwright/test";

const MS_PER_WORD = 60_000 / 238;
/** M: making up one's mind. P: moving the hand to it and pressing. H: the hand from the pointer to the keyboard. */
const THINK_MS = 1350;
const POINT_MS = 1100;
const HOME_MS = 400;
/** What one press takes, of what somebody else than a {@link Person} presses for them. */
export const PRESS_MS: number = THINK_MS + POINT_MS;
/** K: for each key, looking for it included; typed at {@link TYPED_MS}, the rest is counted. */
const KEY_MS = 280;
const TYPED_MS = 80;

export interface Person {
  /** Reads a part of the screen, once. Choices of a list are not read one by one. */
  reads(part: Locator): Promise<void>;
  presses(control: Locator): Promise<void>;
  /** The same for something that is one thought and several presses, like an amount on the keypad */
  pressesAll(controls: Locator[]): Promise<void>;
  types(field: Locator, text: string): Promise<void>;
  /** What they have copied from elsewhere: the field, and two keys */
  pastes(field: Locator, text: string): Promise<void>;
  /** What all this takes a person, in ms: reading, thinking, moving and typing */
  tookMs(): number;
}

/** A person at a page. */
export function person(page: Page): Person {
  let ms = 0;
  return {
    async reads(part) {
      await part.waitFor();
      const words = await part.evaluate((element) => {
        let count = 0;
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const parent = texts.currentNode.parentElement;
          if (!parent?.checkVisibility() || parent.closest("select, [aria-hidden=true]")) continue;
          count += (texts.currentNode.textContent ?? "").split(/\s+/).filter((word) => word !== "").length;
        }
        return count;
      });
      ms += words * MS_PER_WORD;
    },
    async presses(control) {
      ms += THINK_MS + POINT_MS;
      await control.click();
    },
    async pressesAll(controls) {
      ms += THINK_MS + controls.length * POINT_MS;
      for (const control of controls) await control.click();
    },
    async types(field, text) {
      ms += THINK_MS + POINT_MS + HOME_MS + text.length * (KEY_MS - TYPED_MS);
      await field.click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text, { delay: TYPED_MS });
    },
    async pastes(field, text) {
      ms += THINK_MS + POINT_MS + HOME_MS + 2 * KEY_MS;
      await field.fill(text);
    },
    tookMs: () => ms,
  };
}
