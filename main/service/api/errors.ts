/** Errors of requests: one tree, one branch per reaction. Responses are kept redacted (section 7; G18). */
import type { ErrorBody } from "../../../contract/wire/wire.ts";
import { parseHttpDate } from "./http-date.ts";

/** The stored part of a response, for later analysis. May name customers: not for screens or logs. */
export interface RawAnswer {
  status: number;
  contentType: string | null;
  /** Start of the body as text, secrets redacted; empty without a body */
  body: string;
}

/** Final: the same request will be refused again (400, 404, 405, 409, 410, 422, every 4xx not listed below). */
export interface Refused {
  kind: "refused";
  status: number;
  body: ErrorBody | null;
  answer: RawAnswer;
}

/** The service rejects the credentials (401) or their permissions (403). */
export interface CredentialsProblem {
  kind: "credentials";
  status: 401 | 403;
  body: ErrorBody | null;
  answer: RawAnswer;
}

/** A customer's access token is expired, withdrawn or invalid (401), or lacks the scope (403). */
export type TokenProblem = Pick<CredentialsProblem, "body" | "answer"> &
  ({ kind: "token_expired"; status: 401 } | { kind: "not_granted"; status: 403 });

/**
 * - `network`: no connection, or a broken one; the request may have arrived
 * - `tls`: no secure connection, or an unproven server; nothing was sent
 * - `timeout`: no complete response in time; the request may have been processed
 * - `busy`: 408, 425, 429
 * - `service`: 5xx
 * - `redirect`: 3xx, never followed
 * - `aborted`: aborted by the caller; the request may have been processed
 * - `unreadable`: an inconclusive response: HTML, truncated or invalid JSON, too large, an unexpected 2xx
 */
export type TryAgainCause = "network" | "tls" | "timeout" | "busy" | "service" | "redirect" | "aborted" | "unreadable";

/** Neither success nor failure: repeating the same request brings the result. */
export interface TryAgain {
  kind: "try_again";
  because: TryAgainCause;
  /** Null without a complete response head */
  status: number | null;
  /** Code of the system or library (`ECONNRESET`), or the invalid part of a response; never content */
  detail: string | null;
  /** Requested delay, 1 s to 15 min; null without `Retry-After` */
  retryAfterMs: number | null;
  answer: RawAnswer | null;
}

/** The input cannot be encoded as a request. Nothing was sent. */
export interface InvalidInput {
  kind: "invalid_input";
  status: null;
  /** Invalid fields and what they need (`amount: at least 1`); never their content */
  detail: string;
}

export type SentError = Refused | CredentialsProblem | TryAgain;
export type ApiError = SentError | InvalidInput;

export type SentBearerError = Exclude<SentError, CredentialsProblem> | TokenProblem;
export type BearerError = SentBearerError | InvalidInput;

/** `detail` names the invalid part. */
export function invalidInput(detail: string): InvalidInput {
  return { kind: "invalid_input", status: null, detail };
}

/** A value with status and headers, or an error. Errors of the service and the network are never thrown. */
export type ApiResult<T> = ApiSuccess<T> | { ok: false; error: ApiError };

export type BearerResult<T> = ApiSuccess<T> | { ok: false; error: BearerError };

export interface ApiSuccess<T> {
  ok: true;
  value: T;
  status: number;
  /** Names in lower case; repeated headers joined with `, ` */
  headers: Readonly<Record<string, string>>;
}

export const MIN_RETRY_AFTER_MS = 1_000;
/** Limits a `Retry-After`, so that no response can stop a till for longer. */
export const MAX_RETRY_AFTER_MS = 15 * 60_000;

/** Parses `Retry-After`, clamped to 1 s … 15 min. `now` is the service's clock. Null when missing or invalid. */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return clampRetryAfter(Number(value) * 1000);
  const date = parseHttpDate(value);
  return date === null ? null : clampRetryAfter(date - now);
}

export function clampRetryAfter(ms: number): number {
  return Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: "The service rejected the request as malformed",
  404: "The service could not find this",
  405: "The service does not offer this",
  409: "The request conflicts with the service's data",
  410: "This no longer exists at the service",
  413: "The request is too large for the service",
  422: "The service did not accept the content of the request",
};

const TROUBLES: Readonly<Record<TryAgainCause, string>> = {
  network: "The service could not be reached",
  tls: "The service's identity could not be verified over a secure connection",
  timeout: "The service did not answer in time",
  busy: "The service asks the till to wait",
  service: "The payment service is having problems",
  redirect: "The service redirects to another address, which is not followed",
  aborted: "The request was aborted before an answer came",
  unreadable: "The service's answer could not be read",
};

const TLS_REFUSALS = {
  certificate: "The service requires a client certificate",
  tls_refused: "The service refused the secure connection",
  old_tls: "The service offers no TLS 1.2 or newer",
} as const;

/** Codes of an established connection that broke. */
const CUT = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** True if the connection broke after the request may have been sent. */
export function isCut(error: ApiError): boolean {
  return error.kind === "try_again" && error.because === "network" && CUT.has(error.detail ?? "");
}

/** OpenSSL's codes for a missing or rejected client certificate. */
const CERTIFICATE_WANTED = /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE)/;
/** The alert of TLS 1.2 for that, for no common cipher and for a wrong host name. */
const REFUSED = /ALERT_HANDSHAKE_FAILURE/;
/** Codes for no common TLS version. */
const NO_COMMON_VERSION = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/;

/** Returns why TLS failed, other than for the server's certificate. Returns null for every other error. */
export function tlsRefusal(error: ApiError | BearerError): keyof typeof TLS_REFUSALS | null {
  if (error.kind !== "try_again" || error.because !== "tls") return null;
  if (CERTIFICATE_WANTED.test(error.detail ?? "")) return "certificate";
  if (REFUSED.test(error.detail ?? "")) return "tls_refused";
  return NO_COMMON_VERSION.test(error.detail ?? "") ? "old_tls" : null;
}

/** Returns whether the service itself sent an invalid response; a gateway's HTML page is only an outage. */
export function isUnreadable(error: ApiError): boolean {
  return (
    error.kind === "try_again" &&
    error.because === "unreadable" &&
    error.answer?.status === 200 &&
    /[/+]json\b/.test(error.answer.contentType ?? "")
  );
}

/** Returns whether the service refused the request, not the credentials: other requests may succeed. */
export function isOfRequest(error: ApiError): boolean {
  return error.kind === "refused" || (error.kind === "credentials" && error.status === 403);
}

/** True if the service does not know the resource (404). */
export function isUnknown(error: ApiError): boolean {
  return error.kind === "refused" && error.status === 404;
}

/** Returns one short English sentence for logs, without identifiers, amounts or user input. */
export function describeError(error: ApiError | BearerError): string {
  if (!isError(error)) return "This is not an error of this client.";
  const facts = "detail" in error ? [error.status, error.detail] : [error.status, errorType(error.body)];
  const known = facts.filter((fact) => fact !== null).join(", ");
  return `${sentenceOf(error)}${known === "" ? "" : ` (${known})`}.`;
}

const KINDS = new Set<unknown>([
  "invalid_input",
  "refused",
  "credentials",
  "token_expired",
  "not_granted",
  "try_again",
]);

/** Returns whether a value is an error of this client, for callers in JavaScript. */
export function isError(error: unknown): boolean {
  return typeof error === "object" && error !== null && "kind" in error && KINDS.has(error.kind);
}

function sentenceOf(error: ApiError | BearerError): string {
  if (error.kind === "invalid_input") return "Nothing was sent, because the input is invalid";
  if (error.kind === "token_expired") return "The customer's access token is no longer accepted";
  if (error.kind === "not_granted") return "The customer has not granted this";
  if (error.kind === "refused") return REFUSALS[error.status] ?? "The service refused the request";
  if (error.kind === "credentials")
    return error.status === 401 ? "The service does not accept the credentials" : "The credentials do not allow this";
  const refusal = tlsRefusal(error);
  if (refusal !== null) return TLS_REFUSALS[refusal];
  return isCut(error) ? "The connection was lost before an answer came" : TROUBLES[error.because];
}

/** Returns the service's error type if it is plain words: digits or symbols might identify a person. */
function errorType(body: ErrorBody | null): string | null {
  const type = body?.error_type ?? "";
  return /^[a-z][a-z_ -]{1,40}$/i.test(type) ? type : null;
}
