/**
 * Where the system's browser comes back to (RFC 8252, section 7.3): a listener on 127.0.0.1 alone, on a port that the
 * system chooses, for one answer. It is closed after that, or after five minutes.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../lib/clock.ts";

/** How long a person has to answer in the browser. */
export const BROWSER_MS = 5 * 60_000;
/** The address that is registered with the service: any port of it is the till's (G31). */
export const REDIRECT_URI = "http://127.0.0.1/callback";
const PATH = "/callback";
const MAX_HEADER_BYTES = 8 * 1024;

export interface Loopback {
  /** The address for this one time */
  redirectUri: string;
  /** Where the browser was sent to, with all that the service says; null: nobody came in time, or it was given up */
  answer: Promise<URL | null>;
  close(): void;
}

/**
 * Opens it.
 * @param state what the answer has to say again: any other is refused, and does not end the waiting
 * @param page what the person reads in the browser afterwards, as plain text
 */
export async function openLoopback(clock: Clock, state: string, page: string): Promise<Loopback> {
  const { promise: answer, resolve } = Promise.withResolvers<URL | null>();
  const over = new AbortController();
  // Compared in constant time: the duration does not show how much of a guess is right.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(state);
  const isState = (text: string) => timingSafeEqual(digest(text), expected);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 5_000, headersTimeout: 5_000 });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(0, "127.0.0.1", () => {
      server.off("error", failed);
      listening();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the loopback listener has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  const end = (came: URL | null) => {
    over.abort();
    resolve(came);
    server.close();
    server.closeIdleConnections();
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const url = readAnswer(request, origin);
    const isOurs = url !== null && isState(url.searchParams.getAll("state").join(" ")) && !over.signal.aborted;
    response.writeHead(isOurs ? 200 : 400, HEADERS).end(isOurs ? page : "");
    if (isOurs) response.once("close", () => server.closeAllConnections());
    if (isOurs) end(url);
  });
  void clock.sleep(BROWSER_MS, over.signal).then(() => end(null));
  return { redirectUri: origin + PATH, answer, close: () => end(null) };
}

/** Nothing of the answer stays in the browser's cache, or goes on to another page as its referrer. */
const HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  connection: "close",
};

/** Null: it is no answer of a browser that was sent here. */
function readAnswer({ method, url = "", headers }: IncomingMessage, origin: string): URL | null {
  if (method !== "GET" || `http://${headers.host}` !== origin || !url.startsWith(`${PATH}?`)) return null;
  return URL.canParse(url, origin) ? new URL(url, origin) : null;
}
