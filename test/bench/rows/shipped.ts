import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";
import { temporaryFolder } from "../../support/folder.ts";
import { startProcess, type TillProcess } from "../../support/till-process.ts";
import { figureOf, type Row } from "../row.ts";
import { newPage, startBrowser } from "../screen.ts";

const ROUNDS = 5;

const FIRST = {
  name: "shipped.first",
  what: "JavaScript before the first key press, gzip",
  atMost: 180,
  unit: "kB",
} as const;
const LONGEST = {
  name: "shipped.longest",
  what: "longest task at start and in a sale",
  atMost: 50,
  unit: "ms",
} as const;

declare global {
  interface Window {
    longest: number;
    /** Time at which the amount can be keyed in */
    shownAt: number;
  }
}

export const row: Row = {
  number: 14,
  name: "shipped",
  what: "the first screen's JavaScript, and the longest task of a start and a sale",
  bound: "React is a third; the longest task is the first drawing of a screen",
  async measure() {
    using folder = temporaryFolder();
    await using till = startProcess(["--shell", "none", "--demo", "--data", folder.path, "--port", "0"]);
    const address = (await till.ready).href;
    const browser = await startBrowser();
    try {
      const rounds: { kB: number; longest: number; files: number }[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const seen = await open(browser, address);
        await abortOpen(till);
        if (round > 0) rounds.push(seen);
      }
      const files = `${rounds[0]?.files} files`;
      return [
        figureOf(
          FIRST,
          rounds.map(({ kB }) => kB),
          files,
        ),
        figureOf(
          LONGEST,
          rounds.map(({ longest }) => longest),
          "0: no task of 50 ms or more",
        ),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** A window with a sale in progress loads that sale's screens first, so each round starts without one. */
async function abortOpen(till: TillProcess): Promise<void> {
  const listed = await till.call("payment.list", { phases: ["draft", "queued", "waiting"] });
  if (!listed.ok) throw new Error(listed.error.message);
  for (const { posTid } of listed.value.items) {
    const aborted = await till.call("payment.abort", { posTid });
    if (!aborted.ok) throw new Error(aborted.error.message);
  }
}

/** Loads a page from its address to a shown code, in a browser without a cache. */
async function open(browser: Browser, address: string): Promise<{ kB: number; longest: number; files: number }> {
  const page = await newPage(browser);
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const size = () => response.body().then((body) => gzipSync(body, { level: 9 }).length);
    if (new URL(response.url()).pathname.endsWith(".js")) sizes.set(response.url(), size());
  });
  await page.addInitScript(() => {
    window.longest = 0;
    window.shownAt = Number.POSITIVE_INFINITY;
    const shows = new MutationObserver(() => {
      if (document.querySelector("[data-testid=total]") === null) return;
      window.shownAt = performance.now();
      shows.disconnect();
    });
    shows.observe(document, { subtree: true, childList: true });
    let paintedAt = Number.POSITIVE_INFINITY;
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") paintedAt = startTime;
    }).observe({ type: "paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= paintedAt) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(address);
  await page.getByTestId("total").waitFor();
  const first = await page.evaluate(() => {
    const entries = performance.getEntriesByType("resource");
    return entries
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < window.shownAt)
      .map(({ name }) => name);
  });
  // Screens that the window preloads while idle are loaded and drawn before the sale.
  await page.waitForFunction(() => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return names.some((name) => name.includes("/settings-screen-")) && names.some((name) => name.includes("/reports-"));
  });
  for (const digit of "1490") await page.keyboard.press(digit);
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await page.getByTestId("qr").waitFor();
  await page.keyboard.press("F3");
  await page.getByTestId("qr").waitFor({ state: "detached" });
  await page.keyboard.press("F2");
  await page.getByTestId("qr").waitFor();
  const longest = await page.evaluate(() => window.longest);
  const fetched = await Promise.all(first.map((name) => sizes.get(name) ?? 0));
  await page.close();
  return { kB: fetched.reduce((sum, size) => sum + size, 0) / 1000, longest, files: first.length };
}
