import type { Role, StaffMember } from "../../contract/values/roles.ts";
import type { Clock } from "../lib/clock.ts";

/** A signed-in user. The id distinguishes people with the same name. */
export interface SignedIn extends StaffMember {
  id: string;
  /** Set for a program acting as a user, with its rights */
  program?: Role;
}

/** Reason why a session ended. `unheard`: no window received the sign-in's result. `kiosk`: the window became a kiosk. */
export type SessionEnd = "signed_out" | "idle" | "switched" | "changed" | "unheard" | "kiosk" | "stopped";

export type Session = ReturnType<typeof createSession>;

export interface SessionPorts {
  clock: Clock;
  idleMs(): number;
  onEnd(member: SignedIn, because: SessionEnd): void;
  onChange(): void;
}

/** Interval of checks, since the wall clock may be set without waking a timer. */
const CHECK_INTERVAL_MS = 10_000;

/**
 * The idle deadline by both clocks, whichever comes first. The monotonic clock stops during sleep, and the wall clock
 * may be set back.
 */
interface Until {
  monotonic: number;
  wall: number;
}

export function createSession({ clock, idleMs, onEnd, onChange }: SessionPorts) {
  let open: { member: SignedIn; until: Until; watcher: AbortController } | null = null;
  const idleEnd = (): Until => ({ monotonic: clock.monotonic() + idleMs(), wall: clock.now() + idleMs() });
  const isOver = () => open !== null && (clock.monotonic() > open.until.monotonic || clock.now() > open.until.wall);
  // Read-only, since the caller may be inside a transaction.
  const current = () => (open === null || isOver() ? null : open.member);
  const end = (because: SessionEnd) => {
    if (open === null) return null;
    const { member, watcher } = open;
    const wasOver = isOver();
    open = null;
    watcher.abort();
    onEnd(member, wasOver ? "idle" : because);
    return wasOver ? null : member;
  };
  const watch = async (ended: AbortSignal) => {
    while (open !== null && !ended.aborted) {
      await clock.sleep(Math.min(CHECK_INTERVAL_MS, Math.max(0, open.until.monotonic - clock.monotonic()) + 1), ended);
      if (ended.aborted || !isOver()) continue;
      end("idle");
      return onChange();
    }
  };
  return {
    current,
    end,
    /** Starts a session and ends the current one. */
    begin(member: SignedIn) {
      end("switched");
      const watcher = new AbortController();
      open = { member, until: idleEnd(), watcher };
      void watch(watcher.signal);
      onChange();
    },
    touch() {
      if (open !== null && !isOver()) open.until = idleEnd();
    },
  };
}
