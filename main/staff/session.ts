import type { StaffMember } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";

/** Somebody signed in: the id tells two people of one name apart. */
export interface SignedIn extends StaffMember {
  id: string;
}

/** Who is signed in at this till. */
export interface Session {
  begin(member: SignedIn): void;
  /** Somebody is at the till: the idle time begins anew. */
  touch(): void;
  /** @returns whoever was signed in until now */
  end(): SignedIn | null;
  current(): SignedIn | null;
}

/**
 * Makes the till's one session: whoever walked away is signed out, since the next person at the till is not them.
 * @param idleMs   how long nobody may touch the till, asked at every touch
 * @param onChange called when it begins, and when it ends by itself
 */
export function createSession(clock: Clock, idleMs: () => number, onChange: () => void): Session {
  let open: { member: SignedIn; until: number; ends: AbortController } | null = null;
  const current = () => {
    if (open && clock.monotonic() > open.until) open = null;
    return open?.member ?? null;
  };
  const end = () => {
    const member = current();
    open?.ends.abort();
    open = null;
    return member;
  };
  const begin = (member: SignedIn) => {
    end();
    const ends = new AbortController();
    open = { member, until: clock.monotonic() + idleMs(), ends };
    void watch(ends.signal);
  };
  /** One sleeper for a session, however often it is touched. */
  const watch = async (ended: AbortSignal) => {
    while (open !== null && !ended.aborted) {
      await clock.sleep(Math.max(0, open.until - clock.monotonic()) + 1, ended);
      if (!ended.aborted && current() === null) return onChange();
    }
  };
  return {
    current,
    end,
    begin(member) {
      begin(member);
      onChange();
    },
    touch() {
      if (current() !== null && open !== null) open.until = clock.monotonic() + idleMs();
    },
  };
}
