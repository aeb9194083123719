/** HTTP transport. No redirects, retries or proxy: each could send a signed request elsewhere or more than once. */
import type { Dispatcher, Pool } from "undici";
import { isLoopback } from "../../../contract/wire/wire.ts";
import { createPool, tlsRequirements } from "./connections.ts";

export interface TransportRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  signal?: AbortSignal | undefined;
  /** Set when `signal` carries the timeout, in ms, in place of the transport's own */
  timeoutMs?: number | undefined;
}

export interface TransportAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Null when the body is missing, incomplete or over the limit */
  body: Uint8Array | null;
  broken: TransportFailure | null;
}

export interface TransportFailure {
  because: "network" | "tls" | "timeout" | "aborted" | "too_large";
  /** Code of the system or undici, such as `ECONNREFUSED`; `ABORTED` for the caller's abort */
  code: string;
}

export interface Transport {
  /** Sends a request once. Returns the response or the reason for its absence. Throws for a forbidden address. */
  exchange(request: TransportRequest): Promise<ExchangeResult>;
  /** Aborts requests in flight as network failures, and closes every connection. */
  close(): Promise<void>;
}

export interface Timeouts {
  connectMs: number;
  /** From the sent request to the response's head */
  headersMs: number;
  /** From the call to the last byte, waiting for a free connection included */
  totalMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 5_000, headersMs: 10_000, totalMs: 15_000 };
/** Maximum size of a response, far above the few kilobytes of any response of this API. */
export const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_ANSWER_HEADER_BYTES = 16 * 1024;
/** Maximum connections per origin; more than the till ever needs, so that hanging requests block no others. */
const CONNECTIONS_PER_ORIGIN = 40;
/** The service's own origin and those of attachments; further origins replace the oldest pool. */
const MAX_ORIGINS = 4;
/** Keep-alive of idle connections when the service names none. */
const KEEP_ALIVE_MS = 4_000;
const MAX_KEEP_ALIVE_MS = 60_000;

/** Returns whether requests may go to this address: https, or http to this machine (contract: provisioning). */
export function mayConnect(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

export interface TransportOptions {
  /** Additional trusted certificate authorities, as PEM text; null for none */
  ca?: string | null;
  timeouts?: Partial<Timeouts>;
  maxBytes?: number;
}

/** Throws TypeError when `ca` has no certificate, or an unreadable one. */
export function createTransport(options: TransportOptions = {}): Transport {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const ca = tlsRequirements(options.ca);
  const pools = new Map<string, Pool>();
  let closed = false;

  const createOriginPool = (origin: string) =>
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
    const existing = pools.get(url.origin);
    if (existing) return existing;
    const [oldest] = pools.keys();
    if (pools.size >= MAX_ORIGINS && oldest !== undefined) {
      void pools.get(oldest)?.close();
      pools.delete(oldest);
    }
    const pool = createOriginPool(url.origin);
    pools.set(url.origin, pool);
    return pool;
  };

  return {
    async exchange(request) {
      if (!mayConnect(request.url)) throw new TypeError("only https is allowed, or http to this machine");
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

type ExchangeResult = { answer: TransportAnswer } | { failure: TransportFailure };

/** Sends a request and collects the response. undici's handler API needs no stream and no extra signal. */
function roundTrip(pool: Pool, request: TransportRequest, totalMs: number): Promise<ExchangeResult> {
  const { url, method, headers, body, signal, timeoutMs } = request;
  if (signal?.aborted) return Promise.resolve({ failure: abortFailure(signal) });
  const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
  let dispatchController: Dispatcher.DispatchController | null = null;
  let head: Pick<TransportAnswer, "status" | "headers"> | null = null;
  const chunks: Buffer[] = [];
  let isSettled = false;
  const end = (sent: ExchangeResult) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    resolve(sent);
  };
  // A complete head counts even when the body fails.
  const fail = (failure: TransportFailure) =>
    end(head === null ? { failure } : { answer: { ...head, body: null, broken: failure } });
  const abort = (failure: TransportFailure) => {
    fail(failure);
    dispatchController?.abort(new Error(failure.code));
  };
  const onAbort = () => signal && abort(abortFailure(signal));
  signal?.addEventListener("abort", onAbort);
  const isLimited = signal !== undefined && timeoutMs !== undefined;
  const timer = isLimited ? undefined : setTimeout(abort, totalMs, TIMEOUT_FAILURE);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      dispatchController = controller;
      // The request was aborted while it waited for a connection.
      if (isSettled) controller.abort(new Error(TIMEOUT_FAILURE.code));
    },
    onResponseStart(_controller, status, rawHeaders) {
      head = { status, headers: flattenHeaders(rawHeaders) };
    },
    onResponseData: (_controller, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      if (head !== null) end({ answer: { ...head, body: joinChunks(chunks), broken: null } });
    },
    onResponseError: (_controller, error) => fail(failureByCode(codeOf(error))),
  };
  pool.dispatch({ path: url.pathname + url.search, method, headers, body, headersTimeout: timeoutMs }, handler);
  return promise;
}

const TIMEOUT_FAILURE: TransportFailure = { because: "timeout", code: "TimeoutError" };

function joinChunks(chunks: Buffer[]): Uint8Array {
  const [first, ...more] = chunks;
  return first !== undefined && more.length === 0 ? first : Buffer.concat(chunks);
}

function flattenHeaders(rawHeaders: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in rawHeaders) {
    const value = rawHeaders[name] ?? "";
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE";

const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "TimeoutError",
]);

/** Returns whether the signal aborted by timeout or by the caller. */
export function abortFailure({ reason }: AbortSignal): TransportFailure {
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? TIMEOUT_FAILURE : { because: "aborted", code: "ABORTED" };
}

export function failureByCode(code: string): TransportFailure {
  if (TIMEOUT_CODES.has(code)) return { because: "timeout", code };
  if (code === TOO_LARGE) return { because: "too_large", code };
  if (/CERT|SIGNED|ALTNAME|TLS|SSL|UNABLE_TO_|CRL|INVALID_PURPOSE|PATH_LENGTH/.test(code))
    return { because: "tls", code };
  return { because: "network", code };
}

/** Returns the code of an error. Never its message, which contains addresses. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "UNKNOWN";
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : error.name;
}
