/** Authentication of the loopback bridge, by its token or by a session that a page exchanged for it. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A till has one window; the rest is for reloads and a second screen. */
const MAX_SESSIONS = 16;
const TICKET_MS = 120_000;

/** Reason of a failed exchange: unknown bearer, or a ticket used before. */
export type RefusedExchange = "unknown" | "used_again";

export interface WindowSessions {
  /** Returns a signal that aborts when the token or session secret loses access; null for an invalid bearer. */
  authorise(bearer: string | null): AbortSignal | null;
  /**
   * Exchanges the token or a ticket for a session secret, or null. A ticket used twice was read by another program: the
   * first session then ends, because either of the two may be the window.
   */
  openSession(bearer: string | null): string | null;
  /** Issues a ticket for one exchange within two minutes, for places that other programs may read. */
  issueTicket(): string;
  /** Issues a ticket for a window that replaces all others: revokes their tickets and sessions. */
  replaceWindow(): string;
  /** True if a ticket is unused and valid */
  hasUnusedTicket(): boolean;
}

export interface AccessPorts {
  monotonicNow?: () => number;
  onRefused?: (because: RefusedExchange) => void;
}

interface Session {
  secret: Buffer;
  /** Digest of its ticket; null when the token opened it */
  ticket: string | null;
  ended: AbortController;
}

export type CreateWindowSessions = typeof createWindowSessions;

/** Keeps the bridge's secrets in memory only: a restart ends every session. */
export function createWindowSessions(
  token: string,
  { monotonicNow = () => performance.now(), onRefused = () => undefined }: AccessPorts = {},
): WindowSessions {
  const expected = digest(token);
  const neverAborted = new AbortController().signal;
  const sessions: Session[] = [];
  const tickets = new Map<string, number>();

  const isToken = (bearer: string) => timingSafeEqual(digest(bearer), expected);
  const end = (session: Session | undefined) => {
    if (session === undefined) return;
    sessions.splice(sessions.indexOf(session), 1);
    session.ended.abort();
  };

  function redeemTicket(key: string): boolean {
    const validUntil = tickets.get(key);
    tickets.delete(key);
    return validUntil !== undefined && monotonicNow() <= validUntil;
  }

  function startSession(ticket: string | null): string {
    const secret = newSecret();
    sessions.push({ secret: digest(secret), ticket, ended: new AbortController() });
    if (sessions.length > MAX_SESSIONS) end(sessions[0]);
    return secret;
  }

  function issueTicket(): string {
    const ticket = newSecret();
    tickets.set(digest(ticket).toString("hex"), monotonicNow() + TICKET_MS);
    return ticket;
  }

  return {
    authorise(bearer) {
      if (bearer === null) return null;
      if (isToken(bearer)) return neverAborted;
      const offered = digest(bearer);
      return sessions.find(({ secret }) => timingSafeEqual(secret, offered))?.ended.signal ?? null;
    },
    openSession(bearer) {
      if (bearer !== null && isToken(bearer)) return startSession(null);
      const key = digest(bearer ?? "").toString("hex");
      if (bearer !== null && redeemTicket(key)) return startSession(key);
      const first = sessions.find(({ ticket }) => ticket === key);
      end(first);
      onRefused(first === undefined ? "unknown" : "used_again");
      return null;
    },
    issueTicket,
    replaceWindow() {
      tickets.clear();
      for (const session of sessions.filter(({ ticket }) => ticket !== null)) end(session);
      return issueTicket();
    },
    hasUnusedTicket: () => [...tickets.values()].some((validUntil) => monotonicNow() <= validUntil),
  };
}

/** Returns a random secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Digests have equal lengths, so comparing them takes constant time. */
function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
