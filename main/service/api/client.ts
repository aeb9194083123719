/**
 * The API client: one pipeline for every request. It repeats only requests refused for their timestamp or for new
 * credentials; `retry.ts` decides all other retries.
 */
import type { KeyObject } from "node:crypto";
import {
  bearerHeaders,
  type CredentialSource,
  type Credentials,
  checkIdentity,
  fixedCredentials,
  type Identity,
  isSigningKey,
  mediaVendorOf,
  tillHeaders,
  type UnsignedRequest,
} from "./authentication.ts";
import { classifyAnswer, classifyBearerAnswer } from "./classify.ts";
import { checkOptions } from "./client-options.ts";
import type { Decode } from "./decode.ts";
import type { Encoded } from "./encode.ts";
import { type ApiResult, type BearerResult, type InvalidInput, invalidInput, type SentError } from "./errors.ts";
import {
  type CallOptions,
  exchange,
  limitsOf,
  optionError,
  type Pipeline,
  type SentResult,
  waitForRate,
} from "./exchange.ts";
import { createEndpoints, type Endpoints, type Query } from "./paths.ts";
import { type Clock, type Log, machineClock } from "./ports.ts";
import { CONFIRMATIONS, correctionFor, SKEW_TOLERANCE_MS, trackSkew } from "./skew.ts";
import { createTokenBucket } from "./token-bucket.ts";
import { createTransport, mayConnect, type Timeouts, type TransportRequest } from "./transport.ts";

export interface ServiceAddress extends Identity {
  /** https, or http to this machine; may have a path */
  baseUrl: string;
  /** Additional trusted certificate authorities, as PEM text */
  ca?: string | null;
}

export interface ApiClientOptions {
  service: ServiceAddress;
  credentials: Credentials | CredentialSource;
  clock?: Clock;
  log?: Log;
  timeouts?: Partial<Timeouts>;
  /** Requests per second; default 10 */
  rate?: number;
}

export type { CallOptions };

export type Method = TransportRequest["method"];

export interface ApiRequest<T> extends CallOptions {
  method: Method;
  /** Path below `{baseUrl}/merchant/v1`; null when the caller's id fits no path */
  path: string | null;
  query?: Query;
  body?: Uint8Array | Encoded | null;
  /** Default `application/json`; sent only with a body */
  contentType?: string;
  /** Signs this request instead of the client's credentials, for operations that need level KEY (section 5.1) */
  privateKey?: KeyObject | undefined;
  decode: Decode<T>;
}

/** One request with the till's own credentials and its result, for the connectivity state. */
export interface Exchange {
  outcome: "ok" | SentError["kind"];
  status: number | null;
  /** ms since the epoch, by the till's clock */
  at: number;
  ms: number;
  error: SentError | null;
}

export interface BearerRequest<T> extends CallOptions {
  path: string;
  accessToken: string;
  decode: Decode<T>;
}

export interface PlainRequest<T> extends CallOptions {
  method: Method;
  uri: string;
  body?: Uint8Array | null;
  contentType?: string;
  decode: Decode<T>;
}

export interface ApiClient {
  /** Sends a request with the till's credentials. Never rejects: errors, invalid input included, are in the result. */
  send<T>(request: ApiRequest<T>): Promise<ApiResult<T>>;
  /** Sends a GET with a customer's access token, below `{baseUrl}` itself (the OAuth endpoints). */
  sendAsBearer<T>(request: BearerRequest<T>): Promise<BearerResult<T>>;
  /** Sends to an address from a response, without credentials (G21). Returns null for a forbidden address. */
  sendPlain<T>(request: PlainRequest<T>): Promise<ApiResult<T> | null>;
  readonly mediaVendor: string;
  readonly endpoints: Endpoints;
  /** The service's clock minus the till's, in ms, from the last plausible `Date`; 0 before the first */
  clockSkewMs(): number;
  /** False while a `Date` that would move the clock by more than an hour is unconfirmed (G27) */
  isClockSettled(): boolean;
  /** The time for signing and verifying: the till's, corrected when the clocks differ by more than 30 s (G27). */
  correctedNow(): number;
  /** Calls the listener after every request with the till's credentials, until the returned function is called. */
  onExchange(listener: (exchange: Exchange) => void): () => void;
  /** Aborts requests in flight and closes all connections. */
  close(): Promise<void>;
}

/** Returns the client with a default priority in the rate limit. */
export function withPriority(
  api: ApiClient,
  priority: NonNullable<CallOptions["priority"]>,
  { firstLook = false } = {},
): ApiClient {
  return withCall(api, { priority, firstLook });
}

/** Returns the client with default options of its calls. */
export function withCall(api: ApiClient, options: CallOptions): ApiClient {
  return {
    ...api,
    send: (request) => api.send({ ...options, ...request }),
    sendAsBearer: (request) => api.sendAsBearer({ ...options, ...request }),
    sendPlain: (request) => api.sendPlain({ ...options, ...request }),
  };
}

/** Throws TypeError that names the invalid option, or for a forbidden address, mismatched credentials or a bad CA. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { service, credentials, clock = machineClock, log, timeouts, rate } = checkOptions(options);
  const endpoints = createEndpoints(service.baseUrl);
  if (!mayConnect(endpoints.api("/")))
    throw new TypeError("the service's address must be https (http to this machine)");
  const source = "inForce" in credentials ? credentials : fixedCredentials(credentials);
  checkIdentity(service, source.inForce().current);
  const transport = createTransport({ ca: service.ca, timeouts });
  const bucket = createTokenBucket(clock, rate);
  const pipeline: Pipeline = { origin: endpoints.origin, bucket, transport, clock, log, skew: trackSkew() };
  const listeners = new Set<(exchange: Exchange) => void>();
  const correctedNow = () => clock.now() + correctionFor(pipeline.skew.skewMs());

  const unsigned = (method: Method, url: URL, body: Uint8Array | null, contentType: string): UnsignedRequest => ({
    method,
    url: url.href,
    body,
    contentType,
    now: correctedNow(),
  });

  return {
    mediaVendor: mediaVendorOf(service),
    endpoints,
    correctedNow,
    clockSkewMs: pipeline.skew.skewMs,
    isClockSettled: pipeline.skew.isSettled,
    async send<T>(request: ApiRequest<T>) {
      const { method, query, contentType = "application/json", privateKey, decode } = request;
      const ready = prepareRequest(request);
      if (!ready.ok) return ready;
      const { path, body } = ready;
      const url = endpoints.api(path, query);
      const limits = limitsOf(request);
      let startedAt = clock.monotonic();
      const sendAs = resendWithCorrectedClock(pipeline, async (credentials: Credentials): Promise<SentResult<T>> => {
        // The rate limit comes first, so that the signed timestamp is the time of sending.
        const abortResult = await waitForRate(pipeline, request, limits);
        if (abortResult) return abortResult;
        startedAt = clock.monotonic();
        const authenticated = tillHeaders(service, credentials, unsigned(method, url, body, contentType));
        return exchange(pipeline, { method, url, body, ...limits }, authenticated, tillReader(decode));
      });
      const signedResult = privateKey && sendAs({ scheme: "RSA-SHA256", privateKey });
      const result = await (signedResult ?? sendWithSource(source, sendAs));
      if (!concernsTill(result, privateKey)) return result;
      const completed = exchangeOf(result, clock.now(), Math.round(clock.monotonic() - startedAt));
      for (const listener of listeners) listener(completed);
      return result;
    },
    ...externalRequests(pipeline, { service, endpoints, unsigned }),
    onExchange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      bucket.close();
      return transport.close();
    },
  };
}

function externalRequests(
  pipeline: Pipeline,
  {
    service,
    endpoints,
    unsigned,
  }: {
    service: ApiClientOptions["service"];
    endpoints: ApiClient["endpoints"];
    unsigned(method: Method, url: URL, body: Uint8Array | null, contentType: string): UnsignedRequest;
  },
): Pick<ApiClient, "sendAsBearer" | "sendPlain"> {
  return {
    async sendAsBearer({ path, accessToken, decode, ...call }) {
      if (typeof accessToken !== "string" || !/^[\x21-\x7e]+$/.test(accessToken))
        return { ok: false, error: invalidInput("access_token: not visible ASCII") };
      const problem = optionError(call);
      if (problem) return { ok: false, error: problem };
      const url = endpoints.service(path);
      const limits = limitsOf(call);
      const abortResult = await waitForRate(pipeline, call, limits);
      if (abortResult) return abortResult;
      const authenticated = bearerHeaders(service, accessToken, unsigned("GET", url, null, ""));
      return exchange(pipeline, { method: "GET", url, body: null, ...limits }, authenticated, {
        decode,
        classify: classifyBearerAnswer,
      });
    },
    async sendPlain({ method, uri, body = null, contentType = "application/json", decode, ...call }) {
      const problem = optionError(call);
      if (problem) return { ok: false, error: problem };
      const url = URL.canParse(uri, endpoints.origin) ? new URL(uri, endpoints.origin) : null;
      if (!url || !mayConnect(url) || url.username !== "" || url.password !== "") return null;
      const headers: Record<string, string> = body === null ? {} : { "Content-Type": contentType };
      // The address itself grants access: redact it from logs and errors.
      const secrets = [url.href, url.pathname + url.search];
      const limits = limitsOf(call);
      const abortResult = await waitForRate(pipeline, call, limits);
      return (
        abortResult ?? exchange(pipeline, { method, url, body, ...limits }, { headers, secrets }, tillReader(decode))
      );
    },
  };
}

function tillReader<T>(decode: Decode<T>) {
  return { decode, classify: classifyAnswer };
}

/** Returns whether a result says anything about connectivity or the till's credentials. */
function concernsTill(result: SentResult<unknown>, privateKey: KeyObject | undefined): boolean {
  if (result.ok) return true;
  // A refused one-off key says nothing about the till's credentials, and an abort nothing about the connection.
  if (result.error.kind === "credentials") return privateKey === undefined;
  return result.error.kind !== "try_again" || result.error.because !== "aborted";
}

function prepareRequest(
  request: ApiRequest<unknown>,
): { ok: true; path: string; body: Uint8Array | null } | { ok: false; error: InvalidInput } {
  const { path, body = null, privateKey } = request;
  const problem = optionError(request);
  if (problem) return { ok: false, error: problem };
  if (body !== null && !(body instanceof Uint8Array) && !body.ok) return body;
  if (path === null) return { ok: false, error: invalidInput("id: expected characters that a path can contain") };
  if (privateKey !== undefined && !isSigningKey(privateKey))
    return { ok: false, error: invalidInput("private key: not an RSA key") };
  return { ok: true, path, body: body === null || body instanceof Uint8Array ? body : body.value };
}

/** Repeats a signed request refused with 401 (nothing was done) while responses correct the clock (G27). */
function resendWithCorrectedClock<T>(
  { skew }: Pipeline,
  send: (credentials: Credentials) => Promise<SentResult<T>>,
): (credentials: Credentials) => Promise<SentResult<T>> {
  return async (credentials) => {
    for (let repeats = credentials.scheme === "SECRET" ? 0 : CONFIRMATIONS; ; repeats -= 1) {
      const usedCorrection = correctionFor(skew.skewMs());
      const result = await send(credentials);
      const isCorrected = Math.abs(correctionFor(skew.skewMs()) - usedCorrection) > SKEW_TOLERANCE_MS;
      if (repeats === 0 || statusOf(result) !== LOGIN_REFUSED || (skew.isSettled() && !isCorrected)) return result;
    }
  };
}

/** Sends with the current credentials, and after a 401 (nothing was done) once more with the previous ones. */
async function sendWithSource<T>(
  source: CredentialSource,
  sendAs: (credentials: Credentials) => Promise<SentResult<T>>,
): Promise<SentResult<T>> {
  const { current, previous } = source.inForce();
  const result = await sendAs(current);
  if (previous === null) return result;
  if (provesCredentials(result)) source.accepted("current", current);
  if (statusOf(result) !== LOGIN_REFUSED) return result;
  const second = await sendAs(previous);
  if (provesCredentials(second)) source.accepted("previous", previous);
  return second;
}

const LOGIN_REFUSED = 401;

function statusOf(result: SentResult<unknown>): number | null {
  return result.ok ? result.status : result.error.status;
}

/** Returns whether the response proves that the service knows the credentials. A 5xx proves nothing. */
function provesCredentials(result: SentResult<unknown>): boolean {
  const status = statusOf(result);
  return status !== null && status < 500 && status !== LOGIN_REFUSED;
}

function exchangeOf(result: SentResult<unknown>, at: number, ms: number): Exchange {
  return result.ok
    ? { outcome: "ok", status: result.status, at, ms, error: null }
    : { outcome: result.error.kind, status: result.error.status, at, ms, error: result.error };
}
