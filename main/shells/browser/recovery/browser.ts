import type { Contact } from "../../../app/breakdowns.ts";
import type { LaunchOptions } from "../../../app/options.ts";
import type { Log } from "../../../lib/log.ts";
import type { Advice } from "../../../storage/database/recovery-advice.ts";
import { helpPage } from "../../breakdowns/help-page.ts";
import { openBrowserWindow } from "../browser-window.ts";
import { findBrowser, hasDisplay } from "../browsers.ts";
import { type RecoveryPage, startHelpPage, startRecoveryPage } from "./page.ts";

/**
 * Shows the recovery page in the browser shell's window until the window is closed or the till must stop. Without a
 * window, stderr has the advice.
 */
export async function showRecoveryInBrowser(
  advice: Advice,
  { options, log, stop }: { options: LaunchOptions; log: Log; stop: AbortSignal },
): Promise<void> {
  // Never in kiosk mode: repairing the till needs the rest of the machine.
  await showPage(() => startRecoveryPage({ advice, port: options.port ?? 0 }), { options, log, stop, kiosk: false });
}

/**
 * Shows the out-of-order page, full screen at a kiosk, until the till must stop or a person closes the window. No till
 * runs behind the page.
 */
export async function showOutOfOrderInBrowser(
  contact: Contact,
  { options, log, stop }: { options: LaunchOptions; log: Log; stop: AbortSignal },
): Promise<void> {
  const { kiosk } = contact;
  const page = kiosk ? helpPage("kiosk", contact) : helpPage("stopped");
  await showPage(() => startHelpPage({ page, port: options.port ?? 0 }), { options, log, stop, kiosk });
}

async function showPage(
  start: () => Promise<RecoveryPage>,
  { options, log, stop, kiosk }: { options: LaunchOptions; log: Log; stop: AbortSignal; kiosk: boolean },
): Promise<void> {
  const executable = hasDisplay(process.platform, process.env) ? findBrowser() : null;
  if (options.shell !== "browser" || executable === null || stop.aborted) return;
  await using shown = new AsyncDisposableStack();
  const page = await start();
  shown.defer(() => page.close());
  const { dataDir } = options;
  const window = openBrowserWindow({ executable, url: page.url, holdsTicket: false, dataDir, kiosk, log });
  shown.defer(() => window.close());
  const stopped = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => stopped.resolve(), { once: true });
  await Promise.race([window.ended, stopped.promise]);
}
