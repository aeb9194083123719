import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import { startProcess, type TillProcess } from "../../support/till-process.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";
import { figureOf, perSecond, type Row } from "../row.ts";

const PAYMENTS = 10_000;
const FIRST = 1_000;
const AT_ONCE = 4;
/** A slower machine makes fewer payments in this time; the detail gives the number. */
const LONGEST_MS = 75_000;

const BROWSERS = [process.env.TILL_TEST_BROWSER ?? "", chromium.executablePath(), "/usr/bin/chromium"];

export const row: Row = {
  number: 13,
  name: "memory",
  what: "memory of main and of the counter's page, idle and after 10,000 payments (started for a code to scan, and aborted)",
  bound: "Node itself is about 60 MB; the rest is code, schemas and SQLite's cache",
  async measure() {
    await using setup = await prepareTillProcess();
    await using till = startProcess(setup.firstArguments);
    await using browser = await openBrowser();
    const page = await browser.newPage();
    await page.goto((await till.ready).href);
    await page.getByRole("main").first().waitFor();
    await pay(till, 20, Number.POSITIVE_INFINITY);
    const idle = residentMB(till);
    const startedAt = performance.now();
    const endsAt = startedAt + LONGEST_MS;
    const first = await pay(till, FIRST, endsAt);
    const before = residentMB(till);
    const made = first + (await pay(till, PAYMENTS - first, endsAt));
    const rate = (made * 1000) / (performance.now() - startedAt);
    const after = residentMB(till);
    const heap = await heapMB(page);
    // Too few payments are no valid measurement: the goal is missed.
    const growth = made < 2 * FIRST ? Number.NaN : Math.max(0, (after / before - 1) * 100);
    const memoryText = `${idle.toFixed(0)} MB idle, ${before.toFixed(0)} MB after ${first}, ${after.toFixed(0)} MB after ${made} at ${perSecond(rate)}`;
    const most = Math.max(idle, before, after);
    return [
      figureOf(
        { name: "memory.growth", what: "main process, growth after 1,000 payments", atMost: 10, unit: "%" },
        [growth],
        memoryText,
      ),
      figureOf({ name: "memory.main", what: "main process, resident", atMost: 120, unit: "MB" }, [most], memoryText),
      figureOf(
        { name: "memory.renderer", what: "counter page, heap", atMost: 40, unit: "MB" },
        [heap],
        `after ${made}`,
      ),
    ];
  },
};

/**
 * Makes the cheapest whole payments, without a customer, so the service's rate limits nothing. @returns how many were
 * made
 */
async function pay(till: TillProcess, count: number, endsAt: number): Promise<number> {
  let made = 0;
  const one = async () => {
    while (made < count && performance.now() < endsAt) {
      made += 1;
      const started = await till.call("payment.start", { action: "SALE", amount: 4900 });
      if (!started.ok) throw new Error(started.error.message);
      const aborted = await till.call("payment.abort", { posTid: started.value.posTid });
      if (!aborted.ok) throw new Error(aborted.error.message);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return made;
}

function residentMB({ child }: TillProcess): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}

async function heapMB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}

async function openBrowser() {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("no browser is installed");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return {
    newPage: () => browser.newPage(),
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}
