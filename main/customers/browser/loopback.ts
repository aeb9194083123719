/**
 * The redirect target of the browser (RFC 8252, section 7.3): a listener on 127.0.0.1 with a free port, for one
 * response. Closes after it, or after five minutes.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../lib/clock.ts";

export const BROWSER_MS = 5 * 60_000;
/** The registered redirect URI, valid for any port (G31). */
export const REDIRECT_URI = "http://127.0.0.1/callback";
const PATH = "/callback";
const MAX_HEADER_BYTES = 8 * 1024;

export interface Loopback {
  redirectUri: string;
  /** The full redirect URL; null after the timeout or when abandoned */
  answer: Promise<URL | null>;
  close(): void;
}

/**
 * Opens the listener.
 * @param state expected in the response; others are refused without ending the wait
 * @param page plain text shown in the browser afterwards
 */
export async function openLoopback(clock: Clock, state: string, page: string): Promise<Loopback> {
  const { promise: answer, resolve } = Promise.withResolvers<URL | null>();
  const ended = new AbortController();
  // Compared in constant time, so that the duration reveals nothing.
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
  const end = (redirectUrl: URL | null) => {
    ended.abort();
    resolve(redirectUrl);
    server.close();
    server.closeIdleConnections();
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const url = readAnswer(request, origin);
    const isOurs = url !== null && isState(url.searchParams.getAll("state").join(" ")) && !ended.signal.aborted;
    response.writeHead(isOurs ? 200 : 400, HEADERS).end(isOurs ? page : "");
    if (isOurs) response.once("close", () => server.closeAllConnections());
    if (isOurs) end(url);
  });
  void clock.sleep(BROWSER_MS, ended.signal).then(() => end(null));
  return { redirectUri: origin + PATH, answer, close: () => end(null) };
}

/** Keeps the response out of the browser's cache and referrers. */
const HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  connection: "close",
};

function readAnswer({ method, url = "", headers }: IncomingMessage, origin: string): URL | null {
  if (method !== "GET" || `http://${headers.host}` !== origin || !url.startsWith(`${PATH}?`)) return null;
  return URL.canParse(url, origin) ? new URL(url, origin) : null;
}
