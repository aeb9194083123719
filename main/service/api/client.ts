/**
 * The API client: one pipeline for every request to the service - rate limit, build, sign, send, decode, classify. It
 * repeats nothing but what was refused for its time, and remembers nothing but the clock's skew and the rate; which
 * requests are repeated, and when, is decided by `retry.ts`.
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
  type Unsigned,
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
  type Pipeline,
  problemOf,
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
  /** PEM text of certificate authorities trusted besides the machine's own */
  ca?: string | null;
}

export interface ApiClientOptions {
  service: ServiceAddress;
  /** Those of a till may change while it runs */
  credentials: Credentials | CredentialSource;
  /** Default: the machine's */
  clock?: Clock;
  /** Default: none */
  log?: Log;
  timeouts?: Partial<Timeouts>;
  /** Requests a second; default 10 */
  rate?: number;
}

export type { CallOptions };

export type Method = TransportRequest["method"];

export interface ApiRequest<T> extends CallOptions {
  method: Method;
  /**
   * Under `{baseUrl}/merchant/v1`, from its first slash; an API path out of an answer may have its own query. Null: there
   * is none for what the caller named
   */
  path: string | null;
  query?: Query;
  body?: Uint8Array | Encoded | null;
  /** Default `application/json`; sent only with a body */
  contentType?: string;
  /** Signs this one request in place of what is in force, for what needs level KEY (section 5.1) */
  privateKey?: KeyObject | undefined;
  decode: Decode<T>;
}

/** One request and its result, for the connectivity state. Only requests with the till's own credentials. */
export interface Exchange {
  /** How it ended: `ok`, or the kind of error */
  outcome: "ok" | SentError["kind"];
  /** Null when no answer came */
  status: number | null;
  /** ms since the epoch, by the till's clock */
  at: number;
  /** How long it took, in ms */
  ms: number;
  error: SentError | null;
}

/** A GET with an access token. */
export interface BearerRequest<T> extends CallOptions {
  path: string;
  accessToken: string;
  decode: Decode<T>;
}

/** A request to an address out of an answer. */
export interface PlainRequest<T> extends CallOptions {
  method: Method;
  uri: string;
  body?: Uint8Array | null;
  contentType?: string;
  decode: Decode<T>;
}

export interface ApiClient {
  /** Sends a request in the till's name. Never rejects: what goes wrong is in the result, bad input included. */
  send<T>(request: ApiRequest<T>): Promise<ApiResult<T>>;
  /** Sends a GET in a customer's name, under `{baseUrl}` itself (the OAuth endpoints). */
  sendAsBearer<T>(request: BearerRequest<T>): Promise<BearerResult<T>>;
  /** Sends to an address out of an answer, without any credentials (G21). @returns null when it may not be used */
  sendPlain<T>(request: PlainRequest<T>): Promise<ApiResult<T> | null>;
  /** The vendor token of media types */
  readonly mediaVendor: string;
  readonly endpoints: Endpoints;
  /** The service's clock minus the till's, in ms, by the last plausible `Date`; 0 before the first */
  clockSkewMs(): number;
  /** False while a `Date` that moves the clock by more than an hour waits for its confirmation (G27) */
  isClockSettled(): boolean;
  /** The time to sign and to verify by: the till's, corrected when the two clocks differ by more than 30 s (G27). */
  correctedNow(): number;
  /** Calls the listener after every exchange in the till's name, until the returned function is called. */
  onExchange(listener: (exchange: Exchange) => void): () => void;
  /** Breaks off what is under way and closes all connections. */
  close(): Promise<void>;
}

/** The same client, for requests that are this urgent wherever the request itself does not say. */
export function withPriority(
  api: ApiClient,
  priority: NonNullable<CallOptions["priority"]>,
  { firstLook = false } = {},
): ApiClient {
  return withCall(api, { priority, firstLook });
}

/** The same client, for requests that are made like this: aborted by a signal, say, or with a limit of their own. */
export function withCall(api: ApiClient, options: CallOptions): ApiClient {
  return {
    ...api,
    send: (request) => api.send({ ...options, ...request }),
    sendAsBearer: (request) => api.sendAsBearer({ ...options, ...request }),
    sendPlain: (request) => api.sendPlain({ ...options, ...request }),
  };
}

/**
 * @throws TypeError that names the option, for one that is missing or none; for an address that may not be used, credentials that do not fit the identity, or an unreadable CA
 */
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

  const unsigned = (method: Method, url: URL, body: Uint8Array | null, contentType: string): Unsigned => ({
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
      const ready = readyToSend(request);
      if (!ready.ok) return ready;
      const { path, body } = ready;
      const url = endpoints.api(path, query);
      const limits = limitsOf(request);
      let startedAt = clock.monotonic();
      const sendAs = inTime(pipeline, async (credentials: Credentials): Promise<SentResult<T>> => {
        // Before it is signed: what waited for the rate carries the time at which it leaves.
        const brokenOff = await waitForRate(pipeline, request, limits);
        if (brokenOff) return brokenOff;
        startedAt = clock.monotonic();
        const authenticated = tillHeaders(service, credentials, unsigned(method, url, body, contentType));
        return exchange(pipeline, { method, url, body, ...limits }, authenticated, asTill(decode));
      });
      const signsItself = privateKey && sendAs({ scheme: "RSA-SHA256", privateKey });
      const result = await (signsItself ?? sendWithSource(source, sendAs));
      if (!tells(result, privateKey)) return result;
      const seen = exchangeOf(result, clock.now(), Math.round(clock.monotonic() - startedAt));
      for (const listener of listeners) listener(seen);
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

/** Requests that the till's credentials do not authorise: with a customer's access token, or by a secret address. */
function externalRequests(
  pipeline: Pipeline,
  {
    service,
    endpoints,
    unsigned,
  }: {
    service: ApiClientOptions["service"];
    endpoints: ApiClient["endpoints"];
    unsigned(method: Method, url: URL, body: Uint8Array | null, contentType: string): Unsigned;
  },
): Pick<ApiClient, "sendAsBearer" | "sendPlain"> {
  return {
    async sendAsBearer({ path, accessToken, decode, ...call }) {
      if (typeof accessToken !== "string" || !/^[\x21-\x7e]+$/.test(accessToken))
        return { ok: false, error: invalidInput("access_token: not visible ASCII") };
      const problem = problemOf(call);
      if (problem) return { ok: false, error: problem };
      const url = endpoints.service(path);
      const limits = limitsOf(call);
      const brokenOff = await waitForRate(pipeline, call, limits);
      if (brokenOff) return brokenOff;
      const authenticated = bearerHeaders(service, accessToken, unsigned("GET", url, null, ""));
      return exchange(pipeline, { method: "GET", url, body: null, ...limits }, authenticated, {
        decode,
        classify: classifyBearerAnswer,
      });
    },
    async sendPlain({ method, uri, body = null, contentType = "application/json", decode, ...call }) {
      const problem = problemOf(call);
      if (problem) return { ok: false, error: problem };
      const url = URL.canParse(uri, endpoints.origin) ? new URL(uri, endpoints.origin) : null;
      if (!url || !mayConnect(url) || url.username !== "" || url.password !== "") return null;
      const headers: Record<string, string> = body === null ? {} : { "Content-Type": contentType };
      // The address itself is the permission: neither a log nor an error may show it.
      const secrets = [url.href, url.pathname + url.search];
      const limits = limitsOf(call);
      const brokenOff = await waitForRate(pipeline, call, limits);
      return brokenOff ?? exchange(pipeline, { method, url, body, ...limits }, { headers, secrets }, asTill(decode));
    },
  };
}

/** Reads answers to what the till asks by itself: what is refused is its own. */
function asTill<T>(decode: Decode<T>) {
  return { decode, classify: classifyAnswer };
}

/** Whether a result says anything of the connection, or of who the client signs in as. */
function tells(result: SentResult<unknown>, privateKey: KeyObject | undefined): boolean {
  if (result.ok) return true;
  // That one key is not accepted says nothing of what the till itself signs in with; nor does a caller who went away.
  if (result.error.kind === "credentials") return privateKey === undefined;
  return result.error.kind !== "try_again" || result.error.because !== "aborted";
}

/** What of a request is sent, or why it cannot be. */
function readyToSend(
  request: ApiRequest<unknown>,
): { ok: true; path: string; body: Uint8Array | null } | { ok: false; error: InvalidInput } {
  const { path, body = null, privateKey } = request;
  const problem = problemOf(request);
  if (problem) return { ok: false, error: problem };
  if (body !== null && !(body instanceof Uint8Array) && !body.ok) return body;
  if (path === null) return { ok: false, error: invalidInput("id: not one that a path can hold") };
  if (privateKey !== undefined && !isSigningKey(privateKey))
    return { ok: false, error: invalidInput("private key: not an RSA key") };
  return { ok: true, path, body: body === null || body instanceof Uint8Array ? body : body.value };
}

/**
 * Sends a request, and repeats a signed one that the service refused while its responses correct the clock (G27): a 401 says
 * that nothing was done, and ids and bytes are the same.
 */
function inTime<T>(
  { skew }: Pipeline,
  send: (credentials: Credentials) => Promise<SentResult<T>>,
): (credentials: Credentials) => Promise<SentResult<T>> {
  return async (credentials) => {
    for (let repeats = credentials.scheme === "SECRET" ? 0 : CONFIRMATIONS; ; repeats -= 1) {
      const signedWith = correctionFor(skew.skewMs());
      const result = await send(credentials);
      const isCorrected = Math.abs(correctionFor(skew.skewMs()) - signedWith) > SKEW_TOLERANCE_MS;
      if (repeats === 0 || statusOf(result) !== LOGIN_REFUSED || (skew.isSettled() && !isCorrected)) return result;
    }
  };
}

/**
 * Sends with the credentials in force, and once more with the previous ones when the service does not know the new ones
 * yet: the same user, the same ids, the same bytes. A 401 says that nothing was done.
 */
async function sendWithSource<T>(
  source: CredentialSource,
  sendAs: (credentials: Credentials) => Promise<SentResult<T>>,
): Promise<SentResult<T>> {
  const { current, previous } = source.inForce();
  const result = await sendAs(current);
  if (previous === null) return result;
  if (proves(result)) source.accepted("current", current);
  if (statusOf(result) !== LOGIN_REFUSED) return result;
  const second = await sendAs(previous);
  if (proves(second)) source.accepted("previous", previous);
  return second;
}

const LOGIN_REFUSED = 401;

function statusOf(result: SentResult<unknown>): number | null {
  return result.ok ? result.status : result.error.status;
}

/** Whether an answer shows that the service knew who asked; a broken service, or none, shows nothing. */
function proves(result: SentResult<unknown>): boolean {
  const status = statusOf(result);
  return status !== null && status < 500 && status !== LOGIN_REFUSED;
}

function exchangeOf(result: SentResult<unknown>, at: number, ms: number): Exchange {
  return result.ok
    ? { outcome: "ok", status: result.status, at, ms, error: null }
    : { outcome: result.error.kind, status: result.error.status, at, ms, error: result.error };
}
