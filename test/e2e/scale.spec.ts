/** A window with years of payments: the list scrolls by hand and by keys as fast as a short one. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { percentileOf } from "../bench/row.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CHEAP_PINS } from "../support/till-process.ts";
import { expect, openShop, test } from "./fixtures.ts";

const PAYMENTS = 2400;
const ROWS = 2000;
/** 95th percentile; on a slow machine, the time of a short list. */
const FRAME_MS = 50;
/** Other processes disturb a measurement: one smooth round is enough, which a slow list never achieves. */
const ROUNDS = 5;

function seeded(folder: string): void {
  const script = join(import.meta.dirname, "../../scripts/run.mjs");
  const wanted = ["--payments", String(PAYMENTS), "--days", "20", "--unsigned", "--data", folder];
  execFileSync(process.execPath, [...CHEAP_PINS, script, "seed", ...wanted], { stdio: "ignore" });
}

/** Returns the durations of idle frames, which show the machine's load. */
async function atRest(counter: Page): Promise<number[]> {
  return await counter.evaluate(async () => {
    const frames: number[] = [];
    for (let before = performance.now(); frames.length < 60; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      frames.push(now - before);
      before = now;
    }
    return frames;
  });
}

function p95Of(frames: readonly number[]): number {
  return percentileOf(frames, 0.95);
}

/** Scrolls down by this many rows, a little in every frame. @returns the duration of each frame in ms */
async function scrollBy(counter: Page, rows: number): Promise<number[]> {
  return await counter.evaluate(async (wanted) => {
    const scroller = document.querySelector("[role=grid]")?.parentElement;
    if (!scroller) throw new Error("there is no list");
    const height = document.querySelector("[role=row] [role=rowheader]")?.closest("[role=row]")?.clientHeight ?? 60;
    scroller.scrollTop = 0;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const frames: number[] = [];
    let before = performance.now();
    while (scroller.scrollTop < wanted * height) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      frames.push(now - before);
      before = now;
      // Half a screen per frame: faster than any hand.
      scroller.scrollTop += 300;
    }
    return frames;
  }, rows);
}

interface Round {
  isSmooth: boolean;
  seen: string;
}

/** Scrolls the whole list from its top: smooth, unless its frames take longer than those of a short list. */
async function scrollRound(counter: Page): Promise<Round> {
  const before = await atRest(counter);
  const frames = await scrollBy(counter, ROWS);
  const rest = Math.max(p95Of(before), p95Of(await atRest(counter)));
  const p95 = p95Of(frames);
  // The first screens represent a short list: the others must not take longer.
  const short = p95Of(frames.slice(0, Math.floor(frames.length / 5)));
  const numbers = [p95, rest, short].map((ms) => ms.toFixed(1));
  const seen = `${frames.length} frames, p95 ${numbers[0]} ms (at rest ${numbers[1]} ms, first fifth ${numbers[2]} ms)`;
  return { isSmooth: p95 < Math.max(FRAME_MS, FRAME_MS - 17 + rest, 1.5 * short), seen };
}

// Recording a frame for a trace takes longer than the frame.
test.use({ trace: "off" });

test("a long list scrolls smoothly, and every row can be reached by keyboard @browser @thorough", async ({ page }) => {
  using folder = temporaryFolder();
  seeded(folder.path);
  await using shop = await openShop(page, folder.path);
  const { counter } = shop;
  await counter.keyboard.press("F3");
  await counter.getByRole("button", { name: "Today" }).click();
  await counter.getByRole("menuitemradio", { name: "All days" }).click();
  const list = counter.getByRole("grid", { name: "Payments" });
  await expect(list.getByRole("row").nth(8)).toBeVisible();

  const rounds: Round[] = [];
  while (rounds.length < ROUNDS && !rounds.at(-1)?.isSmooth) rounds.push(await scrollRound(counter));
  const seen = rounds.map((round) => round.seen).join("; ");
  test.info().annotations.push({ type: `${ROWS} rows`, description: seen });
  expect(rounds.at(-1)?.isSmooth, seen).toBe(true);

  expect(await list.getByRole("row").count()).toBeLessThan(60);
  expect(Number(await list.getAttribute("aria-rowcount"))).toBeGreaterThan(ROWS);

  const row = list
    .getByRole("row")
    .filter({ has: counter.getByRole("rowheader") })
    .nth(6);
  await row.click();
  await expect(row).toHaveAttribute("aria-selected", "true");
  const at = Number(await row.getAttribute("aria-rowindex"));
  for (let step = 0; step < 20; step += 1) await counter.keyboard.press("ArrowDown");
  const focused = counter.locator("[role=row]:focus, [role=row]:focus-within");
  await expect(focused).toHaveAttribute("aria-rowindex", String(at + 20));
  await expect(focused).toBeInViewport();
  await counter.keyboard.press("Control+Home");
  await expect(focused).toHaveAttribute("aria-rowindex", "2");
});
