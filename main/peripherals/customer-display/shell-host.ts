import type { Result } from "../../../contract/calls/errors.ts";
import type { ShellView } from "../../../contract/operations/shell.ts";
import type { DisplayOpened } from "../../../contract/receipts/display.ts";

export interface ShellHost {
  view(): ShellView;
  kiosk(): ShellView["kiosk"];
  /** Turns starting the till with the user's session on or off */
  setAutoStart(enabled: boolean): Result<ShellView>;
  /** Opens the customer display. In a browser, the caller opens the page */
  openDisplay(): Promise<Result<DisplayOpened>>;
  closeDisplay(): Promise<void>;
  /**
   * Opens the system browser through a private file, because other users can see a command line. Returns a function
   * that removes the file; null: a browser window has to open the address
   */
  openInBrowser(url: string): (() => void) | null;
  setKioskLeft(left: boolean): void;
}

export interface CustomerPages {
  /** A single-use address, valid for two minutes. The first call starts the server. */
  address(): Promise<string>;
  isOpen(): boolean;
  /** True when a user opened a page since the start and has not closed it */
  isWanted(): boolean;
  /** Closes all pages. A new one needs a new address. */
  close(): Promise<void>;
}
