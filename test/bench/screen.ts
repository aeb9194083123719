/** Rows about the screen: a browser, and the times at which a page has painted. */
import { type Browser, chromium, type Page } from "playwright";
import { chromiumEnvironment } from "../support/desktop-process.ts";

declare global {
  interface Window {
    /** See `watchPaint` */
    painted: { at: number; since: number }[];
    /** Called after each paint */
    whenPainted?: () => void;
    /** Time of the last key press */
    keyAt: number;
    /** Stops the previous watch */
    unwatch?: () => void;
  }
}

/** Starts the headless browser of the tests. */
export function startBrowser(): Promise<Browser> {
  const { TILL_TEST_BROWSER: executablePath = "", TILL_TEST_BROWSER_ARGUMENTS = "[]" } = chromiumEnvironment();
  return chromium.launch({ executablePath, args: JSON.parse(TILL_TEST_BROWSER_ARGUMENTS) });
}

/** Opens a page as wide as a till's. It records and marks each key press before its own listeners run. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    window.keyAt = 0;
    const pressed = () => {
      window.keyAt = performance.now();
      performance.mark("work:key");
    };
    window.addEventListener("keydown", pressed, { capture: true });
  });
  return page;
}

/**
 * Records and marks each paint of an element that matches a selector, or of a change of its text. The time is after the
 * next frame has started and its drawing is done. `since` is the last key press.
 */
export async function watchPaint(page: Page, selector: string): Promise<void> {
  await page.evaluate((wanted) => {
    window.unwatch?.();
    let before = document.querySelector(wanted)?.textContent ?? null;
    const look = () => {
      const shown = document.querySelector(wanted)?.textContent ?? null;
      if (shown === before) return;
      before = shown;
      if (shown === null) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          performance.mark("work:painted");
          const { timeOrigin } = performance;
          window.painted.push({ at: timeOrigin + performance.now(), since: timeOrigin + window.keyAt });
          window.whenPainted?.();
        };
        port2.postMessage(null);
      });
    };
    window.painted = [];
    const changes = new MutationObserver(look);
    changes.observe(document.body, { subtree: true, childList: true, characterData: true });
    window.unwatch = () => changes.disconnect();
  }, selector);
}

/** Waits for this number of paints since {@link watchPaint}. @returns the last one */
export function painted(page: Page, count: number): Promise<Window["painted"][number]> {
  return page.evaluate(
    (place) =>
      new Promise<Window["painted"][number]>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error("The change was not painted within 30 s.")), 30_000);
        const look = () => {
          const found = window.painted[place - 1];
          if (found === undefined) return;
          clearTimeout(late);
          resolve(found);
        };
        window.whenPainted = look;
        look();
      }),
    count,
  );
}
