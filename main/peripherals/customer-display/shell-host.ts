/** The shell's services for the till that it shows: the till knows no more of the shell than this. */
import type { DisplayOpened } from "../../../contract/display.ts";
import type { Result } from "../../../contract/errors.ts";
import type { ShellView } from "../../../contract/shell.ts";

export interface ShellHost {
  view(): ShellView;
  /** That part of the view which every screen shows: asked often */
  kiosk(): ShellView["kiosk"];
  /** Has the till start, or not start, with this user's session. */
  setAutoStart(enabled: boolean): Result<ShellView>;
  /** Opens the customer's screen, or brings it back; the page of a browser is opened by whoever asked. */
  openDisplay(): Promise<Result<DisplayOpened>>;
  closeDisplay(): Promise<void>;
  /**
   * Opens the machine's own browser at this address, which is on no command line: a page of this user's own leads there.
   * @returns removes that page; null: the window, which is a browser's, has to open it
   */
  openInBrowser(url: string): (() => void) | null;
  /** Takes the window out of kiosk mode until the till starts again, or back into it; nothing where `view` says no. */
  setKioskLeft(left: boolean): void;
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
