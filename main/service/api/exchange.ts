/** One request to the service: waits for the rate limit, sends, decodes, classifies. */
import type { AuthenticatedHeaders } from "./authentication.ts";
import { type ErrorContext, unanswered, unreadable } from "./classify.ts";
import type { Decode } from "./decode.ts";
import {
  type ApiSuccess,
  describeError,
  type InvalidInput,
  invalidInput,
  type SentBearerError,
  type SentError,
  type TryAgain,
} from "./errors.ts";
import type { Clock, Log } from "./ports.ts";
import { measureSkew, type SkewTracker } from "./skew.ts";
import { PRIORITIES, type Priority, type TokenBucket } from "./token-bucket.ts";
import { abortFailure, type Transport, type TransportAnswer, type TransportRequest } from "./transport.ts";

export interface CallOptions {
  /** Default `rest`. A function is read each time the rate limit grants a request */
  priority?: Priority | (() => Priority);
  /** True for the first poll of an open payment after startup: such requests may use twice the rate */
  firstLook?: boolean;
  /** Aborts the request, which may have been processed */
  signal?: AbortSignal | undefined;
  /** Total timeout, rate limit included; replaces the client's timeouts */
  timeoutMs?: number | undefined;
}

export type SentResult<T, E = SentError> = ApiSuccess<T> | { ok: false; error: E | TryAgain };

export interface Pipeline {
  origin: string;
  bucket: TokenBucket;
  transport: Transport;
  clock: Clock;
  log: Log | undefined;
  skew: SkewTracker;
}

/** Longest delay of Node's timers; a longer one fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

export type Limits = Pick<TransportRequest, "signal" | "timeoutMs">;

export function optionError({ signal, timeoutMs, priority }: CallOptions): InvalidInput | null {
  if (signal !== undefined && !(signal instanceof AbortSignal)) return invalidInput("signal: expected an AbortSignal");
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs >= 0))
    return invalidInput("timeoutMs: expected a number of at least 0");
  if (priority !== undefined && typeof priority !== "function" && !PRIORITIES.includes(priority))
    return invalidInput(`priority: expected one of ${PRIORITIES.join(", ")}`);
  return null;
}

export function limitsOf({ signal, timeoutMs: requestedMs }: CallOptions): Limits {
  if (requestedMs === undefined) return { signal };
  const timeoutMs = Math.min(Math.trunc(requestedMs), LONGEST_TIMER_MS);
  const timeout = AbortSignal.timeout(timeoutMs);
  return { signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]), timeoutMs };
}

/** Waits for the rate limit. Returns an error when the request was aborted meanwhile, else null. */
export async function waitForRate(
  { bucket }: Pipeline,
  { priority = "rest", firstLook }: CallOptions,
  { signal }: Limits,
): Promise<{ ok: false; error: TryAgain } | null> {
  await bucket.acquire({ priority, firstLook }, signal);
  return signal?.aborted ? { ok: false, error: unanswered(abortFailure(signal)) } : null;
}

interface ResponseReader<T, E> {
  decode: Decode<T>;
  classify(answer: TransportAnswer, context: ErrorContext): E;
}

/** Sends one request, and reads and logs its response. */
export async function exchange<T, E extends SentError | SentBearerError>(
  pipeline: Pipeline,
  request: Omit<TransportRequest, "headers">,
  { headers, secrets }: AuthenticatedHeaders,
  reading: ResponseReader<T, E>,
): Promise<SentResult<T, E>> {
  const { transport, clock, log } = pipeline;
  const startedAt = clock.monotonic();
  const sent = await transport.exchange({ ...request, headers });
  const result: SentResult<T, E> =
    "failure" in sent
      ? { ok: false, error: unanswered(sent.failure) }
      : interpret(sent.answer, reading, errorContext(pipeline, { url: request.url, startedAt }, sent.answer, secrets));
  const path = secrets.includes(request.url.href) ? "(attachment)" : request.url.pathname;
  const facts = { method: request.method, path, ms: Math.round(clock.monotonic() - startedAt) };
  if (result.ok) log?.debug({ ...facts, status: result.status }, "service answered");
  else log?.warn({ ...facts, status: result.error.status, kind: result.error.kind }, describeError(result.error));
  return result;
}

function interpret<T, E>(
  answer: TransportAnswer,
  { decode, classify }: ResponseReader<T, E>,
  context: ErrorContext,
): SentResult<T, E> {
  if (answer.status < 200 || answer.status > 299) return { ok: false, error: classify(answer, context) };
  const decoded = decode(answer);
  if (!decoded.ok) return { ok: false, error: unreadable(decoded.because, answer, context) };
  return { ok: true, value: decoded.value, status: answer.status, headers: answer.headers };
}

/** Measures the clock skew on every response: a 401 for a wrong clock carries the right time. */
function errorContext(
  { clock, origin, skew }: Pipeline,
  { url, startedAt }: { url: URL; startedAt: number },
  answer: TransportAnswer,
  secrets: string[],
): ErrorContext {
  const now = clock.now();
  const measured = measureSkew(answer.headers.date, now);
  // Attachments may live on another host, whose clock does not check signatures.
  if (measured !== null && url.origin === origin) skew.record(measured, startedAt, clock.monotonic());
  return { serviceNow: now + (measured ?? skew.skewMs()), secrets };
}
