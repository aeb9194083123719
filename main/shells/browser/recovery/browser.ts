import type { LaunchOptions } from "../../../app/options.ts";
import type { Log } from "../../../lib/log.ts";
import type { Advice } from "../../../storage/database/recovery-advice.ts";
import { openBrowserWindow } from "../browser-window.ts";
import { findBrowser, hasDisplay } from "../browsers.ts";
import { startRecoveryPage } from "./page.ts";

/**
 * Shows the page in the browser shell's window, until somebody closes it or the till is told to stop. Where there is
 * no window, stderr has said it all.
 */
export async function showRecoveryInBrowser(
  advice: Advice,
  { options, log, stop }: { options: LaunchOptions; log: Log; stop: AbortSignal },
): Promise<void> {
  const executable = hasDisplay(process.platform, process.env) ? findBrowser() : null;
  if (options.shell !== "browser" || executable === null || stop.aborted) return;
  await using shown = new AsyncDisposableStack();
  const page = await startRecoveryPage({ advice, port: options.port ?? 0 });
  shown.defer(() => page.close());
  // Never in kiosk mode: whoever repairs the till needs the rest of the machine.
  const { dataDir } = options;
  const window = openBrowserWindow({ executable, url: page.url, holdsTicket: false, dataDir, kiosk: false, log });
  shown.defer(() => window.close());
  const stopped = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => stopped.resolve(), { once: true });
  await Promise.race([window.closed, stopped.promise]);
}
