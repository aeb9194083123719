import type { StaffMember } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";

/** A manager who walked away is signed out: the next person at the till is not them. */
const SESSION_MS = 5 * 60_000;

/** Who is signed in at this till. */
export interface Session {
  begin(member: StaffMember): void;
  /** @returns whoever was signed in until now */
  end(): StaffMember | null;
  current(): StaffMember | null;
}

/** Makes the till's one session. @param onChange called when it begins, and when it ends by itself */
export function createSession(clock: Clock, onChange: () => void): Session {
  let open: { member: StaffMember; until: number; ends: AbortController } | null = null;
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
  return {
    current,
    end,
    begin(member) {
      end();
      const ends = new AbortController();
      open = { member, until: clock.monotonic() + SESSION_MS, ends };
      onChange();
      void clock
        .sleep(SESSION_MS + 1, ends.signal)
        .then(() => !ends.signal.aborted && current() === null && onChange());
    },
  };
}
