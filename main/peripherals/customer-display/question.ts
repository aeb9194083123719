import type { Permission, PermissionPhase } from "../../../contract/customers/permissions.ts";
import type { DisplayQuestion } from "../../../contract/receipts/display.ts";
import type { Clock } from "../../lib/clock.ts";
import { RESULT_MS } from "./display-queue.ts";

export type ShownQuestion = ReturnType<typeof shownQuestion>;

export function shownQuestion(clock: Clock, closing: AbortSignal, onChange: () => void) {
  let shown: { posTid: string; question: DisplayQuestion } | null = null;
  let wiping = new AbortController();
  const wipe = async (posTid: string, signal: AbortSignal) => {
    await clock.sleep(RESULT_MS, signal);
    if (signal.aborted || shown?.posTid !== posTid) return;
    shown = null;
    onChange();
  };
  return {
    /** Null: no question or answer is shown */
    now: (): DisplayQuestion | null => shown?.question ?? null,
    /** Applies the latest state of a permission request. A new request replaces the previous one */
    follow(permission: Permission) {
      const { combined, posTid } = permission;
      // A combined request is shown with its payment, and the end of an unseen request is not shown.
      if (combined || (shown?.posTid !== posTid && !ASKED.has(permission.phase))) return;
      const question = questionOf(permission);
      const isEnd = !ASKED.has(permission.phase);
      const wasOver = shown?.posTid === posTid && isOver(shown.question);
      shown = { posTid, question };
      onChange();
      if (wasOver) return;
      wiping.abort();
      wiping = new AbortController();
      if (isEnd) void wipe(posTid, AbortSignal.any([wiping.signal, closing]));
    },
  };
}

const ASKED: ReadonlySet<PermissionPhase> = new Set(["draft", "queued", "waiting"]);

function isOver({ state }: DisplayQuestion): boolean {
  return state === "shared" || state === "declined" || state === "over";
}

const STATES: Readonly<Record<PermissionPhase, DisplayQuestion["state"]>> = {
  draft: "code",
  queued: "moment",
  waiting: "asked",
  granted: "shared",
  declined: "declined",
  expired: "over",
  aborted: "over",
  attention: "over",
};

function questionOf({ codeUntil, phase, qr, text }: Permission): DisplayQuestion {
  const state = STATES[phase];
  const isCode = state === "code" && qr !== null;
  return { state, text, code: isCode ? qr.text : null, until: isCode ? codeUntil : null };
}
