/** A browser is told only when it starts whether its window is a kiosk's: when that changes, it is started anew. */

import type { KioskMode } from "../../app/kiosk-mode.ts";
import type { TillWindow } from "../../app/launch.ts";
import type { Log } from "../../lib/log.ts";

/**
 * Opens a window, and another one in its place whenever the till becomes a kiosk or is none any more.
 * @param open opens one; the one before it is gone by then, since both have one profile
 */
export function reopeningWindow(kiosk: KioskMode, open: (isKiosk: boolean) => TillWindow, log: Log): TillWindow {
  const ended = Promise.withResolvers<void>();
  let current: TillWindow | null = null;
  let closing = false;
  const show = () => {
    const window = open(kiosk.isOn());
    current = window;
    // One that has made room for another was not closed by a person.
    void window.closed.then(() => current === window && ended.resolve());
  };
  const replace = async () => {
    const before = current;
    current = null;
    await before?.close();
    if (!closing) show();
  };
  let replacing: Promise<void> = Promise.resolve();
  const stop = kiosk.onChange((isKiosk) => {
    log.info({ isKiosk }, "the window is opened anew in the till's new mode");
    replacing = replacing.then(replace).catch((err: unknown) => log.error({ err }, "no window could be opened"));
  });
  show();
  return {
    closed: ended.promise,
    async close() {
      closing = true;
      stop();
      kiosk.close();
      await replacing;
      await current?.close();
    },
  };
}
