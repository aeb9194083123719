/** Transport over loopback HTTP: commands as POST, events as a stream, the session in a header of both. */
import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import type { TillEvent } from "../../../contract/bridge/events.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { ConnectedClient, Connection } from "./connection.ts";
import { messagesOf } from "./event-stream.ts";
import { ownFailure } from "./own-failure.ts";

/** Delay before checking whether the till is back. */
export const RETRY_MS = 1000;
/** A till that sends nothing for this long, not even a heartbeat (every 5 s), is unresponsive. */
export const SILENT_MS = 15_000;
/** Session storage key: survives a reload and belongs to this window and port only. */
const SESSION_KEY = "till.session";

interface Carrier {
  connection: Connection;
  connectionListeners: Set<(connection: Connection) => void>;
  listeners: Set<(event: TillEvent) => void>;
  gapListeners: Set<(missed: "events" | "answer") => void>;
  /** Whether a notification of lost responses is pending: at most one per `RETRY_MS` */
  isReportPending: boolean;
  /** Position in the stream. The till resumes from it, or reports a gap */
  lastEventId: string | null;
  /** Aborted when the till has been silent too long: ends all pending requests */
  silence: AbortController;
  /** Ends the open stream, so that the next one shows whether the till responds */
  reopen: () => void;
}

/**
 * Connects to the till that served this page.
 * @param token from the address bar, exchanged once for a session; null after a reload
 */
export function httpClient(token: string | null): ConnectedClient {
  const carrier: Carrier = {
    connection: "connecting",
    connectionListeners: new Set(),
    listeners: new Set(),
    gapListeners: new Set(),
    isReportPending: false,
    lastEventId: null,
    silence: new AbortController(),
    reopen: () => undefined,
  };
  const opened = openSession(carrier, token);
  void opened.then((session) => (session === null ? undefined : listen(carrier, session)));
  return {
    async call(name, input) {
      const session = await opened;
      return call(carrier, session, name, input);
    },
    on(listener, onGap) {
      carrier.listeners.add(listener);
      if (onGap) carrier.gapListeners.add(onGap);
      return () => {
        carrier.listeners.delete(listener);
        if (onGap) carrier.gapListeners.delete(onGap);
      };
    },
    onConnection(listener) {
      listener(carrier.connection);
      carrier.connectionListeners.add(listener);
      return () => carrier.connectionListeners.delete(listener);
    },
  };
}

/**
 * Takes the token from `#token=…` and removes it from the address bar and the history.
 * @param name of the token
 */
export function takeToken(name: "token" | "ticket" = "token"): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get(name);
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

/** @returns the session secret; null when the till does not know this window */
async function openSession(carrier: Carrier, token: string | null): Promise<string | null> {
  while (token !== null) {
    // The request is not aborted: the till may have consumed the token and can still respond.
    const silence = setTimeout(() => setConnection(carrier, "away"), SILENT_MS);
    const answer = await exchange(token);
    clearTimeout(silence);
    if (answer === "refused") break;
    if (answer !== "away") {
      sessionStorage.setItem(SESSION_KEY, answer.session);
      return answer.session;
    }
    setConnection(carrier, "away");
    await pause();
  }
  const savedSession = token === null ? sessionStorage.getItem(SESSION_KEY) : null;
  if (savedSession === null) setConnection(carrier, "lost");
  return savedSession;
}

async function exchange(token: string): Promise<{ session: string } | "refused" | "away"> {
  try {
    const response = await fetch("/session", { method: "POST", headers: bearer(token), credentials: "omit" });
    if (response.status === 401 || response.status === 403) return "refused";
    const answer: Result<{ session: string }> = await response.json();
    return answer.ok ? answer.value : "away";
  } catch {
    return "away";
  }
}

function bearer(secret: string | null): Record<string, string> {
  return secret === null ? {} : { authorization: `Bearer ${secret}` };
}

async function call<N extends CommandName>(
  carrier: Carrier,
  session: string | null,
  name: N,
  input: CommandInput<N>,
): Promise<Result<CommandValues[N]>> {
  try {
    const response = await fetch(`/bridge/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...bearer(session) },
      credentials: "omit",
      body: JSON.stringify(input),
      signal: carrier.silence.signal,
      // A closing window signs out with its last request.
      keepalive: name === "staff.signOut",
    });
    if (response.status === 401) setConnection(carrier, "lost");
    return await response.json();
  } catch {
    if (carrier.connection === "ready") {
      carrier.reopen();
      void reportLostResponses(carrier);
    }
    return ownFailure("internal");
  }
}

/** The till may have executed the command: the window reloads its state, as after missed events. */
async function reportLostResponses(carrier: Carrier): Promise<void> {
  if (carrier.isReportPending) return;
  carrier.isReportPending = true;
  await pause();
  carrier.isReportPending = false;
  // If the till is unreachable now, the state is reloaded once it is back.
  if (carrier.connection === "ready") for (const onGap of carrier.gapListeners) onGap("answer");
}

async function listen(carrier: Carrier, session: string): Promise<void> {
  while (carrier.connection !== "lost") {
    const ending = new AbortController();
    carrier.reopen = () => ending.abort(REOPEN);
    try {
      await listenOnce(carrier, session, ending);
    } catch {
      // A broken stream or an unreachable till is treated like a stream that ended.
    }
    // One failed request does not prove that the till is away: the next stream shows it.
    if (ending.signal.reason === REOPEN) continue;
    setConnection(carrier, "away");
    await pause();
  }
}

const REOPEN = "reopen";

async function listenOnce(carrier: Carrier, session: string, ending: AbortController): Promise<void> {
  const resume: Record<string, string> = carrier.lastEventId === null ? {} : { "last-event-id": carrier.lastEventId };
  const headers = { ...bearer(session), ...resume };
  const watch = watchSilence(carrier, ending);
  try {
    const { signal } = ending;
    const response = await fetch("/bridge/events", { headers, credentials: "omit", cache: "no-store", signal });
    if (response.status === 401) return setConnection(carrier, "lost");
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!response.ok || !isStream || response.body === null) return;
    setConnection(carrier, "ready");
    for await (const { id, type, data } of messagesOf(response.body, watch.heard)) {
      if (id !== null) carrier.lastEventId = id;
      if (type === "gap") for (const onGap of carrier.gapListeners) onGap("events");
      else if (data !== "") emit(carrier, JSON.parse(data));
    }
  } finally {
    watch.end();
  }
}

/** Ends the stream and all pending requests after `SILENT_MS` without data. */
function watchSilence(carrier: Carrier, ending: AbortController) {
  const end = () => {
    ending.abort();
    carrier.silence.abort();
    carrier.silence = new AbortController();
  };
  let dueAt = 0;
  let wasLate = false;
  let timer: ReturnType<typeof setTimeout>;
  const onData = () => {
    dueAt = performance.now() + SILENT_MS;
    wasLate = false;
  };
  const wait = (ms: number) => {
    timer = setTimeout(checkSilence, ms);
  };
  const checkSilence = () => {
    const lateMs = performance.now() - dueAt;
    if (lateMs < 0) return wait(-lateMs);
    if (wasLate || lateMs <= SILENT_MS) return end();
    // After sleep the timer fires before the received data is read: wait once more.
    wasLate = true;
    dueAt = performance.now() + SILENT_MS;
    wait(SILENT_MS);
  };
  onData();
  wait(SILENT_MS);
  return { heard: onData, end: () => clearTimeout(timer) };
}

function emit(carrier: Carrier, event: TillEvent): void {
  for (const listener of carrier.listeners) listener(event);
}

function setConnection(carrier: Carrier, connection: Connection): void {
  if (carrier.connection === connection || carrier.connection === "lost") return;
  carrier.connection = connection;
  for (const listener of carrier.connectionListeners) listener(connection);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
