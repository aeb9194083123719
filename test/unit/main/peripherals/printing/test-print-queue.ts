/** A print queue on a real database, its worker, and a local printer. The test drives the clock. */
import { join } from "node:path";
import { pino } from "pino";
import type { PrinterSettings } from "../../../../../contract/receipts/receipts.ts";
import type { PrinterTimeouts } from "../../../../../main/peripherals/printing/connection.ts";
import { escPos } from "../../../../../main/peripherals/printing/escpos.ts";
import { type JobRow, printJobs } from "../../../../../main/peripherals/printing/jobs.ts";
import { type PrintedNow, startPrintWorker } from "../../../../../main/peripherals/printing/worker.ts";
import { closeDatabase } from "../../../../../main/storage/database/database.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { newDatabase } from "../../../../support/database.ts";
import { type FakePrinter, fakePrinter, type PrinterFaults } from "../../../../support/fake-printer.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { watchSockets } from "../../../../support/quiet-sockets.ts";

export interface TestPrintQueue extends AsyncDisposable {
  printer: FakePrinter;
  clock: ReturnType<typeof createManualClock>;
  /** Queues a test page with this text. */
  put(text: string): JobRow;
  /** Prints a text without storing it. */
  printNow(text: string): Promise<PrintedNow>;
  state(id: string): JobRow["state"] | undefined;
  problem(id: string): JobRow["problem"] | undefined;
  /** Advances time, with real I/O in between, until the condition holds. */
  until(holds: () => boolean): Promise<void>;
  health(): ReturnType<ReturnType<typeof startPrintWorker>["health"]>;
  runClockFast(): void;
  use(printer: PrinterSettings): void;
  /** Journaled ends of jobs */
  ended: { id: string; state: string; problem: string | null }[];
  cancel(id: string): void;
  /** Stops the worker as a shutdown or as a crash does: nothing is written afterwards. */
  stop(): Promise<void>;
  start(): void;
  jobs: ReturnType<typeof printJobs>;
}

const MOST_MS = 3_600_000;

/** Sets the printer's faults and, where relevant, the worker's timeouts. */
export async function createTestPrintQueue(
  faults: Partial<PrinterFaults> = {},
  timeouts: Partial<PrinterTimeouts> = {},
) {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const printer = cleanup.use(await fakePrinter(faults));
  const sockets = cleanup.use(watchSockets({ isStalled: () => printer.faults.stalls }));
  const database = newDatabase(join(folder.path, "till.db"));
  cleanup.defer(() => closeDatabase(database));
  const clock = createManualClock();
  const jobs = printJobs(database);
  const ended: TestPrintQueue["ended"] = [];
  let settings: PrinterSettings = printer.settings();
  let known = "";
  const start = () =>
    startPrintWorker({
      database,
      clock,
      log: pino({ level: "silent" }),
      random: () => 0,
      jobs,
      printer: () => settings,
      answered: {
        get: (address) => known === address,
        set(address) {
          known = address;
        },
      },
      ended: ({ id }, end) => {
        ended.push({ id, state: end.state, problem: "problem" in end ? end.problem : null });
      },
      onChange: () => undefined,
      surroundings: { platform: "linux", root: folder.path, addresses: () => [] },
      timeouts,
    });
  let worker = start();
  cleanup.defer(() => stop());
  const stop = async () => {
    const closed = worker.close();
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    await clock.advanceUntil(() => isClosed);
  };
  const resources = cleanup.move();
  const world: TestPrintQueue = {
    printer,
    clock,
    jobs,
    ended,
    put(text) {
      const bytes = escPos(
        [
          { kind: "note", text },
          { kind: "code", text },
        ],
        printer.settings(),
      );
      const job = { kind: "test", receipt: null, posTid: null, copy: 0, automatic: true, bytes } as const;
      const added = jobs.add(job, clock.now());
      worker.wake();
      return added;
    },
    printNow: (text) => worker.printNow(escPos([{ kind: "note", text }], printer.settings())),
    state: (id) => jobs.find(id)?.state,
    problem: (id) => jobs.find(id)?.problem,
    async until(holds) {
      const limit = clock.monotonic() + MOST_MS;
      // The clock advances only when both ends of each connection have read everything.
      for (await sockets.quiet(); !holds(); await sockets.quiet()) {
        if (clock.monotonic() > limit) throw new Error(`not reached within ${MOST_MS} ms of the clock`);
        await clock.advance(clock.nextWakeMs() ?? 0);
      }
    },
    health: () => worker.health(),
    runClockFast: () => worker.sendNow(),
    use(next) {
      settings = next;
      worker.sendNow();
    },
    cancel: (id) => jobs.finish(id, { state: "cancelled", problem: null }, clock.now()),
    stop,
    start() {
      worker = start();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
  return world;
}
