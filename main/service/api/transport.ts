/**
 * Bytes to the service and back: connections, certificates, time limits and the size limit. Knows HTTP and nothing
 * of the API. No redirect is followed, nothing is retried, no proxy is used: each would send a signed request
 * somewhere, or some number of times, that nobody decided on.
 */
import type { Dispatcher, Pool } from "undici";
import { isLoopback } from "../../../contract/wire.ts";
import { createPool, tlsRequirements } from "./connections.ts";

export interface TransportRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** Breaks it off */
  signal?: AbortSignal | undefined;
  /** That `signal` sets the limit, of so many ms, and not the transport's own */
  timeoutMs?: number | undefined;
}

export interface TransportAnswer {
  status: number;
  /** Names in lower case; repeated ones joined with `, ` */
  headers: Readonly<Record<string, string>>;
  /** Null when the answer's head came but its body did not, not whole, or was over the limit */
  body: Uint8Array | null;
  /** Why the body is missing */
  broken: TransportFailure | null;
}

export interface TransportFailure {
  because: "network" | "tls" | "timeout" | "aborted" | "too_large";
  /** The system's or undici's code, like `ECONNREFUSED`; `ABORTED` by the caller */
  code: string;
}

export interface Transport {
  /** Sends a request once. @returns the answer, or why there was none. Throws for an address that may not be used. */
  exchange(request: TransportRequest): Promise<Sent>;
  /** Breaks off what is under way (as a failure of the network) and closes every connection. */
  close(): Promise<void>;
}

/** Milliseconds each. */
export interface Timeouts {
  /** Until the connection stands, TLS included */
  connectMs: number;
  /** From the sent request to the answer's head */
  headersMs: number;
  /** From the call to the last byte, waiting for a free connection included */
  totalMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 5_000, headersMs: 10_000, totalMs: 15_000 };
/** An answer of this API is a few kilobytes; anything larger is no answer of this API. */
export const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_ANSWER_HEADER_BYTES = 16 * 1024;
/** More than the queue, the pollers and everything else ever have under way at once: answers that hang block nobody. */
const CONNECTIONS_PER_ORIGIN = 40;
/** Besides the service's own origin only those of attachments occur; a service that sends more gets fresh pools. */
const MAX_ORIGINS = 4;
/** How long an idle connection is kept when the service does not say. */
const KEEP_ALIVE_MS = 4_000;
const MAX_KEEP_ALIVE_MS = 60_000;

/** Whether a request may go to this address: https, or http to this machine (contract: provisioning). */
export function mayConnect(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

export interface TransportOptions {
  /** PEM text of further certificate authorities, trusted besides the machine's own; null for none */
  ca?: string | null;
  timeouts?: Partial<Timeouts>;
  /** The longest body of an answer; {@link MAX_ANSWER_BYTES} by default */
  maxBytes?: number;
}

/**
 * @throws TypeError when `ca` holds no certificate, or one that cannot be read
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const ca = tlsRequirements(options.ca);
  const pools = new Map<string, Pool>();
  let closed = false;

  const poolTo = (origin: string) =>
    createPool(origin, {
      ca,
      connectMs: timeouts.connectMs,
      connections: CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.totalMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
      maxResponseSize: options.maxBytes ?? MAX_ANSWER_BYTES,
    });
  const poolFor = (url: URL): Pool => {
    const known = pools.get(url.origin);
    if (known) return known;
    const [oldest] = pools.keys();
    if (pools.size >= MAX_ORIGINS && oldest !== undefined) {
      void pools.get(oldest)?.close();
      pools.delete(oldest);
    }
    const pool = poolTo(url.origin);
    pools.set(url.origin, pool);
    return pool;
  };

  return {
    async exchange(request) {
      if (!mayConnect(request.url)) throw new TypeError("requests go over https, or over http to this machine alone");
      if (closed) return { failure: { because: "network", code: "CLOSED" } };
      return await roundTrip(poolFor(request.url), request, timeouts.totalMs);
    },
    async close() {
      closed = true;
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map((pool) => pool.destroy()));
    },
  };
}

type Sent = { answer: TransportAnswer } | { failure: TransportFailure };

/**
 * Sends and collects the answer, until the time is up or the caller breaks it off. As undici's handler: no stream is made
 * of an answer that is read whole, and no signal of a limit that is hardly ever reached.
 * @param totalMs the limit, unless the request's own signal sets another
 */
function roundTrip(pool: Pool, request: TransportRequest, totalMs: number): Promise<Sent> {
  const { url, method, headers, body, signal, timeoutMs } = request;
  if (signal?.aborted) return Promise.resolve({ failure: abortOf(signal) });
  const { promise, resolve } = Promise.withResolvers<Sent>();
  let under: Dispatcher.DispatchController | null = null;
  let head: Pick<TransportAnswer, "status" | "headers"> | null = null;
  const chunks: Buffer[] = [];
  let isOver = false;
  const end = (sent: Sent) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    resolve(sent);
  };
  // The answer's head counts on its own, whatever becomes of its body.
  const fail = (failure: TransportFailure) =>
    end(head === null ? { failure } : { answer: { ...head, body: null, broken: failure } });
  const breakOff = (failure: TransportFailure) => {
    fail(failure);
    under?.abort(new Error(failure.code));
  };
  const onAbort = () => signal && breakOff(abortOf(signal));
  signal?.addEventListener("abort", onAbort);
  const isLimited = signal !== undefined && timeoutMs !== undefined;
  const timer = isLimited ? undefined : setTimeout(breakOff, totalMs, TIME_IS_UP);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      under = controller;
      // Broken off while it waited for a connection.
      if (isOver) controller.abort(new Error(TIME_IS_UP.code));
    },
    onResponseStart(_controller, status, given) {
      head = { status, headers: flatten(given) };
    },
    onResponseData: (_controller, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      if (head !== null) end({ answer: { ...head, body: whole(chunks), broken: null } });
    },
    onResponseError: (_controller, error) => fail(failureByCode(codeOf(error))),
  };
  pool.dispatch({ path: url.pathname + url.search, method, headers, body, headersTimeout: timeoutMs }, handler);
  return promise;
}

const TIME_IS_UP: TransportFailure = { because: "timeout", code: "TimeoutError" };

function whole(chunks: Buffer[]): Uint8Array {
  const [first, ...more] = chunks;
  return first !== undefined && more.length === 0 ? first : Buffer.concat(chunks);
}

function flatten(given: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name] ?? "";
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

/** undici's, of an answer beyond the limit */
const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE";

const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "TimeoutError",
]);

/** What an aborted signal means: its time was up, or the caller has changed their mind. */
export function abortOf({ reason }: AbortSignal): TransportFailure {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? TIME_IS_UP : { because: "aborted", code: "ABORTED" };
}

/** What a system's or the library's code says of a connection. */
export function failureByCode(code: string): TransportFailure {
  if (TIMEOUT_CODES.has(code)) return { because: "timeout", code };
  if (code === TOO_LARGE) return { because: "too_large", code };
  if (/CERT|SIGNED|ALTNAME|TLS|SSL|UNABLE_TO_|CRL|INVALID_PURPOSE|PATH_LENGTH/.test(code))
    return { because: "tls", code };
  return { because: "network", code };
}

/** The most telling code of an error: of several addresses tried, the first's. Never its message, which has addresses. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "UNKNOWN";
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : error.name;
}
