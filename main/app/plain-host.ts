import { done, failed } from "../../contract/calls/errors.ts";
import type { ShellView } from "../../contract/operations/shell.ts";
import { inEnglish, type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { CustomerPages, ShellHost } from "../peripherals/customer-display/shell-host.ts";
import type { KioskMode } from "./kiosk-mode.ts";

export interface PlainHost extends ShellHost {
  connect(kiosk: KioskMode): void;
}

const NO_PROGRAM = reasonFor("shell_no_program");

const NO_WINDOW = reasonFor("shell_no_window");

/**
 * The kiosk part of the shell's view.
 * @param kiosk the window's mode; null without a window
 * @param because why there is no window
 */
export function kioskView(kiosk: KioskMode | null, because: Reason): ShellView["kiosk"] {
  return kiosk === null
    ? { left: false, possible: false, because: inEnglish(because), becauseReason: because }
    : { left: kiosk.isLeft(), possible: true, because: null };
}

/**
 * Creates the host: no automatic start, and a browser shows the customer display.
 * @param display where the page is served; null if it is not
 */
export function plainHost(display: CustomerPages | null = null): PlainHost {
  const state: { kiosk: KioskMode | null } = { kiosk: null };
  const kiosk = () => kioskView(state.kiosk, NO_WINDOW);
  const view = (): ShellView => ({
    autoStart: { enabled: false, possible: false, reason: "shell", because: inEnglish(NO_PROGRAM), optionsKept: false },
    displays: null,
    customerDisplay: { way: "page", open: display?.isOpen() ?? false, wanted: display?.isWanted() ?? false },
    kiosk: kiosk(),
  });
  return {
    view,
    kiosk,
    setAutoStart: () => failed("illegal_state", { because: NO_PROGRAM }),
    async openDisplay() {
      if (display === null) return failed("illegal_state", { because: reasonFor("shell_no_pages") });
      return done({ way: "page", url: await display.address() });
    },
    closeDisplay: async () => display?.close(),
    openInBrowser: () => null,
    setKioskLeft: (left) => state.kiosk?.setLeft(left),
    connect(mode) {
      state.kiosk = mode;
    },
  };
}
