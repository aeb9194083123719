/** Shared by both entries: starts the till and its bridge, reports readiness, and stops in order. */

import type { Dispatch } from "../bridge/dispatch.ts";
import { createEventStream, type EventStream } from "../bridge/events.ts";
import { type DevelopmentBridge, type HttpBridge, startHttpBridge } from "../bridge/http.ts";
import { lockedEvents } from "../bridge/locked-events.ts";
import { createRefusalLog } from "../bridge/refusal-log.ts";
import { newSecret, type RefusedExchange } from "../bridge/window-sessions.ts";
import type { Log } from "../lib/log.ts";
import { explain, StartupError } from "../lib/startup-error.ts";
import type { ShellHost } from "../peripherals/customer-display/shell-host.ts";
import type { StorageContext } from "../storage/context.ts";
import type { Advice } from "../storage/database/recovery-advice.ts";
import type { OpenVault } from "../storage/vault/vault.ts";
import type { RunningTill } from "./context.ts";
import { RecoveryNeededError } from "./data-folder.ts";
import type { LaunchOptions } from "./options.ts";
import { type Composition, startRestartable } from "./restart.ts";

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** A running till for its shell. `dispatch` and `events` survive restarts of the till. */
export interface Launched {
  options: LaunchOptions;
  till(): RunningTill;
  dispatch: Dispatch;
  events: EventStream;
  /** The loopback bridge; null in the desktop shell without a port */
  bridge: HttpBridge | null;
  onRefused(because: RefusedExchange): void;
  log: Log;
}

export interface ComposePorts extends Pick<StorageContext, "clock" | "log"> {
  stop: AbortSignal;
  events: EventStream;
  restart(): void;
  host?: ShellHost;
  /** The shell's key storage; a file by default */
  openVault?: OpenVault;
}

export interface TillWindow {
  /** Resolves when a user closed the window. Never rejects, and stays pending without a window. */
  closed: Promise<void>;
  /** Rejects when the window cannot be kept open: the till then exits with 1 */
  broken?: Promise<never>;
  close(): Promise<void>;
}

export interface LaunchPorts extends Streams, Pick<StorageContext, "clock" | "log"> {
  compose(options: LaunchOptions, ports: ComposePorts): Promise<Composition>;
  host?: ShellHost;
  openWindow(launched: Launched): Promise<TillWindow | null>;
  /** Reports to the supervisor while the till is ready; closed first on stop */
  supervise?(launched: Launched): { close(): Promise<void> };
  /** Shows in a window why the data cannot be used; resolves when the user has seen it */
  showRecovery?(advice: Advice, ports: { options: LaunchOptions; log: Log; stop: AbortSignal }): Promise<void>;
  showProblem?(words: string): Promise<void>;
  windowEndsTill: boolean;
  rendererDir: string | null;
  /** Only in development */
  development?: DevelopmentBridge;
  /** The page's URL in a shell that serves it itself; null: on the bridge */
  ownPage?: string;
  /** Aborted to stop the till, even during its start */
  stop: AbortSignal;
}

export async function runTill(options: LaunchOptions, ports: LaunchPorts): Promise<0 | 1 | 2 | 3> {
  try {
    await using started = new AsyncDisposableStack();
    await startAndWait(options, ports, started);
    return 0;
  } catch (error) {
    const { exitCode, words } = report(error, ports);
    await show(error, words, { options, ports });
    return exitCode;
  }
}

/** Everything is closed by now, so that the suggested command can use the data folder. */
async function show(
  error: unknown,
  words: string,
  { options, ports }: { options: LaunchOptions; ports: LaunchPorts },
): Promise<void> {
  const { log, stop } = ports;
  try {
    if (error instanceof RecoveryNeededError) await ports.showRecovery?.(error.advice, { options, log, stop });
    else await ports.showProblem?.(words);
  } catch (err) {
    log.error({ err }, "the start failure could not be shown");
  }
}

async function startAndWait(options: LaunchOptions, ports: LaunchPorts, started: AsyncDisposableStack): Promise<void> {
  const { clock, log, stop } = ports;
  if (stop.aborted) return;
  const events = createEventStream({ onListenerError: (err) => log.error({ err }, "a listener failed") });
  const restartable = await startRestartable({
    clock,
    log,
    events,
    stop,
    compose: (isRestart, restart) =>
      ports.compose(isRestart ? withoutAppliedOptions(options) : options, {
        clock,
        log,
        stop,
        events,
        restart,
        host: ports.host,
      }),
  });
  started.defer(() => restartable.close());
  if (stop.aborted) return;
  const { till, dispatch } = restartable;
  const windowEvents = lockedEvents(events, {
    isLocked: () => isLockedOrUnknown(till, log),
    isOnScreen: (posTid) => till().visibility.isOnScreen(posTid),
    canSeePayment: (posTid) => till().visibility.canSeePayment(posTid),
    canSeePhoneCheck: (id) => till().visibility.canSeePhoneCheck(id),
  });
  const onRefused = createRefusalLog({ clock, log, journal: (data) => till().noteRefusedWindow(data) });
  const bridge = await openBridge(options, ports, { dispatch, events: windowEvents, onRefused });
  if (bridge) started.defer(() => bridge.close());
  if (stop.aborted) return;
  if (restartable.notice !== null) ports.stderr.write(`${restartable.notice}\n`);
  announce(bridge?.url ?? ports.ownPage ?? "", [restartable.sandboxUrl, till().registersUrl()], ports);
  const launched: Launched = { options, till, dispatch, events: windowEvents, bridge, onRefused, log };
  const window = await ports.openWindow(launched);
  if (window) started.defer(() => window.close());
  const supervision = ports.supervise?.(launched);
  if (supervision) started.defer(() => supervision.close());
  const ends = window && ports.windowEndsTill ? [window.closed, ...(window.broken ? [window.broken] : [])] : [];
  await Promise.race([aborted(stop), restartable.broken, ...ends]);
  log.info("stopping");
}

/** Counts as locked while the till restarts. */
function isLockedOrUnknown(till: () => RunningTill, log: Log): boolean {
  try {
    return till().visibility.isLocked();
  } catch (err) {
    log.debug({ err }, "the till's lock state is unknown during the restart");
    return true;
  }
}

/** Drops options that were applied at the first start, since the setup may have changed. */
function withoutAppliedOptions(options: LaunchOptions): LaunchOptions {
  return { ...options, configFile: null, demo: false };
}

/** The only output on stdout. */
function announce(
  page: string,
  [sandbox, registers]: readonly [sandbox: string | null, registers: string | null],
  { stdout }: Streams,
): void {
  if (sandbox !== null) stdout.write(`sandbox ready ${sandbox}\n`);
  if (registers !== null) stdout.write(`registers ready ${registers}\n`);
  stdout.write(`till ready ${page}\n`);
}

/** The desktop window has its own bridge, so a port is opened only on request. */
async function openBridge(
  { shell, port }: LaunchOptions,
  { log, rendererDir, development }: LaunchPorts,
  opened: Pick<Launched, "dispatch" | "events" | "onRefused">,
): Promise<HttpBridge | null> {
  if (shell === "electron" && port === null) return null;
  try {
    return await startHttpBridge({ ...opened, port: port ?? 0, token: newSecret(), rendererDir, log, ...development });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EADDRINUSE")
      throw new StartupError(1, `--port: port ${port} is in use by another program.`, { cause });
    if (code === "EACCES") throw new StartupError(1, `--port: port ${port} may not be used by this user.`, { cause });
    throw cause;
  }
}

function report(error: unknown, { stderr, log }: LaunchPorts): { exitCode: 1 | 2 | 3; words: string } {
  if (error instanceof StartupError) {
    const words = explain(error.message, error.problems);
    stderr.write(`${words}\n`);
    return { exitCode: error.exitCode, words };
  }
  log.fatal({ err: error }, "the till failed");
  stderr.write("The till failed. See the error above.\n");
  return { exitCode: 1, words: "The till could not run. Its log has the cause." };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
