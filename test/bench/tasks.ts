/** A page's main thread work by task, as recorded by the browser, including work started by timers. */
import type { Browser, Page } from "playwright";

/** Work between two marks of the page: see {@link recordTasks}. */
export interface Work {
  name: string;
  ms: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
}

/** A task, and the microtasks that end it. */
const TASK = /^(ThreadControllerImpl::RunTask|BlinkScheduler_PerformMicrotaskCheckpoint)$/;

/**
 * Records the page's tasks during an action.
 * @returns for each two consecutive marks (`performance.mark`), the ms of main thread work between them, and the name
 * of the first
 */
export async function recordTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<Work[]> {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const marks = traceEvents.filter(({ name, ph }) => name.startsWith("work:") && ph === "I").sort(byTime);
  const tasks = traceEvents.filter(({ name, ph }) => TASK.test(name) && ph === "X").sort(byTime);
  return marks.slice(0, -1).map((mark, place) => {
    const end = marks[place + 1]?.ts ?? mark.ts;
    const own = tasks.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
    return { name: mark.name.slice("work:".length), ms: workBetween(own, mark.ts, end) / 1000 };
  });
}

/** Returns the µs covered by tasks in an interval; nested tasks count once. @param tasks ordered by start */
function workBetween(tasks: readonly TraceEvent[], start: number, end: number): number {
  let sum = 0;
  let done = start;
  for (const { ts, dur = 0 } of tasks) {
    const until = Math.min(ts + dur, end);
    if (until <= done) continue;
    sum += until - Math.max(ts, done);
    done = until;
  }
  return sum;
}

function byTime(a: TraceEvent, b: TraceEvent): number {
  return a.ts - b.ts;
}
