import type { Contact } from "../../../app/breakdowns.ts";
import type { LaunchOptions } from "../../../app/options.ts";
import type { Log } from "../../../lib/log.ts";
import type { Advice } from "../../../storage/database/recovery-advice.ts";
import { helpPage } from "../../breakdowns/help-page.ts";
import { openBrowserWindow } from "../browser-window.ts";
import { findBrowser, hasDisplay } from "../browsers.ts";
import { type RecoveryPage, startHelpPage, startRecoveryPage } from "./page.ts";

/**
 * Shows the page in the browser shell's window, until somebody closes it or the till is told to stop. Where there is
 * no window, stderr has said it all.
 */
export async function showRecoveryInBrowser(
  advice: Advice,
  { options, log, stop }: { options: LaunchOptions; log: Log; stop: AbortSignal },
): Promise<void> {
  // Never in kiosk mode: the person who repairs the till needs the rest of the machine.
  await showPage(() => startRecoveryPage({ advice, port: options.port ?? 0 }), { options, log, stop, kiosk: false });
}

/**
 * Shows that the till is out of order, over the whole screen of a kiosk: until it is told to stop, or a person closes the
 * window. There is no till behind the page.
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
