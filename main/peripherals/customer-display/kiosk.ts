import { done, failed } from "../../../contract/calls/errors.ts";
import type { ShellView } from "../../../contract/operations/shell.ts";
import type { Terminal } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { ShellHost } from "./shell-host.ts";

export interface KioskPorts {
  host: Pick<ShellHost, "view" | "kiosk" | "setKioskLeft">;
  terminal(): Pick<Terminal, "mode">;
  isAsking(): boolean;
  note(event: "shell.kioskLeft" | "shell.kioskEntered"): void;
  /** Signs the user out, because customers use the window from now on */
  endSession(): void;
  publish(): void;
}

/**
 * Returns why kiosk mode cannot change now, or null. During a payment, a browser would reopen its window, and a desktop
 * window would be unlocked.
 */
export function kioskRefusal(
  wantsLeft: boolean,
  { mode, kiosk, isAsking }: { mode: Terminal["mode"]; kiosk: ShellView["kiosk"]; isAsking: boolean },
) {
  if (mode !== "kiosk") return failed("illegal_state", { because: reasonFor("kiosk_none") });
  if (kiosk.because !== null) return failed("illegal_state", { reason: kiosk.because, because: kiosk.becauseReason });
  if (isAsking && kiosk.left !== wantsLeft) return failed("conflict", { because: reasonFor("kiosk_asking") });
  return null;
}

export function kioskCommands({ host, terminal, isAsking, note, endSession, publish }: KioskPorts) {
  const switchKiosk = (left: boolean) => {
    const kiosk = host.kiosk();
    const refusal = kioskRefusal(left, { mode: terminal().mode, kiosk, isAsking: isAsking() });
    if (refusal !== null) return refusal;
    if (kiosk.left === left) return done(host.view());
    // The journal entry precedes unlocking the window.
    note(left ? "shell.kioskLeft" : "shell.kioskEntered");
    // Signs out first, so that customers never have a user's rights.
    if (!left) endSession();
    host.setKioskLeft(left);
    publish();
    return done(host.view());
  };
  return {
    "shell.leaveKiosk": () => switchKiosk(true),
    "shell.enterKiosk": () => switchKiosk(false),
  } satisfies Partial<CommandHandlers>;
}
