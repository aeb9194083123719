import type { Role, StaffMember } from "../../contract/roles.ts";
import type { Clock } from "../lib/clock.ts";

/** A signed-in user: the id tells two people of one name apart. */
export interface SignedIn extends StaffMember {
  id: string;
  /** Another program in a person's place, with what it may do; not said: a person */
  program?: Role;
}

/**
 * Why a session ended: sign-out, idle time, another sign-in, the owner's change, a sign-in whose answer no window heard,
 * the window that became a kiosk's, or the till's end.
 */
export type SessionEnd = "signed_out" | "idle" | "switched" | "changed" | "unheard" | "kiosk" | "stopped";

/** Who is signed in at this till. */
export interface Session {
  /** Ends the session before, if there is one. */
  begin(member: SignedIn): void;
  /** User activity: the idle time begins anew. */
  touch(): void;
  /** @returns the user who was signed in until now */
  end(because: SessionEnd): SignedIn | null;
  current(): SignedIn | null;
}

export interface SessionPorts {
  clock: Clock;
  /** The idle time that is allowed, asked at every user activity */
  idleMs(): number;
  /** Called once for every end, whatever ended it */
  onEnd(member: SignedIn, because: SessionEnd): void;
  /** Called when a session begins, and when it ends by itself */
  onChange(): void;
}

/** The wall clock may have moved meanwhile, and no timer with it: a session that is over is soon shown as over. */
const LOOK_EVERY_MS = 10_000;

/**
 * Whether there was no user activity for too long, by whichever clock says so first: the monotonic one stands still while
 * the machine sleeps, and the wall clock may be set back.
 */
interface Until {
  monotonic: number;
  wall: number;
}

/** Makes the till's one session, with automatic sign-out: the next person at the till is not the signed-in user. */
export function createSession({ clock, idleMs, onEnd, onChange }: SessionPorts): Session {
  let open: { member: SignedIn; until: Until; ends: AbortController } | null = null;
  const idleEnd = (): Until => ({ monotonic: clock.monotonic() + idleMs(), wall: clock.now() + idleMs() });
  const isOver = () => open !== null && (clock.monotonic() > open.until.monotonic || clock.now() > open.until.wall);
  // Only reads: the caller may be inside a transaction.
  const current = () => (open === null || isOver() ? null : open.member);
  const end = (because: SessionEnd) => {
    if (open === null) return null;
    const { member, ends } = open;
    const wasOver = isOver();
    open = null;
    ends.abort();
    onEnd(member, wasOver ? "idle" : because);
    return wasOver ? null : member;
  };
  /** One sleeper for a session, however often it is touched. */
  const watch = async (ended: AbortSignal) => {
    while (open !== null && !ended.aborted) {
      await clock.sleep(Math.min(LOOK_EVERY_MS, Math.max(0, open.until.monotonic - clock.monotonic()) + 1), ended);
      if (ended.aborted || !isOver()) continue;
      end("idle");
      return onChange();
    }
  };
  return {
    current,
    end,
    begin(member) {
      end("switched");
      const ends = new AbortController();
      open = { member, until: idleEnd(), ends };
      void watch(ends.signal);
      onChange();
    },
    touch() {
      if (open !== null && !isOver()) open.until = idleEnd();
    },
  };
}
