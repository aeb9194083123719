/**
 * The print worker: takes the jobs of the queue one after the other. A printer that cannot be reached, or says that it
 * cannot print, delays and loses nothing; what may have come out is left to an operator. No payment waits for any of this.
 */

import type { EscPosPrinter, FoundPrinter, PrinterFault, PrinterSettings } from "../../../contract/receipts.ts";
import { startLoop } from "../../lib/loop.ts";
import { createStopwatch, type Stopwatch } from "../../payments/queue/stopwatch.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { Printed, PrinterTimeouts } from "./connection.ts";
import { type PrinterSurroundings, printerSearch } from "./find.ts";
import { type PrinterHealth, type PrinterHealthTracker, trackPrinterHealth } from "./health.ts";
import { type Ended, endJob, type JobEnd, type JobRow, type PrintJobs } from "./jobs.ts";
import { openPrinter, type UsbDevices } from "./open.ts";

/** Nobody waits at the counter for a receipt of long ago: what could not be printed by then is printed when asked for. */
export const PAPER_AGE_MS = 15 * 60_000;
/** A printer on the shop's own network is asked often: it costs nobody anything. */
const PAUSES_MS = [1, 2, 3, 5, 10, 15, 30].map((seconds) => seconds * 1000);
/** Somebody stands at a printer that says what it lacks. */
const ATTENDED_PAUSE_MS = 2000;
/** How often an idle printer is looked at: that it is off is known before the next sale. */
const PROBE_MS = 60_000;
const PROBE_FAULTY_MS = 15_000;
/** Faults after which the printer is tried again at growing pauses. */
const AWAY: readonly (PrinterFault | null)[] = ["unreachable", "no_answer", "no_permission", "queue_stopped"];
/** How long a print that is under way may go on when the till stops. */
const GRACE_MS = 3000;

export interface PrintWorkerPorts extends Pick<StorageContext, "clock" | "database" | "log" | "random"> {
  jobs: PrintJobs;
  printer(): PrinterSettings;
  /** Whether this printer, by its address, has ever answered questions; kept over restarts */
  answered: { get(address: string): boolean; set(address: string): void };
  ended: Ended;
  onChange(): void;
  surroundings: PrinterSurroundings;
  timeouts?: Partial<PrinterTimeouts>;
}

/** What came of a print that is kept nowhere. `not`: nothing of it left the till; `unknown`: some of it may have come out */
export type PrintedNow =
  | { is: "printed"; confirmed: boolean }
  | { is: "not"; fault: PrinterFault }
  | { is: "unknown"; fault: PrinterFault };

/** Bytes that wait for the printer in memory alone, and the one who waits for them. */
interface Unkept {
  bytes: Uint8Array;
  tell(result: PrintedNow): void;
}

export interface PrintWorker {
  /**
   * Prints before all that waits, once, or says at once why not: these bytes are in no queue and on no disk, and are
   * overwritten as soon as the printer has them.
   */
  printNow(bytes: Uint8Array): Promise<PrintedNow>;
  /** Something was added, or the printer is another. */
  wake(): void;
  /** An operator wants something: whatever waits is tried now. */
  hurry(): void;
  health(): PrinterHealth;
  /** Searches for printers, or ends the search */
  find(search: "start" | "stop"): Promise<FoundPrinter[]>;
  /** What is being printed just now */
  printing(): string | null;
  close(): Promise<void>;
}

/** Starts printing. What was being printed when the last process ended may have come out: an operator looks. */
export function startPrintWorker(ports: PrintWorkerPorts): PrintWorker {
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
  const { connectAndAsk, print, printing } = session;
  const unkept: Unkept[] = [];
  const loop = startLoop(ports, async () => {
    for (const { job, how } of jobsToEnd(jobs, stopwatch)) end(job, how);
    const printer = ports.printer();
    const first = unkept.shift();
    if (first !== undefined) {
      await printUnkept(first, printer, session);
      return 0;
    }
    if (printer.kind === "none") return PROBE_MS;
    const job = jobs.next("paper");
    const wait = (job === null ? pace.probeAt : pace.retryAt) - clock.monotonic();
    if (wait > 0) return Math.min(wait, PROBE_MS);
    if (job !== null) {
      await print(printer, job);
      return 0;
    }
    await using _connection = (await connectAndAsk(printer)).connection;
    return 0;
  });
  return {
    printNow(bytes) {
      const fault = health.current(ports.printer()).seen?.fault ?? null;
      // It is in the middle of another print, and waits for somebody to see to it: who asks now is told.
      if (printing() !== null && fault !== null) return Promise.resolve({ is: "not", fault });
      const { promise, resolve } = Promise.withResolvers<PrintedNow>();
      unkept.push({ bytes, tell: resolve });
      loop.wake();
      return promise;
    },
    wake: loop.wake,
    hurry() {
      Object.assign(pace, { failures: 0, retryAt: clock.monotonic(), probeAt: clock.monotonic() });
      loop.wake();
    },
    health: () => health.current(ports.printer()),
    find: printerSearch({ ...ports, closing: closing.signal }),
    printing,
    async close() {
      const ended = loop.close();
      if (printing() === null) closing.abort();
      await Promise.race([ended, clock.sleep(GRACE_MS, closing.signal)]);
      closing.abort();
      await ended;
      dropUnkept(unkept);
    },
  };
}

/** What was not begun when the till stopped. */
function dropUnkept(unkept: Unkept[]): void {
  for (const { bytes, tell } of unkept.splice(0)) {
    bytes.fill(0);
    tell({ is: "not", fault: "unreachable" });
  }
}

async function printUnkept(
  { bytes, tell }: Unkept,
  printer: PrinterSettings,
  { connectAndAsk, noteFault, put }: ReturnType<typeof printerSession>,
): Promise<void> {
  try {
    if (printer.kind === "none") return tell({ is: "not", fault: "unreachable" });
    const { connection: opened, answers, fault: found } = await connectAndAsk(printer);
    await using connection = opened;
    if (connection === null || found !== null) return tell({ is: "not", fault: found ?? "unreachable" });
    // A printer that stops in the middle may wait for paper for minutes: who asked is told at once.
    const told = (fault: PrinterFault | null) => {
      noteFault(fault);
      if (fault !== null) tell({ is: "unknown", fault });
    };
    const printed = await put("unkept", () => connection.print(bytes, answers, told));
    if (printed.outcome === "printed") tell({ is: "printed", confirmed: printed.confirmed });
    else tell({ is: "unknown", fault: printed.fault });
  } catch (error) {
    tell({ is: "unknown", fault: "interrupted" });
    throw error;
  } finally {
    bytes.fill(0);
  }
}

/** When the printer is tried next, by the monotonic clock. */
interface Pace {
  failures: number;
  retryAt: number;
  probeAt: number;
}

/** Talks to the printer: asks for its status, and prints a job. */
function printerSession(
  ports: PrintWorkerPorts,
  {
    health,
    pace,
    closing,
    end,
  }: { health: PrinterHealthTracker; pace: Pace; closing: AbortSignal; end(job: JobRow, how: JobEnd): void },
) {
  const { clock, jobs } = ports;
  const devices: UsbDevices = new Map();
  let printing: string | null = null;
  /** Connects, and asks how the printer is. */
  const connectAndAsk = async (printer: EscPosPrinter) => {
    const opened = await openPrinter(printer, { ...ports, closing, devices });
    const connection = typeof opened === "string" ? null : opened;
    const found = typeof opened === "string" ? opened : await opened.ask();
    // A look that the till's end broke off says nothing about the printer.
    if (closing.aborted) return { connection, answers: false, fault: "unreachable" as const };
    const fault = health.noteStatus(printer, found);
    scheduleNext(pace, fault, clock.monotonic(), ports.random());
    ports.onChange();
    return { connection, answers: found !== null, fault };
  };
  const noteFault = (fault: PrinterFault | null) => health.noteFault(fault) && ports.onChange();
  /** One print, with what came of it for the printer's state. */
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
    // On disk before the first byte: whatever happens from here on, it is not sent a second time.
    const begun = jobs.begin(job.id);
    if (begun === null) return;
    end(begun, endOf(await put(job.id, () => connection.print(begun.bytes, answers, noteFault))));
  };
  return { connectAndAsk, noteFault, print, put, printing: () => printing };
}

function endOf(printed: Printed): JobEnd {
  if (printed.outcome === "printed") return { state: "done", confirmed: printed.confirmed };
  return { state: "unknown", problem: printed.fault, looked: false };
}

/** What ends without being printed: nobody waits for it any more, or nobody knows how far it came. */
function jobsToEnd(jobs: PrintJobs, stopwatch: Stopwatch): { job: JobRow; how: JobEnd }[] {
  const stranded = jobs.stranded().map((job) => ({
    job,
    how: { state: "unknown", problem: "interrupted", looked: false } as const,
  }));
  const tooOld = jobs
    .unsettled("paper")
    .filter((job) => job.state === "queued" && stopwatch.ageOf({ ...job, retriedAt: null }) > PAPER_AGE_MS)
    .map((job) => ({ job, how: { state: "failed", problem: "too_old" } as const }));
  return [...stranded, ...tooOld];
}

/** When the printer is tried next: soon while somebody is at it, ever more seldom while nobody is there. */
function scheduleNext(pace: Pace, fault: PrinterFault | null, now: number, random: number): void {
  const isThere = fault !== null && !AWAY.includes(fault);
  pace.failures = fault === null ? 0 : pace.failures + 1;
  const pause = isThere ? ATTENDED_PAUSE_MS : (PAUSES_MS[Math.min(pace.failures, PAUSES_MS.length) - 1] ?? 0);
  pace.retryAt = fault === null ? now : now + pause * (0.5 + random / 2);
  pace.probeAt = now + (fault === null ? PROBE_MS : PROBE_FAULTY_MS);
}
