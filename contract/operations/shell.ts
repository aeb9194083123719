/** Capabilities of the till's shell: the desktop program or a browser. */

import type { Reason } from "../reasons/reasons.ts";

export type NoAutoStart = "shell" | "installed" | "platform";

export interface ShellView {
  autoStart: {
    enabled: boolean;
    possible: boolean;
    /** Why not, as a code and as text; null: possible */
    reason: NoAutoStart | null;
    because: string | null;
    /** False if the platform drops the program's options (`--kiosk`, `--data`) on start */
    optionsKept: boolean;
  };
  displays: number | null;
  customerDisplay: {
    /** `window`: the till opens and places it; `page`: a user opens it in a browser */
    way: "window" | "page";
    open: boolean;
    /** Opened by a user and not closed */
    wanted: boolean;
  };
  /** Whether the window has left kiosk mode, and whether this shell supports it */
  kiosk: {
    /** Until a restart or a return to kiosk mode */
    left: boolean;
    possible: boolean;
    /** Why not, in English and as a code; null: possible */
    because: string | null;
    becauseReason?: Reason;
  };
}
