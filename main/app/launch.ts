/** What both entries share: start the till, open its bridge, say so, and stop it in order. */

import type { Dispatch } from "../bridge/dispatch.ts";
import { createEventStream, type EventStream } from "../bridge/events.ts";
import { type HttpBridge, startHttpBridge } from "../bridge/http.ts";
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
import { type Composition, startStanding } from "./restart.ts";

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** A till that takes payments, for the shell that is to show it. `dispatch` and `events` last, whichever till runs. */
export interface Launched {
  options: LaunchOptions;
  /** The till that runs now: another one after it was set up anew */
  till(): RunningTill;
  dispatch: Dispatch;
  events: EventStream;
  /** The loopback carrier; null in the desktop shell, unless a port was asked for */
  bridge: HttpBridge | null;
  /** Writes down that a page offered neither token nor ticket, to whichever server */
  onRefused(because: RefusedExchange): void;
  log: Log;
}

/** What a till that is being put together is given. */
export interface ComposePorts extends Pick<StorageContext, "clock" | "log"> {
  /** For whatever it waits for meanwhile */
  stop: AbortSignal;
  events: EventStream;
  /** Asks for this till to be closed and the next one to be put together on the same folder */
  restart(): void;
  /** What the shell can do for the people at the till */
  host?: ShellHost;
  /** How this shell keeps key material; in a file unless it says otherwise */
  openVault?: OpenVault;
}

/** A window that somebody may close, whatever shell it is in. */
export interface TillWindow {
  /** Resolves when somebody closed the window. Never rejects, and stays open where no window came to be. */
  closed: Promise<void>;
  /** Rejects when the window cannot be kept open: the till ends with 1 then */
  broken?: Promise<never>;
  /** Closes the window and resolves when it is gone. */
  close(): Promise<void>;
}

export interface LaunchPorts extends Streams, Pick<StorageContext, "clock" | "log"> {
  compose(options: LaunchOptions, ports: ComposePorts): Promise<Composition>;
  /** What the shell can do for the people at the till */
  host?: ShellHost;
  /** Opens the shell's window; null where there is none, and the till runs on until it is told to stop */
  openWindow(launched: Launched): Promise<TillWindow | null>;
  /** Reports to what supervises this process, from the ready line on; closed first when the till stops */
  supervise?(launched: Launched): { close(): Promise<void> };
  /** Shows, where there is a window, why the till may not go on with its data; resolves when that was seen */
  showRecovery?(advice: Advice, ports: { options: LaunchOptions; log: Log; stop: AbortSignal }): Promise<void>;
  /** Shows any other reason why it did not start, to a person who started it with a touch and reads no standard error */
  showProblem?(words: string): Promise<void>;
  /** Whether the till stops when its window is closed */
  windowEndsTill: boolean;
  rendererDir: string | null;
  /** Where the till's page is for a shell that carries it itself; null: on the bridge alone */
  ownPage?: string;
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
    const { exitCode, words } = report(error, ports);
    await show(error, words, { options, ports });
    return exitCode;
  }
}

/** Everything was closed before: while the words are read, the data folder is free for the command that they name. */
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
    log.error({ err }, "why the till did not start could not be shown");
  }
}

async function startAndWait(options: LaunchOptions, ports: LaunchPorts, started: AsyncDisposableStack): Promise<void> {
  const { clock, log, stop } = ports;
  if (stop.aborted) return;
  const events = createEventStream({ onListenerError: (err) => log.error({ err }, "a listener failed") });
  const standing = await startStanding({
    clock,
    log,
    events,
    stop,
    compose: (again, restart) =>
      ports.compose(again ? afterSettingUp(options) : options, { clock, log, stop, events, restart, host: ports.host }),
  });
  started.defer(() => standing.close());
  if (stop.aborted) return;
  const { till, dispatch } = standing;
  const windowEvents = lockedEvents(events, {
    isLocked: () => shutOrUnknown(till, log),
    isOnScreen: (posTid) => till().sight.isOnScreen(posTid),
    maySee: (posTid) => till().sight.maySee(posTid),
    maySeeCheck: (id) => till().sight.maySeeCheck(id),
  });
  const onRefused = createRefusalLog({ clock, log, journal: (data) => till().noteRefusedWindow(data) });
  const bridge = await openBridge(options, ports, { dispatch, events: windowEvents, onRefused });
  if (bridge) started.defer(() => bridge.close());
  if (stop.aborted) return;
  if (standing.notice !== null) ports.stderr.write(`${standing.notice}\n`);
  announce(bridge?.url ?? ports.ownPage ?? "", [standing.sandboxUrl, till().registersUrl()], ports);
  const launched: Launched = { options, till, dispatch, events: windowEvents, bridge, onRefused, log };
  const window = await ports.openWindow(launched);
  if (window) started.defer(() => window.close());
  const supervision = ports.supervise?.(launched);
  if (supervision) started.defer(() => supervision.close());
  const ends = window && ports.windowEndsTill ? [window.closed, ...(window.broken ? [window.broken] : [])] : [];
  await Promise.race([aborted(stop), standing.broken, ...ends]);
  log.info("stopping");
}

/** While a till starts again nobody can say whether it is locked: then it is. */
function shutOrUnknown(till: () => RunningTill, log: Log): boolean {
  try {
    return till().sight.isLocked();
  } catch (err) {
    log.debug({ err }, "whether the till is locked is not known while it starts again");
    return true;
  }
}

/** What the command line said of the till has been done, and a person has set it up otherwise since. */
function afterSettingUp(options: LaunchOptions): LaunchOptions {
  return { ...options, configFile: null, demo: false };
}

/** The only lines that stdout ever gets. */
function announce(
  page: string,
  [sandbox, registers]: readonly [sandbox: string | null, registers: string | null],
  { stdout }: Streams,
): void {
  if (sandbox !== null) stdout.write(`sandbox ready ${sandbox}\n`);
  if (registers !== null) stdout.write(`registers ready ${registers}\n`);
  stdout.write(`till ready ${page}\n`);
}

/** The desktop's window has a carrier of its own: nothing listens there that was not asked for. */
async function openBridge(
  { shell, port }: LaunchOptions,
  { log, rendererDir }: LaunchPorts,
  opened: Pick<Launched, "dispatch" | "events" | "onRefused">,
): Promise<HttpBridge | null> {
  if (shell === "electron" && port === null) return null;
  try {
    return await startHttpBridge({ ...opened, port: port ?? 0, token: newSecret(), rendererDir, log });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EADDRINUSE")
      throw new StartupError(1, `--port: port ${port} is taken by another program.`, { cause });
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
  stderr.write("The till could not run. The line above has the cause.\n");
  return { exitCode: 1, words: "The till could not run. Its log has the cause." };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
