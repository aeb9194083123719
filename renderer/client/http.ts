/** The carrier over loopback HTTP: commands as POST, events as server-sent events, a session cookie for both. */
import type { CommandInput, CommandName, CommandValues } from "../../contract/commands.ts";
import { failed, type Result } from "../../contract/errors.ts";
import type { TillEvent } from "../../contract/events.ts";
import type { ConnectedClient, Connection } from "./connection.ts";

/** How long to wait before asking again whether the till is back. */
const RETRY_MS = 1000;

interface Carrier {
  connection: Connection;
  connectionListeners: Set<(connection: Connection) => void>;
  listeners: Set<(event: TillEvent) => void>;
  gapListeners: Set<() => void>;
  /** Whether events have been heard before: a new stream may then have missed some */
  heard: boolean;
}

/**
 * Connects to the till that served this page.
 * @param token from the address bar: exchanged for a session cookie once, then forgotten; null when the page was reloaded
 * @param probe what is asked to find out whether the till is back: something that this page may ask
 */
export function httpClient(token: string | null, probe: CommandName = "terminal.get"): ConnectedClient {
  const carrier: Carrier = {
    connection: "connecting",
    connectionListeners: new Set(),
    listeners: new Set(),
    gapListeners: new Set(),
    heard: false,
  };
  const session = openSession(carrier, token, probe);
  return {
    async call(name, input) {
      await session;
      return call(carrier, name, input);
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

/** Takes the token out of `#token=…` and removes it from the address bar and the history. @param name of the token there */
export function takeToken(name: "token" | "ticket" = "token"): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get(name);
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

async function openSession(carrier: Carrier, token: string | null, probe: CommandName): Promise<void> {
  while (token !== null) {
    const status = await post("/session", { authorization: `Bearer ${token}` });
    if (status === 401 || status === 403) return setConnection(carrier, "lost");
    if (status !== null && status < 500) break;
    setConnection(carrier, "away");
    await pause();
  }
  listen(carrier, probe);
}

/** @returns the status of the answer, or null when there was none */
async function post(path: string, headers: Record<string, string>, body?: string): Promise<number | null> {
  try {
    const response = await fetch(path, { method: "POST", headers, credentials: "same-origin", body });
    return response.status;
  } catch {
    return null;
  }
}

async function call<N extends CommandName>(
  carrier: Carrier,
  name: N,
  input: CommandInput<N>,
): Promise<Result<CommandValues[N]>> {
  try {
    const response = await fetch(`/bridge/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      credentials: "same-origin",
      body: JSON.stringify(input),
    });
    if (response.status === 401) setConnection(carrier, "lost");
    return await response.json();
  } catch (cause) {
    if (carrier.connection === "ready") setConnection(carrier, "away");
    return failed("internal", { reason: cause instanceof Error ? cause.message : String(cause) });
  }
}

function listen(carrier: Carrier, probe: CommandName): void {
  const stream = new EventSource("/bridge/events");
  let opened = false;
  stream.onopen = () => {
    // A stream that reconnects by itself resumes; a new one after a lost one cannot.
    if (carrier.heard && !opened) for (const onGap of carrier.gapListeners) onGap();
    carrier.heard = true;
    opened = true;
    setConnection(carrier, "ready");
  };
  stream.onmessage = (message: MessageEvent<string>) => {
    if (message.data === "") return;
    const event: TillEvent = JSON.parse(message.data);
    for (const listener of carrier.listeners) listener(event);
  };
  stream.addEventListener("gap", () => {
    for (const onGap of carrier.gapListeners) onGap();
  });
  stream.onerror = () => {
    setConnection(carrier, "away");
    if (stream.readyState === EventSource.CLOSED) void listenAgain(carrier, probe);
  };
}

/** The browser gave the stream up: the till refused it, or something else answered in its place. */
async function listenAgain(carrier: Carrier, probe: CommandName): Promise<void> {
  for (;;) {
    const status = await post(`/bridge/${probe}`, { "content-type": "application/json" }, "{}");
    if (status === 401) return setConnection(carrier, "lost");
    if (status === 200 || status === 400) return listen(carrier, probe);
    await pause();
  }
}

function setConnection(carrier: Carrier, connection: Connection): void {
  if (carrier.connection === connection || carrier.connection === "lost") return;
  carrier.connection = connection;
  for (const listener of carrier.connectionListeners) listener(connection);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
