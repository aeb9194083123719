/** Whether a cashier is entering a sale, as reported by a window. Payments of registers wait meanwhile. */
import type { Clock } from "../../lib/clock.ts";

/** A report is valid for twice the windows' reporting interval. */
const TYPING_MS = 60_000;

export type Typing = ReturnType<typeof counterTyping>;

/** @param onEnd called when the cashier stops */
export function counterTyping(clock: Clock, closing: AbortSignal, onEnd: () => void) {
  let typing: { name: string | null; since: number; until: number; ended: AbortController } | null = null;
  const end = () => {
    typing?.ended.abort();
    typing = null;
    onEnd();
  };
  const watch = async (ended: AbortSignal) => {
    while (typing !== null && !ended.aborted) {
      const remainingMs = typing.until - clock.monotonic();
      if (remainingMs <= 0) return end();
      await clock.sleep(Math.ceil(remainingMs), AbortSignal.any([ended, closing]));
      if (closing.aborted) return;
    }
  };
  return {
    now: (): { name: string | null; since: number } | null => typing && { name: typing.name, since: typing.since },
    /** @param name the signed-in user, or null */
    setTyping(isTyping: boolean, name: string | null) {
      if (!isTyping) return typing === null ? undefined : end();
      const until = clock.monotonic() + TYPING_MS;
      if (typing !== null) {
        typing = { ...typing, name, until };
        return;
      }
      typing = { name, since: clock.now(), until, ended: new AbortController() };
      void watch(typing.ended.signal);
    },
  };
}
