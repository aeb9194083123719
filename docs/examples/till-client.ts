/**
 * A TypeScript client for a till's `/api/v1`. It retries until the till responds and follows changes of payments.
 * It needs only `fetch`. Copy it together with till-types.ts and adapt it.
 */
import type {
  CapturePayment,
  Payment,
  PaymentOutline,
  PaymentPage,
  Error as Problem,
  RefundPayment,
  StartPayment,
} from "./till-types.ts";

export interface Till {
  /** The address that the till prints after `registers ready` */
  url: string;
  /** The register's key */
  key: string;
  /** Aborts requests and event streams, which then throw */
  signal?: AbortSignal;
  /** Pause between two attempts, in milliseconds */
  pauseMs?: number;
  /** Replaces the global `fetch`, for example to trust a certificate */
  fetch?: typeof fetch;
}

/** A change of a payment. After `gap`, changes may be missing: read the payments that matter. */
export type TillEvent = { type: "payment.changed"; payment: Payment } | { type: "gap" };

/** The till refused the request and did nothing. `problem.details.fields` names each wrong field. */
export class Refused extends Error {
  readonly status: number;
  /** Null when a proxy answered instead of the till */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem?.message ?? `HTTP ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Time limit for a response. A timeout is not a refusal: the request is retried. */
const ANSWER_MS = 15_000;
/** The till sends a message at least every 15 s. After this silence the connection counts as dead. */
const SILENCE_MS = 45_000;

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** Errors that no retry fixes: an untrusted certificate, no TLS, an invalid address. */
const PERMANENT_ERROR =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERR_TLS_CERT_|ERR_SSL_WRONG_VERSION|ERR_INVALID_|bad port)/;

/**
 * Returns a client. Retries are safe: a sale is identified by its reference, every other change by its key. Use a new key
 * for each refund and capture.
 * @throws Refused when the till refuses a request; another error when no retry helps, such as an untrusted certificate
 *   (Node: `NODE_EXTRA_CA_CERTS=till.pem`)
 */
export function tillClient(till: Till) {
  throwIfWrong(till);
  const ask = async <T>(path: string, body?: object, key?: string): Promise<T> => {
    if (key !== undefined && !IDEMPOTENCY_KEY.test(key))
      throw new TypeError(`key: expected 1 to 255 printable ASCII characters, not ${JSON.stringify(key)}`);
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) };
    for (;;) {
      const ended = AbortSignal.timeout(ANSWER_MS);
      const answer = await send(till, path, { ...init, headers }, ended).catch(nullIfRetryable);
      const read = answer && (await json(answer));
      if (answer?.ok && read !== null) return read as T;
      if (answer && !answer.ok) throwIfRefused(answer.status, read as Problem | null);
      await pause(till);
    }
  };
  const at = (reference: string) => `/payments/${encodeURIComponent(reference)}`;
  type Changed = Payment | PaymentOutline;
  return {
    start: (sale: StartPayment) => ask<Payment>("/payments", sale),
    payment: (reference: string) => ask<Payment>(at(reference)),
    list: (query: { cursor?: string; limit?: string; from?: string; to?: string } = {}) =>
      ask<PaymentPage>(`/payments?${new URLSearchParams(query)}`),
    capture: (reference: string, key: string, amounts: CapturePayment = {}) =>
      ask<Changed>(`${at(reference)}/capture`, amounts, key),
    release: (reference: string) => ask<Changed>(`${at(reference)}/release`, {}, `release ${reference}`),
    abort: (reference: string) => ask<Payment>(`${at(reference)}/abort`, {}, `abort ${reference}`),
    refund: (reference: string, key: string, refund: RefundPayment = {}) =>
      ask<Changed>(`${at(reference)}/refund`, refund, key),
    events: () => events(till),
    /** Resolves with the payment as soon as `holds` returns true for it. */
    async until(reference: string, holds: (payment: Payment) => boolean): Promise<Payment> {
      try {
        for await (const told of events(till)) {
          const payment = told.type === "gap" ? await ask<Payment>(at(reference)) : told.payment;
          if (payment.reference === reference && holds(payment)) return payment;
        }
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 403) throw error;
      }
      // Without the right `read`, poll the register's own payment.
      for (;;) {
        const payment = await ask<Payment>(at(reference));
        if (holds(payment)) return payment;
        await pause(till);
      }
    },
  };
}

/** Yields events of all payments without end, and resumes after a broken connection. Needs the right `read`. */
async function* events(till: Till): AsyncGenerator<TillEvent, never> {
  let last: string | null = null;
  for (;;) {
    const ended = new AbortController();
    let timer = setTimeout(() => ended.abort(), SILENCE_MS);
    try {
      const headers: Record<string, string> = last === null ? {} : { "last-event-id": last };
      const answer = await send(till, "/events", { headers }, ended.signal);
      if (!answer.ok) throwIfRefused(answer.status, (await json(answer)) as Problem | null);
      else if (last === null) yield { type: "gap" };
      for await (const { id, event, data } of answer.ok ? messages(answer) : []) {
        clearTimeout(timer);
        timer = setTimeout(() => ended.abort(), SILENCE_MS);
        if (event === "gap") yield { type: "gap" };
        else if (data !== undefined) yield JSON.parse(data) as TillEvent;
        // Set after the yield, so that an event that was not consumed is sent again.
        last = id ?? last;
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
      nullIfRetryable(error);
    } finally {
      clearTimeout(timer);
      // Closes the connection also when the consumer stops, which frees a stream at the till.
      ended.abort();
    }
    await pause(till);
  }
}

/** Parses server-sent events: blocks of `name: value` lines, separated by empty lines. */
async function* messages({ body }: Response): AsyncGenerator<Record<string, string | undefined>> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
  }
}

/** @returns null when the body is incomplete or not JSON */
function json(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

function send({ url, key, signal, fetch: ask = fetch }: Till, path: string, init: RequestInit, ended: AbortSignal) {
  const headers = { authorization: `Bearer ${key}`, ...init.headers };
  return ask(`${url}/api/v1${path}`, { ...init, headers, signal: signal ? AbortSignal.any([signal, ended]) : ended });
}

/** @throws TypeError that names the invalid option */
function throwIfWrong({ url, key }: Pick<Till, "url" | "key">): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new TypeError(`url: expected an http or https address, not ${JSON.stringify(url)}`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError("key: expected the register's key, printable ASCII characters alone");
}

/** @returns null when a retry may help @throws the error when no retry helps */
function nullIfRetryable(error: unknown): null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  if (!(cause instanceof Error)) return null;
  const { code = cause.message } = cause as { code?: string | number };
  if (PERMANENT_ERROR.test(String(code)))
    throw new Error(`The till cannot be asked: ${cause.message}`, { cause: error });
  return null;
}

/** A 5xx is retried unless the till says that a retry does not help. */
function throwIfRefused(status: number, problem: Problem | null): void {
  if (status < 500 || problem?.retryable === false) throw new Refused(status, problem);
}

async function pause({ signal, pauseMs = 1000 }: Till): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
