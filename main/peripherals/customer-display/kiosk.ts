/** Kiosk mode: leaving it for now, and going back to it. */

import { done, failed } from "../../../contract/errors.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import type { ShellView } from "../../../contract/shell.ts";
import type { Terminal } from "../../../contract/views.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { ShellHost } from "./shell-host.ts";

export interface KioskPorts {
  host: Pick<ShellHost, "view" | "kiosk" | "setKioskLeft">;
  terminal(): Pick<Terminal, "mode">;
  /** Whether a payment is open at the customer now */
  isAsking(): boolean;
  /** Writes down what is about to be done, by the acting user */
  note(event: "shell.kioskLeft" | "shell.kioskEntered"): void;
  /** Signs the user out, where there is one: customers stand at the window from now on */
  endSession(): void;
  /** The windows are to show it */
  tell(): void;
}

interface KioskNow {
  mode: Terminal["mode"];
  kiosk: ShellView["kiosk"];
  isAsking: boolean;
}

/**
 * Whether the window may leave kiosk mode or go back to it now. Not while a customer is being asked: a browser's window is
 * opened anew for it, and a desktop's would be unlocked under the hands of whoever pays.
 * @returns null where it may, or is so already
 */
export function kioskRefusal(wantsLeft: boolean, { mode, kiosk, isAsking }: KioskNow) {
  if (mode !== "kiosk") return failed("illegal_state", { because: reasonFor("kiosk_none") });
  if (kiosk.because !== null) return failed("illegal_state", { reason: kiosk.because, because: kiosk.becauseReason });
  if (isAsking && kiosk.left !== wantsLeft) return failed("conflict", { because: reasonFor("kiosk_asking") });
  return null;
}

/** `shell.leaveKiosk` and `shell.enterKiosk`. */
export function kioskCommands({ host, terminal, isAsking, note, endSession, tell }: KioskPorts) {
  const become = (left: boolean) => {
    const kiosk = host.kiosk();
    const refusal = kioskRefusal(left, { mode: terminal().mode, kiosk, isAsking: isAsking() });
    if (refusal !== null) return refusal;
    if (kiosk.left === left) return done(host.view());
    // First on disk: no window is unlocked that the journal does not know of.
    note(left ? "shell.kioskLeft" : "shell.kioskEntered");
    // Before the window is the customers': at no moment have they a user's rights.
    if (!left) endSession();
    host.setKioskLeft(left);
    tell();
    return done(host.view());
  };
  return {
    "shell.leaveKiosk": () => become(true),
    "shell.enterKiosk": () => become(false),
  } satisfies Partial<CommandHandlers>;
}
