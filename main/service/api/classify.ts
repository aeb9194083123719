/** Classifies a response, or its absence, into the error tree (section 7; G18). */
import { errorBody } from "../../../contract/wire/wire.ts";
import { body as readBody } from "./decode.ts";
import type { RawAnswer, SentBearerError, SentError, TryAgain, TryAgainCause } from "./errors.ts";
import { retryAfterMs } from "./errors.ts";
import { excerpt, withoutSecrets } from "./redaction.ts";
import type { TransportAnswer, TransportFailure } from "./transport.ts";

export interface ErrorContext {
  /** ms since the epoch by the service's clock; a `Retry-After` date is measured against it */
  serviceNow: number;
  secrets: readonly string[];
}

const BUSY = new Set([408, 425, 429]);

/** Classifies a response that is not a success, by its status. */
export function classifyAnswer(answer: TransportAnswer, context: ErrorContext): SentError {
  const { status } = answer;
  if (status === 401 || status === 403) return { kind: "credentials", status, ...errorDetails(answer, context) };
  if (status >= 400 && status < 500 && !BUSY.has(status))
    return { kind: "refused", status, ...errorDetails(answer, context) };
  return tryAgain(causeOf(status), null, answer, context);
}

/** Classifies a response to a request with a customer's access token (G25). */
export function classifyBearerAnswer(answer: TransportAnswer, context: ErrorContext): SentBearerError {
  const error = classifyAnswer(answer, context);
  if (error.kind !== "credentials") return error;
  const { status, ...details } = error;
  return status === 401 ? { ...details, kind: "token_expired", status } : { ...details, kind: "not_granted", status };
}

/** Returns the error of a 2xx response that cannot be decoded; `because` is the invalid part. */
export function unreadable(because: string, answer: TransportAnswer, context: ErrorContext): TryAgain {
  const cut = answer.broken?.because;
  return tryAgain(cut === "timeout" || cut === "aborted" ? cut : "unreadable", because, answer, context);
}

/** Returns the error of a request without a complete response. */
export function unanswered({ because, code }: TransportFailure): TryAgain {
  const cause = because === "too_large" ? "unreadable" : because;
  return { kind: "try_again", because: cause, status: null, detail: code, retryAfterMs: null, answer: null };
}

/** Returns the error for content the till refuses to use, such as an address on another host. */
export function unusable(detail: string): TryAgain {
  return { kind: "try_again", because: "unreadable", status: null, detail, retryAfterMs: null, answer: null };
}

function causeOf(status: number): TryAgainCause {
  if (BUSY.has(status)) return "busy";
  if (status >= 500 && status < 600) return "service";
  return status >= 300 && status < 400 ? "redirect" : "unreadable";
}

function tryAgain(
  because: TryAgainCause,
  detail: string | null,
  answer: TransportAnswer,
  { serviceNow, secrets }: ErrorContext,
): TryAgain {
  return {
    kind: "try_again",
    because,
    status: answer.status,
    detail,
    retryAfterMs: retryAfterMs(answer.headers["retry-after"], serviceNow),
    answer: rawAnswer(answer, secrets),
  };
}

function errorDetails(answer: TransportAnswer, { secrets }: ErrorContext) {
  const read = readBody(answer, errorBody);
  const body = read.ok ? errorBody.safeParse(withoutSecrets(read.value, secrets)) : null;
  return { body: body?.data ?? null, answer: rawAnswer(answer, secrets) };
}

function rawAnswer(answer: TransportAnswer, secrets: readonly string[]): RawAnswer {
  const text = answer.body === null ? "" : new TextDecoder().decode(answer.body);
  return {
    status: answer.status,
    contentType: answer.headers["content-type"]?.slice(0, 200) ?? null,
    body: excerpt(text, secrets),
  };
}
