import type { Browser, Page } from "playwright";
import { temporaryFolder } from "../../support/folder.ts";
import { startProcess, type TillProcess } from "../../support/till-process.ts";
import { figureOf, percentileOf, type Row } from "../row.ts";
import { newPage, painted, startBrowser, watchPaint } from "../screen.ts";
import { recordTasks } from "../tasks.ts";

const ROUNDS = 3;
const KEYS = 60;
/** With fewer than twenty, the 95th percentile is the longest. */
const SALES = 20;

const DIGIT = {
  name: "keys.digit",
  what: "key press to digit on screen, p95",
  atMost: 16.7,
  unit: "ms",
} as const;
const CODE = {
  name: "keys.code",
  what: "Charge to code on screen, p95",
  atMost: 100,
  unit: "ms",
} as const;

export const row: Row = {
  number: 8,
  name: "keys",
  what: "a key to its painted digit, and Charge to the painted code",
  bound: "one frame; the code also waits for a commit",
  async measure() {
    using folder = temporaryFolder();
    await using till = startProcess(["--shell", "none", "--demo", "--data", folder.path, "--port", "0"]);
    const browser = await startBrowser();
    try {
      const page = await newPage(browser);
      await page.goto((await till.ready).href);
      await page.getByTestId("total").waitFor();
      const digits: number[][] = [];
      const codes: number[][] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const [digit, code] = [await pressKeys(browser, page), await chargeSales(page, till)];
        if (round > 0) digits.push(digit.work);
        if (round > 0) codes.push(code);
        if (round === ROUNDS) console.error(`key to paint, the wait for the frame with it: ${p95(digit.whole)} ms`);
      }
      const all = (rounds: number[][]) =>
        `median ${percentileOf(rounds.flat(), 0.5).toFixed(1)} ms of ${rounds.flat().length}`;
      return [figureOf(DIGIT, digits.map(p95), all(digits)), figureOf(CODE, codes.map(p95), all(codes))];
    } finally {
      await browser.close();
    }
  },
};

function p95(values: readonly number[]): number {
  return percentileOf(values, 0.95);
}

/**
 * Presses digits and C alternately. A digit is held for 30 ms, as it may come from a scanner; a timer then starts its
 * work.
 */
async function pressKeys(browser: Browser, page: Page): Promise<{ work: number[]; whole: number[] }> {
  await watchPaint(page, "[data-testid=total]");
  const totals: number[] = [];
  const tasks = await recordTasks(browser, page, async () => {
    for (let count = 1; count <= KEYS; count += 1) {
      // Requested before the key, so that the request is not part of its work.
      const shown = painted(page, count);
      await page.keyboard.press(count % 6 === 0 ? "Escape" : String(count % 6));
      const { at, since } = await shown;
      totals.push(at - since);
    }
  });
  const work = tasks.filter(({ name }) => name === "key").map(({ ms }) => ms);
  if (work.length !== KEYS) throw new Error(`${work.length} of ${KEYS} keys were recorded.`);
  if (KEYS % 6 !== 0) await page.keyboard.press("Escape");
  return { work, whole: totals };
}

/** Makes sales from the charging key to the code; each is then cancelled, and the next digit starts another. */
async function chargeSales(page: Page, till: TillProcess): Promise<number[]> {
  await watchPaint(page, "[data-testid=qr-link]");
  const times: number[] = [];
  for (let count = 1; count <= SALES; count += 1) {
    for (const digit of "1490") await page.keyboard.press(digit);
    // The Enter of a scan follows its last digit within 90 ms, when all keys are this fast.
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    const { at, since } = await painted(page, count);
    times.push(at - since);
    await page.getByTestId("qr").waitFor();
    const open = await till.call("payment.list", { phases: ["draft", "waiting", "queued"] });
    const [payment] = open.ok ? open.value.items : [];
    if (payment !== undefined) await till.call("payment.abort", { posTid: payment.posTid });
    await page.getByTestId("qr").waitFor({ state: "detached" });
  }
  await page.keyboard.press("0");
  await page.keyboard.press("Escape");
  return times;
}
