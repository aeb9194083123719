/** Rows about the screen: a browser, and the moments at which a page has painted something. */
import { type Browser, chromium, type Page } from "playwright";
import { chromiumEnvironment } from "../support/desktop-process.ts";

declare global {
  interface Window {
    /** See `watchPaint` */
    painted: { at: number; since: number; workMs: number }[];
    /** The last key: when it was pressed, and what its task took */
    key: { at: number; workMs: number };
    /** Ends the watch before */
    unwatch?: () => void;
  }
}

/** Starts the browser that tests use, without a window. */
export function startBrowser(): Promise<Browser> {
  const { TILL_TEST_BROWSER: executablePath = "", TILL_TEST_BROWSER_ARGUMENTS = "[]" } = chromiumEnvironment();
  return chromium.launch({ executablePath, args: JSON.parse(TILL_TEST_BROWSER_ARGUMENTS) });
}

/** A page as wide as a till. It keeps when the last key was pressed, before any listener of its own is asked. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    window.key = { at: 0, workMs: 0 };
    const pressed = () => {
      window.key.at = performance.now();
      // What React does for a key is done in the key's own task, or in a microtask of it.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.key.workMs = performance.now() - window.key.at;
      };
      port2.postMessage(null);
    };
    window.addEventListener("keydown", pressed, { capture: true });
  });
  return page;
}

/**
 * From now on the page keeps when something that a selector finds, or a change of its text, has been painted: the frame
 * after the change has begun, and what it takes to draw it is done. `since` is when the last key was pressed, `workMs`
 * what the key and the frame took, without the wait between them.
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
        const frameAt = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const now = performance.now();
          const { at, workMs } = window.key;
          // A frame that came before the key's own message is in the key's time already.
          const work = Math.min(workMs + now - frameAt, now - at);
          window.painted.push({ at: performance.timeOrigin + now, since: performance.timeOrigin + at, workMs: work });
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

/** Waits until the page has painted so often since {@link watchPaint}. @returns the last of it */
export async function painted(page: Page, count: number): Promise<Window["painted"][number]> {
  await page.waitForFunction((least) => window.painted.length >= least, count, { polling: 5 });
  return await page.evaluate((place) => window.painted[place - 1] as Window["painted"][number], count);
}
