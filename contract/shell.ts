/** What the till's shell - the desktop program, or the browser it is shown in - can do for the people at it. */

import type { Reason } from "./reasons.ts";

/** This till is no program of its own (`shell`), not an installed one (`installed`), or its system knows no such thing. */
export type NoAutoStart = "shell" | "installed" | "platform";

export interface ShellView {
  /** Whether the till starts with this user's session */
  autoStart: {
    enabled: boolean;
    possible: boolean;
    /** Why it is not possible, in one word and as a sentence; null where it is */
    reason: NoAutoStart | null;
    because: string | null;
    /** False where the platform starts the program without its options (`--kiosk`, `--data`) */
    optionsKept: boolean;
  };
  /** How many displays the machine has; null where the shell cannot know */
  displays: number | null;
  customerDisplay: {
    /** `window`: the till opens and places one; `page`: a browser opens it, and a person puts it in its place */
    way: "window" | "page";
    open: boolean;
    /** Whether a person opened it and has not closed it: then it should be open */
    wanted: boolean;
  };
  /** Whether the window of a till in kiosk mode is out of it for now, and whether this shell has one to take out */
  kiosk: {
    /** Until the till starts again, or until somebody goes back */
    left: boolean;
    possible: boolean;
    /** Why it is not possible, in English; null where it is */
    because: string | null;
    /** The same as a code */
    becauseReason?: Reason;
  };
}

export interface ShellValues {
  "shell.get": ShellView;
  "shell.setAutoStart": ShellView;
  "shell.leaveKiosk": ShellView;
  "shell.enterKiosk": ShellView;
}
