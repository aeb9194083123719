/** The `browser` and `none` shells: the whole till on plain Node. */

import type { ExitCode } from "../../../contract/values/exit-codes.ts";
import { type Contact, withinLimit } from "../../app/breakdowns.ts";
import { kioskMode } from "../../app/kiosk-mode.ts";
import { type Launched, type LaunchPorts, runTill, type TillWindow } from "../../app/launch.ts";
import { type LaunchOptions, readLaunchOptions } from "../../app/options.ts";
import { type PlainHost, plainHost } from "../../app/plain-host.ts";
import { composeTill } from "../../app/start.ts";
import type { DevelopmentBridge } from "../../bridge/http.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLogging, type Logging } from "../../lib/logging/logging.ts";
import { explain } from "../../lib/startup-error.ts";
import { customerPages } from "../../peripherals/customer-display/pages.ts";
import { watchMain } from "../electron/main-crash.ts";
import { superviseBySystemd } from "../systemd/supervise.ts";
import { openBrowserWindow } from "./browser-window.ts";
import { findBrowser, hasDisplay } from "./browsers.ts";
import { showOutOfOrderInBrowser, showRecoveryInBrowser } from "./recovery/browser.ts";
import { reopeningWindow } from "./reopening-window.ts";
import { chooseShell, type Machine } from "./shell-choice.ts";

/**
 * Runs the till from this process's command line.
 * @param stop aborted to stop the till, also by an uncaught error
 * @param rendererDir folder of the built renderer
 * @param development replaces parts of the bridge in development
 * @returns the exit code
 */
export async function main(
  stop: AbortController,
  rendererDir: string,
  development?: DevelopmentBridge,
): Promise<number> {
  const logging = createLogging();
  const { log } = logging;
  const read = readLaunchOptions(process.argv.slice(2), process.env);
  if (!read.ok) {
    process.stderr.write(`${explain("The till was not started: wrong options.", read.problems)}\n`);
    return 2;
  }
  const { shell, sentence } = chooseShell(read.value.shell, thisProgram());
  if (shell === null) {
    process.stderr.write(`The till was not started: ${sentence}\n`);
    return 2;
  }
  // The process that started this program restarts it.
  const watch = watchMain({
    process,
    log,
    stop,
    now: Date.now,
    dataDir: read.value.dataDir,
    relaunch: null,
  });
  const supervision = superviseBySystemd(process.env, { clock: systemClock, log });
  const limit = {
    clock: systemClock,
    log,
    stop: stop.signal,
    supervised: process.env.TILL_SUPERVISED === "1",
    report: supervision?.outOfOrder,
    showOutOfOrder: (contact: Contact, over: AbortSignal) =>
      showOutOfOrderInBrowser(contact, { options: read.value, log, stop: over }),
  };
  return withinLimit(read.value, limit, async () => {
    const supervise = supervision?.till;
    const code = await run(read.value, { logging, stop: stop.signal, rendererDir, development, supervise });
    return watch.exitCode() ?? code;
  });
}

interface RunPorts extends Pick<LaunchPorts, "stop" | "supervise" | "development"> {
  logging: Logging;
  rendererDir: string;
}

async function run(
  options: LaunchOptions,
  { logging, stop, rendererDir, development, supervise }: RunPorts,
): Promise<ExitCode> {
  const { log } = logging;
  await using pages = customerPages();
  const host = plainHost(pages);
  return runTill(options, {
    clock: systemClock,
    log,
    compose: (how, ports) => composeTill(how, { ...ports, logging }),
    host,
    openWindow: async (launched) => {
      const { dispatch, events, onRefused } = launched;
      const onChange = () => events.publish({ type: "shell.changed", shell: host.view() });
      const { servePages } = development ?? {};
      pages.connect({ dispatch, events, rendererDir, servePages, log, onChange, onRefused });
      return openWindow(launched, host);
    },
    supervise,
    showRecovery: showRecoveryInBrowser,
    windowEndsTill: true,
    rendererDir,
    development,
    stop,
    stdout: process.stdout,
    stderr: process.stderr,
  });
}

/** Windows that this program can open; `npm start` selects Electron. */
function thisProgram(): Machine {
  return {
    electron: "missing",
    electronProblem: "this is the till's program without Electron",
    browser: findBrowser(),
    display: hasDisplay(process.platform, process.env),
  };
}

function openWindow(launched: Launched, host: PlainHost): TillWindow | null {
  const { options, bridge, log } = launched;
  // Also with the `none` shell: a page in any browser shows the kiosk's screens.
  const kiosk = kioskMode(launched);
  host.connect(kiosk);
  if (options.shell !== "browser" || bridge === null) return null;
  const executable = hasDisplay(process.platform, process.env) ? findBrowser() : null;
  if (executable === null) {
    process.stderr.write("No display or Chromium-based browser was found. The till runs without a window.\n");
    return null;
  }
  const { dataDir } = options;
  const open = (kiosk: boolean) =>
    openBrowserWindow({ executable, url: bridge.windowUrl(), holdsTicket: true, dataDir, kiosk, log });
  return reopeningWindow(kiosk, open, { clock: systemClock, log });
}
