/** Authentication of the loopback bridge: the holder of the token, or a page that exchanged it for a session of its own. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A till has one window; a few more for reloads, a second screen and a curious manager. */
const MAX_SESSIONS = 16;
const TICKET_MS = 120_000;

/** Why an exchange was refused: neither token nor ticket, or a ticket that had been used before. */
export type RefusedExchange = "unknown" | "used_again";

export interface WindowSessions {
  /**
   * Whether a bearer, the token or a session's secret, opens the bridge.
   * @returns a signal that is aborted when it does no longer; null: it does not
   */
  allows(bearer: string | null): AbortSignal | null;
  /**
   * Exchanges the token, or a ticket, for a session's secret; null when it is neither. A ticket that is used a second
   * time was read by another program, and nobody knows which of the two is the window: the first session ends.
   */
  openSession(bearer: string | null): string | null;
  /** A token for one exchange within two minutes, for whatever others might come to read. */
  issueTicket(): string;
  /** A ticket for a window in the place of every other: their tickets lapse, and the sessions that those opened end. */
  replaceWindow(): string;
  /** Whether a ticket waits for its window */
  isAwaited(): boolean;
}

export interface AccessPorts {
  /** Milliseconds on a clock that never goes back */
  monotonicNow?: () => number;
  /** Told of every exchange that is refused */
  onRefused?: (because: RefusedExchange) => void;
}

interface Session {
  secret: Buffer;
  /** The digest of the ticket that opened it; null: the token did */
  ticket: string | null;
  ended: AbortController;
}

/**
 * Keeps the bridge's secrets, in memory alone: a restart ends every session.
 * @param token the bridge's token, as in the `till ready` line
 */
export function createWindowSessions(
  token: string,
  { monotonicNow = () => performance.now(), onRefused = () => undefined }: AccessPorts = {},
): WindowSessions {
  const expected = digest(token);
  const always = new AbortController().signal;
  const sessions: Session[] = [];
  const tickets = new Map<string, number>();

  const isToken = (bearer: string) => timingSafeEqual(digest(bearer), expected);
  const end = (session: Session | undefined) => {
    if (session === undefined) return;
    sessions.splice(sessions.indexOf(session), 1);
    session.ended.abort();
  };

  function takeTicket(key: string): boolean {
    const validUntil = tickets.get(key);
    tickets.delete(key);
    return validUntil !== undefined && monotonicNow() <= validUntil;
  }

  function begin(ticket: string | null): string {
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
    allows(bearer) {
      if (bearer === null) return null;
      if (isToken(bearer)) return always;
      const offered = digest(bearer);
      return sessions.find(({ secret }) => timingSafeEqual(secret, offered))?.ended.signal ?? null;
    },
    openSession(bearer) {
      if (bearer !== null && isToken(bearer)) return begin(null);
      const key = digest(bearer ?? "").toString("hex");
      if (bearer !== null && takeTicket(key)) return begin(key);
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
    isAwaited: () => [...tickets.values()].some((validUntil) => monotonicNow() <= validUntil),
  };
}

/** 256 random bits, safe in a URL and a header. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Comparing digests takes the same time wherever two secrets differ, and whatever their lengths. */
function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
