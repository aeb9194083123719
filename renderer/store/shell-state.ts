/** What is known of the shell around this window. */
import type { CustomerLanguage } from "../../contract/display.ts";
import type { ShellView } from "../../contract/shell.ts";

export interface ShellState {
  view: ShellView | null;
  /** What the customer's screen speaks */
  language: CustomerLanguage | null;
  /** Whether the browser did not let the customer's page open */
  wasBlocked: boolean;
}

/** Before anybody asked. */
export const SHELL_UNKNOWN: ShellState = { view: null, language: null, wasBlocked: false };
