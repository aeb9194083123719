/** Prints jobs in order. An unavailable printer delays them; an unknown outcome is left to an operator. */

import type { EscPosPrinter, PrinterFault, PrinterSettings } from "../../../contract/receipts/receipts.ts";
import { startLoop } from "../../lib/loop.ts";
import { createStopwatch, type Stopwatch } from "../../payments/queue/stopwatch.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { Printed, PrinterTimeouts } from "./connection.ts";
import { type PrinterEnvironment, printerSearch } from "./find.ts";
import { type PrinterHealth, type PrinterHealthTracker, trackPrinterHealth } from "./health.ts";
import { type Ended, endJob, type JobEnd, type JobRow, type PrintJobs } from "./jobs.ts";
import { openPrinter, type UsbDevices } from "./open.ts";

/** Older receipts are printed only on request. */
export const PAPER_AGE_MS = 15 * 60_000;
/** Retry intervals of an unavailable printer on the local network. */
const PAUSES_MS = [1, 2, 3, 5, 10, 15, 30].map((seconds) => seconds * 1000);
/** Retry interval while the printer reports a fault, because someone is probably fixing it. */
const ATTENDED_PAUSE_MS = 2000;
/** Status interval of an idle printer. */
const PROBE_MS = 60_000;
const PROBE_FAULTY_MS = 15_000;
/** Faults with growing retry intervals. */
const UNREACHABLE_FAULTS: readonly (PrinterFault | null)[] = [
  "unreachable",
  "no_answer",
  "no_permission",
  "queue_stopped",
];
/** Time that an active print may continue when the till stops. */
const GRACE_MS = 3000;

export interface PrintWorkerPorts extends Pick<StorageContext, "clock" | "database" | "log" | "random"> {
  jobs: PrintJobs;
  printer(): PrinterSettings;
  /** Printers, by address, that have ever reported a status; kept over restarts */
  answered: { get(address: string): boolean; set(address: string): void };
  ended: Ended;
  onChange(): void;
  surroundings: PrinterEnvironment;
  timeouts?: Partial<PrinterTimeouts>;
}

/** Result of an unstored print. `not`: nothing was sent; `unknown`: some of it may have been printed */
export type PrintedNow =
  | { is: "printed"; confirmed: boolean }
  | { is: "not"; fault: PrinterFault }
  | { is: "unknown"; fault: PrinterFault };

interface DirectPrint {
  bytes: Uint8Array;
  onPrinted(result: PrintedNow): void;
}

export type PrintWorker = ReturnType<typeof startPrintWorker>;

/** Starts the worker. A print active when the last process ended has an unknown outcome, for an operator to check. */
export function startPrintWorker(ports: PrintWorkerPorts) {
  const { clock, jobs } = ports;
  const closing = new AbortController();
  const stopwatch = createStopwatch(clock);
  const health = trackPrinterHealth(ports);
  const pace: Pace = { failures: 0, retryAt: clock.monotonic(), probeAt: clock.monotonic() };
  const end = (job: JobRow, how: JobEnd) => {
    endJob(ports, job, how);
    ports.onChange();
  };
  const session = printerSession(ports, { health, pace, closing: closing.signal, end });
  const directPrints: DirectPrint[] = [];
  const loop = startLoop(ports, async () => {
    for (const { job, how } of jobsToEnd(jobs, stopwatch)) end(job, how);
    const printer = ports.printer();
    const first = directPrints.shift();
    if (first !== undefined) {
      await printDirect(first, printer, session);
      return 0;
    }
    if (printer.kind === "none") return PROBE_MS;
    const job = jobs.next("paper");
    const wait = (job === null ? pace.probeAt : pace.retryAt) - clock.monotonic();
    if (wait > 0) return Math.min(wait, PROBE_MS);
    if (job !== null) {
      await session.print(printer, job);
      return 0;
    }
    await using _connection = (await session.connectAndAsk(printer)).connection;
    return 0;
  });
  return {
    /** Prints before the queue or fails at once. The bytes are never stored, and are overwritten afterwards */
    printNow(bytes: Uint8Array): Promise<PrintedNow> {
      const fault = health.current(ports.printer()).seen?.fault ?? null;
      // The printer is stuck in another print, so the request fails at once.
      if (session.printing() !== null && fault !== null) return Promise.resolve({ is: "not", fault });
      const { promise, resolve } = Promise.withResolvers<PrintedNow>();
      directPrints.push({ bytes, onPrinted: resolve });
      loop.wake();
      return promise;
    },
    wake: loop.wake,
    sendNow() {
      Object.assign(pace, { failures: 0, retryAt: clock.monotonic(), probeAt: clock.monotonic() });
      loop.wake();
    },
    health: (): PrinterHealth => health.current(ports.printer()),
    find: printerSearch({ ...ports, closing: closing.signal }),
    printing: session.printing,
    async close() {
      const ended = loop.close();
      if (session.printing() === null) closing.abort();
      await Promise.race([ended, clock.sleep(GRACE_MS, closing.signal)]);
      closing.abort();
      await ended;
      rejectDirectPrints(directPrints);
    },
  };
}

function rejectDirectPrints(unkept: DirectPrint[]): void {
  for (const { bytes, onPrinted } of unkept.splice(0)) {
    bytes.fill(0);
    onPrinted({ is: "not", fault: "unreachable" });
  }
}

async function printDirect(
  { bytes, onPrinted }: DirectPrint,
  printer: PrinterSettings,
  { connectAndAsk, noteFault, put }: ReturnType<typeof printerSession>,
): Promise<void> {
  try {
    if (printer.kind === "none") return onPrinted({ is: "not", fault: "unreachable" });
    const { connection: opened, answers, fault: found } = await connectAndAsk(printer);
    await using connection = opened;
    if (connection === null || found !== null) return onPrinted({ is: "not", fault: found ?? "unreachable" });
    // Reports a fault at once, because the printer may wait minutes for paper.
    const reportFault = (fault: PrinterFault | null) => {
      noteFault(fault);
      if (fault !== null) onPrinted({ is: "unknown", fault });
    };
    const printed = await put("unkept", () => connection.print(bytes, answers, reportFault));
    if (printed.outcome === "printed") onPrinted({ is: "printed", confirmed: printed.confirmed });
    else onPrinted({ is: "unknown", fault: printed.fault });
  } catch (error) {
    onPrinted({ is: "unknown", fault: "interrupted" });
    throw error;
  } finally {
    bytes.fill(0);
  }
}

interface Pace {
  failures: number;
  retryAt: number;
  probeAt: number;
}

function printerSession(
  ports: PrintWorkerPorts,
  own: { health: PrinterHealthTracker; pace: Pace; closing: AbortSignal; end(job: JobRow, how: JobEnd): void },
) {
  const { health, pace, closing, end } = own;
  const { clock, jobs } = ports;
  const devices: UsbDevices = new Map();
  let printing: string | null = null;
  const connectAndAsk = async (printer: EscPosPrinter) => {
    const opened = await openPrinter(printer, { ...ports, closing, devices });
    const connection = typeof opened === "string" ? null : opened;
    const found = typeof opened === "string" ? opened : await opened.ask();
    // A check aborted by the till's stop tells nothing about the printer.
    if (closing.aborted) return { connection, answers: false, fault: "unreachable" as const };
    const fault = health.noteStatus(printer, found);
    scheduleNext(pace, fault, clock.monotonic(), ports.random());
    ports.onChange();
    return { connection, answers: found !== null, fault };
  };
  const noteFault = (fault: PrinterFault | null) => health.noteFault(fault) && ports.onChange();
  const put = async (id: string, send: () => Promise<Printed>): Promise<Printed> => {
    printing = id;
    ports.onChange();
    try {
      const printed = await send();
      const fault = printed.outcome === "unknown" ? printed.fault : null;
      health.noteFault(fault);
      pace.probeAt = clock.monotonic() + (fault === null ? PROBE_MS : ATTENDED_PAUSE_MS);
      return printed;
    } finally {
      printing = null;
      ports.onChange();
    }
  };
  const print = async (printer: EscPosPrinter, job: JobRow) => {
    const { connection: opened, answers, fault: found } = await connectAndAsk(printer);
    await using connection = opened;
    if (connection === null || found !== null) return jobs.postpone(job.id, found ?? "unreachable", job.dueAt);
    // Committed before the first byte, so that nothing is sent twice.
    const startedJob = jobs.begin(job.id);
    if (startedJob === null) return;
    end(startedJob, endOf(await put(job.id, () => connection.print(startedJob.bytes, answers, noteFault))));
  };
  return { connectAndAsk, noteFault, print, put, printing: () => printing };
}

function endOf(printed: Printed): JobEnd {
  if (printed.outcome === "printed") return { state: "done", confirmed: printed.confirmed };
  return { state: "unknown", problem: printed.fault, looked: false };
}

/** Ends jobs that are too old, and jobs interrupted by the last stop. */
function jobsToEnd(jobs: PrintJobs, stopwatch: Stopwatch): { job: JobRow; how: JobEnd }[] {
  const interruptedJobs = jobs.listInterrupted().map((job) => ({
    job,
    how: { state: "unknown", problem: "interrupted", looked: false } as const,
  }));
  const tooOld = jobs
    .unsettled("paper")
    .filter((job) => job.state === "queued" && stopwatch.ageOf({ ...job, retriedAt: null }) > PAPER_AGE_MS)
    .map((job) => ({ job, how: { state: "failed", problem: "too_old" } as const }));
  return [...interruptedJobs, ...tooOld];
}

/** Schedules the next attempt: soon while someone is at the printer, otherwise with growing intervals. */
function scheduleNext(pace: Pace, fault: PrinterFault | null, now: number, random: number): void {
  const isAttended = fault !== null && !UNREACHABLE_FAULTS.includes(fault);
  pace.failures = fault === null ? 0 : pace.failures + 1;
  const pause = isAttended ? ATTENDED_PAUSE_MS : (PAUSES_MS[Math.min(pace.failures, PAUSES_MS.length) - 1] ?? 0);
  pace.retryAt = fault === null ? now : now + pause * (0.5 + random / 2);
  pace.probeAt = now + (fault === null ? PROBE_MS : PROBE_FAULTY_MS);
}
