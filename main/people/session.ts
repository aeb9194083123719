import type { StaffMember } from "../../contract/roles.ts";
import type { Clock } from "../lib/clock.ts";

/** Somebody signed in: the id tells two people of one name apart. */
export interface SignedIn extends StaffMember {
  id: string;
}

/**
 * Why a session ended: by a person, by nobody touching the till, by another person's, by the owner, by no window having
 * heard that it began, with the till.
 */
export type SessionEnd = "signed_out" | "idle" | "switched" | "changed" | "unheard" | "stopped";

/** Who is signed in at this till. */
export interface Session {
  /** Ends the session before, if there is one. */
  begin(member: SignedIn): void;
  /** Somebody is at the till: the idle time begins anew. */
  touch(): void;
  /** @returns whoever was signed in until now */
  end(because: SessionEnd): SignedIn | null;
  current(): SignedIn | null;
}

export interface SessionPorts {
  clock: Clock;
  /** How long nobody may touch the till, asked at every touch */
  idleMs(): number;
  /** Told of every end, once, whoever or whatever ended it */
  onEnd(member: SignedIn, because: SessionEnd): void;
  /** Called when a session begins, and when it ends by itself */
  onChange(): void;
}

/** The wall clock may have moved meanwhile, and no timer with it: whoever is signed in on paper alone is soon shown so. */
const LOOK_EVERY_MS = 10_000;

/**
 * When nobody has touched the till for too long, by whichever clock says so first: the monotonic one stands still while
 * the machine sleeps, and the wall clock may be set back.
 */
interface Until {
  monotonic: number;
  wall: number;
}

/** Makes the till's one session: whoever walked away is signed out, since the next person at the till is not them. */
export function createSession({ clock, idleMs, onEnd, onChange }: SessionPorts): Session {
  let open: { member: SignedIn; until: Until; ends: AbortController } | null = null;
  const idleEnd = (): Until => ({ monotonic: clock.monotonic() + idleMs(), wall: clock.now() + idleMs() });
  const isOver = () => open !== null && (clock.monotonic() > open.until.monotonic || clock.now() > open.until.wall);
  // Only a look: who asks may be in the middle of writing something else down.
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
