/** Who may use the loopback bridge: the holder of the token, or a page that exchanged it for a session cookie. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A till has one window; a few more for reloads, a second screen and a curious manager. */
const MAX_SESSIONS = 16;
const TICKET_MS = 120_000;

export interface Access {
  /** Whether a bearer token or a session cookie (either may be missing) opens the bridge. */
  allows(bearer: string | null, session: string | null): boolean;
  /** Exchanges the token, or a ticket, for a session's secret; null when it is neither. */
  openSession(bearer: string | null): string | null;
  /**
   * A token for one exchange within two minutes. It is what a browser's command line carries: every user of the
   * machine can read that, and once the window has opened it is worth nothing.
   */
  issueTicket(): string;
}

/**
 * Keeps the bridge's secrets, in memory alone: a restart ends every session.
 * @param token the bridge's token, as in the `till ready` line
 * @param monotonicNow milliseconds on a clock that never goes back
 */
export function createAccess(token: string, monotonicNow: () => number = () => performance.now()): Access {
  const expected = digest(token);
  const sessions: Buffer[] = [];
  const tickets = new Map<string, number>();

  const isToken = (bearer: string) => timingSafeEqual(digest(bearer), expected);

  function takeTicket(bearer: string): boolean {
    const key = digest(bearer).toString("hex");
    const validUntil = tickets.get(key);
    tickets.delete(key);
    return validUntil !== undefined && monotonicNow() <= validUntil;
  }

  return {
    allows(bearer, session) {
      if (bearer !== null) return isToken(bearer);
      if (session === null) return false;
      const offered = digest(session);
      return sessions.some((known) => timingSafeEqual(known, offered));
    },
    openSession(bearer) {
      if (bearer === null || !(isToken(bearer) || takeTicket(bearer))) return null;
      const session = newSecret();
      sessions.push(digest(session));
      if (sessions.length > MAX_SESSIONS) sessions.shift();
      return session;
    },
    issueTicket() {
      const ticket = newSecret();
      tickets.set(digest(ticket).toString("hex"), monotonicNow() + TICKET_MS);
      return ticket;
    },
  };
}

/** 256 random bits, safe in a URL, a header and a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Comparing digests takes the same time wherever two secrets differ, and whatever their lengths. */
function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
