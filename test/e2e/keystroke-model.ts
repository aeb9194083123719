/**
 * Estimates a first-time user's time with the Keystroke-Level Model (Card, Moran, Newell 1980) for a non-typist, and
 * reading rates (Brysbaert 2019: 238 words per minute). A test types and presses at a person's pace where that is
 * cheap, and adds the rest, so that it need not wait as long as a person. The user reads every screen whole, and looks
 * for and thinks about every control. The machine's time, including real typing, is measured and added.
 */
import type { Locator, Page } from "@playwright/test";

const MS_PER_WORD = 60_000 / 238;
/** M: mental preparation. P: pointing and pressing. H: moving the hand from the pointer to the keyboard. */
const THINK_MS = 1350;
const POINT_MS = 1100;
const HOME_MS = 400;
/** Time of one press made by code other than a {@link Person}. */
export const PRESS_MS: number = THINK_MS + POINT_MS;
/** K: per key, including looking for it; typed at {@link TYPED_MS}, and the rest is counted. */
const KEY_MS = 280;
const TYPED_MS = 80;

export interface Person {
  /** Reads a part of the screen once. Choices of a list are not read one by one. */
  reads(part: Locator): Promise<void>;
  presses(control: Locator): Promise<void>;
  /** Presses several controls in one thought, like an amount on the keypad */
  pressesAll(controls: Locator[]): Promise<void>;
  types(field: Locator, text: string): Promise<void>;
  /** Pastes text copied elsewhere: the field, and two keys */
  pastes(field: Locator, text: string): Promise<void>;
  /** Total time of a person in ms: reading, thinking, moving and typing */
  tookMs(): number;
}

/** Creates a person at a page. */
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
