/**
 * What can go wrong with a request to the service: one tree, four branches, told apart by what is to be done about
 * them. The answer is kept, with its secrets taken out. Specification: section 7; docs/protocol.md: G18.
 */
import type { ErrorBody } from "../../../contract/wire.ts";
import { parseHttpDate } from "./http-date.ts";

/** What is kept of an answer: enough to find out later what happened. May name customers: not for screens or logs. */
export interface RawAnswer {
  status: number;
  contentType: string | null;
  /** The beginning of the body as text, secrets replaced; empty when there was none */
  body: string;
}

/** Final: the same request will be refused again (400, 404, 405, 409, 410, 422 and every other 4xx not named below). */
export interface Refused {
  kind: "refused";
  status: number;
  /** The error body, when the answer had one that can be read */
  body: ErrorBody | null;
  answer: RawAnswer;
}

/** The service does not accept who we say we are (401), or not for this (403). */
export interface CredentialsProblem {
  kind: "credentials";
  status: 401 | 403;
  body: ErrorBody | null;
  answer: RawAnswer;
}

/**
 * A customer's access token does not open this: it has run out or was withdrawn, or is none (401), or what was asked for
 * was not granted (403). An answer to the question; it says nothing of the till's own credentials.
 */
export type TokenProblem = Pick<CredentialsProblem, "body" | "answer"> &
  ({ kind: "token_expired"; status: 401 } | { kind: "not_granted"; status: 403 });

/**
 * - `network`: no connection, or it broke: whether the request arrived is unknown
 * - `tls`: no secure connection, or the other side could not prove that it is the service; nothing was sent
 * - `timeout`: no (whole) answer in time: whether the request was done is unknown
 * - `busy`: 408, 425, 429
 * - `service`: 5xx
 * - `redirect`: 3xx, which is never followed
 * - `aborted`: the caller's own signal: whether the request was done is unknown
 * - `unreadable`: an answer that says nothing certain: HTML, cut or wrong JSON, too large, an unexpected 2xx
 */
export type TryAgainCause = "network" | "tls" | "timeout" | "busy" | "service" | "redirect" | "aborted" | "unreadable";

/** Neither success nor failure: the same request again brings the answer. */
export interface TryAgain {
  kind: "try_again";
  because: TryAgainCause;
  /** Null when no answer came, or only a part of its head */
  status: number | null;
  /** The system's or library's own word for it (`ECONNRESET`), or which part of an answer did not fit; never content */
  detail: string | null;
  /** What the service asked for, 1 s to 15 min; null when it asked for nothing */
  retryAfterMs: number | null;
  answer: RawAnswer | null;
}

/** Nothing was sent: what the caller asked for cannot be said in a request. */
export interface InvalidInput {
  kind: "invalid_input";
  status: null;
  /** Which fields do not fit, and what would (`amount: at least 1`); never what they held */
  detail: string;
}

/** What can become of a request that was sent. */
export type SentError = Refused | CredentialsProblem | TryAgain;
export type ApiError = SentError | InvalidInput;

/** What can become of a request in a customer's name: it has no credentials of the till's that could be at fault. */
export type SentBearerError = Exclude<SentError, CredentialsProblem> | TokenProblem;
export type BearerError = SentBearerError | InvalidInput;

/** Makes the error of a request that cannot be sent. @param detail names the part that does not fit */
export function invalidInput(detail: string): InvalidInput {
  return { kind: "invalid_input", status: null, detail };
}

/** A value with the answer's status and headers, or an error. Nothing is thrown for what the service or network does. */
export type ApiResult<T> = ApiSuccess<T> | { ok: false; error: ApiError };

/** The same of a request in a customer's name. */
export type BearerResult<T> = ApiSuccess<T> | { ok: false; error: BearerError };

export interface ApiSuccess<T> {
  ok: true;
  value: T;
  status: number;
  /** Names in lower case; repeated ones joined with `, ` */
  headers: Readonly<Record<string, string>>;
}

export const MIN_RETRY_AFTER_MS = 1_000;
/** No answer may stop a till for longer than this, whatever it asks for. */
export const MAX_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Reads `Retry-After`: whole seconds, or an HTTP date.
 * @param now ms since the epoch by the *service's* clock, which the date is meant in
 * @returns ms to wait, clamped to 1 s … 15 min; null when the header is missing or says nothing
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return clampRetryAfter(Number(value) * 1000);
  const date = parseHttpDate(value);
  return date === null ? null : clampRetryAfter(date - now);
}

/** Clamps a Retry-After to a sensible range. */
export function clampRetryAfter(ms: number): number {
  return Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: "The service found the request malformed",
  404: "The service does not know what was asked for",
  405: "The service does not offer this",
  409: "The service sees a conflict with what it already has",
  410: "What was asked for is gone",
  413: "The service found the request too large",
  422: "The service could not accept the request's content",
};

const TROUBLES: Readonly<Record<TryAgainCause, string>> = {
  network: "The service could not be reached",
  tls: "The service could not prove its identity over a secure connection",
  timeout: "The service did not answer in time",
  busy: "The service asks for a pause",
  service: "The service has a problem of its own",
  redirect: "The service pointed to another address, which is not followed",
  aborted: "The request was aborted before an answer came",
  unreadable: "The service's answer could not be read",
};

const TLS_REFUSALS = {
  certificate: "The service wants a client certificate",
  tls_refused: "The service refused the secure connection",
  old_tls: "The service offers no TLS 1.2 or newer",
} as const;

/** What the system and the HTTP library say of a connection that was there, and broke. */
const CUT = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** Whether the connection broke while the request was under way. */
export function isCut(error: ApiError): boolean {
  return error.kind === "try_again" && error.because === "network" && CUT.has(error.detail ?? "");
}

/** OpenSSL's codes for alerts by which a server refuses a client without a certificate, or with none that it accepts. */
const CERTIFICATE_WANTED = /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE)/;
/** The alert of TLS 1.2 for that, and for having no cipher in common, or another name. */
const REFUSED = /ALERT_HANDSHAKE_FAILURE/;
/** The same where the two have no version of TLS in common. */
const NO_COMMON_VERSION = /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/;

/** Why a secure connection was refused, other than by the server's certificate. @returns null for every other error */
export function tlsRefusal(error: ApiError | BearerError): keyof typeof TLS_REFUSALS | null {
  if (error.kind !== "try_again" || error.because !== "tls") return null;
  if (CERTIFICATE_WANTED.test(error.detail ?? "")) return "certificate";
  if (REFUSED.test(error.detail ?? "")) return "tls_refused";
  return NO_COMMON_VERSION.test(error.detail ?? "") ? "old_tls" : null;
}

/**
 * Whether it is an answer of the service's own that does not fit: JSON with a field that is no amount, say. The page of
 * a gateway is none: that is an outage, and passes.
 */
export function isUnreadable(error: ApiError): boolean {
  return (
    error.kind === "try_again" &&
    error.because === "unreadable" &&
    error.answer?.status === 200 &&
    /[/+]json\b/.test(error.answer.contentType ?? "")
  );
}

/** Whether it is what was asked for that is refused, and not who we say we are: another request may well be answered. */
export function isOfRequest(error: ApiError): boolean {
  return error.kind === "refused" || (error.kind === "credentials" && error.status === 403);
}

/** Whether the service says that there is no such thing. */
export function isUnknown(error: ApiError): boolean {
  return error.kind === "refused" && error.status === 404;
}

/**
 * One short English sentence for logs: what happened, with status and code. It holds no identifier, no amount and
 * nothing of what anyone wrote.
 */
export function describeError(error: ApiError | BearerError): string {
  if (!isError(error)) return "This is no error of this client.";
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

/** Whether it is one: who writes JavaScript may have something else in hand. */
export function isError(error: unknown): boolean {
  return typeof error === "object" && error !== null && "kind" in error && KINDS.has(error.kind);
}

function sentenceOf(error: ApiError | BearerError): string {
  if (error.kind === "invalid_input") return "Nothing was sent, because the input does not fit";
  if (error.kind === "token_expired") return "The customer's access token is not accepted any more";
  if (error.kind === "not_granted") return "The customer has not granted this";
  if (error.kind === "refused") return REFUSALS[error.status] ?? "The service refused the request";
  if (error.kind === "credentials")
    return error.status === 401 ? "The service does not accept the credentials" : "The credentials do not allow this";
  const refusal = tlsRefusal(error);
  if (refusal !== null) return TLS_REFUSALS[refusal];
  return isCut(error) ? "The connection was cut before an answer came" : TROUBLES[error.because];
}

/** The service's own word for the error, if it is a word: anything with digits or symbols might identify somebody. */
function errorType(body: ErrorBody | null): string | null {
  const type = body?.error_type ?? "";
  return /^[a-z][a-z_ -]{1,40}$/i.test(type) ? type : null;
}
