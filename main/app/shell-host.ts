/** What a shell can do for the till that it shows: the till's handlers know no more of it than this. */

import type { DisplayOpened } from "../../contract/display.ts";
import { done, failed, type Result } from "../../contract/errors.ts";
import { inEnglish, type Reason, reasonFor } from "../../contract/reasons.ts";
import type { ShellView } from "../../contract/shell.ts";
import type { KioskMode } from "./kiosk-mode.ts";

export interface ShellHost {
  view(): ShellView;
  /** That part of the view which every screen shows: asked often */
  kiosk(): ShellView["kiosk"];
  /** Has the till start, or not start, with this user's session. */
  setAutoStart(enabled: boolean): Result<ShellView>;
  /** Opens the customer's screen, or brings it back; the page of a browser is opened by whoever asked. */
  openDisplay(): Promise<Result<DisplayOpened>>;
  closeDisplay(): Promise<void>;
  /** Takes the window out of kiosk mode until the till starts again, or back into it; nothing where `view` says no. */
  setKioskLeft(left: boolean): void;
}

/** A host outside of the desktop program; its window, where there is one, is there after the till. */
export interface PlainHost extends ShellHost {
  connect(kiosk: KioskMode): void;
}

const NO_PROGRAM = reasonFor("shell_no_program");

const NO_WINDOW = reasonFor("shell_no_window");

/**
 * How a shell's window stands to kiosk mode.
 * @param kiosk     the mode of its window; null where there is none
 * @param because   why there is none
 */
export function kioskView(kiosk: KioskMode | null, because: Reason): ShellView["kiosk"] {
  return kiosk === null
    ? { left: false, possible: false, because: inEnglish(because), becauseReason: because }
    : { left: kiosk.isLeft(), possible: true, because: null };
}

/**
 * A till outside of the desktop program: it cannot start by itself, and a browser opens the customer's screen.
 * @param display where the page is served; null: this till serves no pages
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
    setKioskLeft: (left) => state.kiosk?.setLeft(left),
    connect(mode) {
      state.kiosk = mode;
    },
  };
}

/** The page of the customer's screen, served apart from the till's own. */
export interface CustomerPages {
  /** An address that opens one page, once, within two minutes; serving begins with the first. */
  address(): Promise<string>;
  /** Whether a page shows the screen now */
  isOpen(): boolean;
  /** Whether a person opened one since the till started, and has not closed it */
  isWanted(): boolean;
  /** Ends every page: a new one needs a new address. */
  close(): Promise<void>;
}
