/**
 * Browser window for the lifetime of the till. Kiosk mode is a start option of the browser, so a change restarts the
 * browser. A crashed browser is restarted too; its state is in main.
 */

import type { KioskMode } from "../../app/kiosk-mode.ts";
import type { TillWindow } from "../../app/launch.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { StartupError } from "../../lib/startup-error.ts";
import { afterWindowGone } from "../breakdowns/window-policy.ts";
import type { BrowserWindow, WindowEnd } from "./browser-window.ts";

const BROKE =
  "The till's window failed several times in a row, so the till has stopped. Payments are saved, and nothing is charged twice.";

/**
 * Opens a window, and replaces it when kiosk mode changes or the browser crashes.
 * @param open opens a window; the previous one has exited, because both use one profile
 */
export function reopeningWindow(
  kiosk: KioskMode,
  open: (isKiosk: boolean) => BrowserWindow,
  { clock, log }: { clock: Pick<Clock, "monotonic">; log: Log },
): TillWindow {
  const closed = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const state = { current: null as BrowserWindow | null, hasBroken: false, closing: false, reloads: [] as number[] };
  const show = () => {
    const window = open(kiosk.isOn());
    state.current = window;
    // A replaced window was not closed by a person.
    void window.ended.then((how) => state.current === window && handleEnd(how));
  };
  const handleEnd = (how: WindowEnd) => {
    if (state.closing || how === "closed") return closed.resolve();
    // Keep the till running without a window at a counter: other browsers can connect.
    if (how === "absent" && !kiosk.isOn() && !state.hasBroken) return;
    if (how === "broke") state.hasBroken = true;
    const loss = { loss: "broke", now: clock.monotonic(), reloads: state.reloads, stopping: false } as const;
    const { remedy, reloads } = afterWindowGone(loss);
    state.reloads = [...reloads];
    log.error({ how, remedy }, "the window closed unexpectedly");
    if (remedy === "reload") show();
    if (remedy === "call_for_help") broken.reject(new StartupError(1, BROKE));
  };
  const replace = async () => {
    const previousWindow = state.current;
    state.current = null;
    await previousWindow?.close();
    if (!state.closing) show();
  };
  let replacing: Promise<void> = Promise.resolve();
  const stop = kiosk.onChange((isKiosk) => {
    log.info({ isKiosk }, "the window is reopened in the till's new mode");
    replacing = replacing.then(replace).catch((err: unknown) => log.error({ err }, "no window could be opened"));
  });
  show();
  return {
    closed: closed.promise,
    broken: broken.promise,
    async close() {
      state.closing = true;
      stop();
      kiosk.close();
      await replacing;
      await state.current?.close();
    },
  };
}
