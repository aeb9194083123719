/** What both entries share: start the till, open its bridge, say so, and stop it in order. */

import { newSecret } from "./bridge/access.ts";
import { createDispatch, type Dispatch } from "./bridge/dispatch.ts";
import { type HttpBridge, startHttpBridge } from "./bridge/http.ts";
import type { Clock } from "./clock.ts";
import { RecoveryNeededError } from "./data-folder.ts";
import type { Log } from "./log.ts";
import type { Advice } from "./maintenance/advice.ts";
import type { LaunchOptions } from "./options.ts";
import { explain, StartupError } from "./startup-error.ts";
import type { RunningTill } from "./till.ts";
import type { TillWindow } from "./windows/browser-window.ts";

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

export interface Composition {
  till: RunningTill;
  /** Where the embedded sandbox is, or null when the till uses another service */
  sandboxUrl: string | null;
}

/** A till that takes payments, for the shell that is to show it. */
export interface Launched {
  options: LaunchOptions;
  till: RunningTill;
  dispatch: Dispatch;
  bridge: HttpBridge;
  log: Log;
}

export interface LaunchPorts extends Streams {
  clock: Clock;
  log: Log;
  /** Starts the till; `stop` is for whatever it waits for meanwhile */
  compose(options: LaunchOptions, ports: { clock: Clock; log: Log; stop: AbortSignal }): Promise<Composition>;
  /** Opens the shell's window; null where there is none, and the till runs on until it is told to stop */
  openWindow(launched: Launched): Promise<TillWindow | null>;
  /** Shows, where there is a window, why the till may not go on with its data; resolves when that was seen */
  showRecovery?(advice: Advice, ports: { options: LaunchOptions; log: Log; stop: AbortSignal }): Promise<void>;
  /** Whether the till stops when its window is closed */
  windowEndsTill: boolean;
  rendererDir: string | null;
  /** Aborted when the till is to stop; it may be aborted at any time, also while it starts */
  stop: AbortSignal;
}

/**
 * Runs a till from start to stop.
 * @returns the exit code of the contract: 0 stopped, 2 bad options or provisioning, 3 the data folder is in use, 1 else
 */
export async function runTill(options: LaunchOptions, ports: LaunchPorts): Promise<0 | 1 | 2 | 3> {
  try {
    // Whatever was started before something went wrong is closed again, the latest first.
    await using started = new AsyncDisposableStack();
    await startAndWait(options, ports, started);
    return 0;
  } catch (error) {
    const exitCode = report(error, ports);
    if (error instanceof RecoveryNeededError) await showRecovery(error.advice, options, ports);
    return exitCode;
  }
}

/** Everything was closed before: while the words are read, the data folder is free for the command that they name. */
async function showRecovery(advice: Advice, options: LaunchOptions, ports: LaunchPorts): Promise<void> {
  const { log, stop } = ports;
  try {
    await ports.showRecovery?.(advice, { options, log, stop });
  } catch (err) {
    log.error({ err }, "the recovery page could not be shown");
  }
}

async function startAndWait(options: LaunchOptions, ports: LaunchPorts, started: AsyncDisposableStack): Promise<void> {
  const { clock, log, stop } = ports;
  if (stop.aborted) return;
  const { till, sandboxUrl } = await ports.compose(options, { clock, log, stop });
  started.defer(() => till.close());
  if (stop.aborted) return;
  const dispatch = createDispatch({ handlers: till.handlers, role: till.role, log });
  const bridge = await openBridge(options, ports, till, dispatch);
  started.defer(() => bridge.close());
  if (stop.aborted) return;
  announce(bridge, sandboxUrl, ports);
  const window = await ports.openWindow({ options, till, dispatch, bridge, log });
  if (window) started.defer(() => window.close());
  await Promise.race([aborted(stop), ...(window && ports.windowEndsTill ? [window.closed] : [])]);
  log.info("stopping");
}

/** The only lines that stdout ever gets. */
function announce(bridge: HttpBridge, sandboxUrl: string | null, { stdout }: Streams): void {
  if (sandboxUrl !== null) stdout.write(`sandbox ready ${sandboxUrl}\n`);
  stdout.write(`till ready ${bridge.url}\n`);
}

async function openBridge(
  { port }: LaunchOptions,
  { log, rendererDir }: LaunchPorts,
  till: RunningTill,
  dispatch: Dispatch,
): Promise<HttpBridge> {
  try {
    return await startHttpBridge({ dispatch, events: till.events, port, token: newSecret(), rendererDir, log });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EADDRINUSE")
      throw new StartupError(1, `--port: port ${port} is taken by another program.`, { cause });
    if (code === "EACCES") throw new StartupError(1, `--port: port ${port} may not be used by this user.`, { cause });
    throw cause;
  }
}

function report(error: unknown, { stderr, log }: LaunchPorts): 1 | 2 | 3 {
  if (error instanceof StartupError) {
    stderr.write(`${explain(error.message, error.problems)}\n`);
    return error.exitCode;
  }
  log.fatal({ err: error }, "the till failed");
  stderr.write("The till could not run. The line above has the cause.\n");
  return 1;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
