/** What a page's main thread did, task by task, as the browser itself recorded it: also what a timer began. */
import type { Browser, Page } from "playwright";

/** Of a mark in the page to the next one: see {@link recordTasks}. */
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
 * Records while something is done with a page.
 * @returns for each two marks of the page (`performance.mark`), in their order, how long its main thread was at work
 *   between them, in ms; and the name of the first
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

/** How much of a time tasks take, in µs: one within another counts once. @param tasks by when they began */
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
