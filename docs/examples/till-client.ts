/**
 * A till's `/api/v1` for programs in TypeScript: asks until there is an answer, and follows what happens to payments.
 * It needs `fetch` and nothing else. Take it along with till-types.ts, and make it your own.
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
  /** Where it listens for registers: what it printed after `registers ready` */
  url: string;
  /** The register's key */
  key: string;
  /** Ends whatever is being asked or followed: it throws then */
  signal?: AbortSignal;
  /** Between two tries, in milliseconds */
  pauseMs?: number;
  /** In place of the one of this machine: where a certificate or a way to the till takes more than that knows */
  fetch?: typeof fetch;
}

/** A change of a payment; `gap`: there may have been others that were not told, so read what matters. */
export type Told = { type: "payment.changed"; payment: Payment } | { type: "gap" };

/** The till said no, and did nothing. `problem.details.fields` names each field that was wrong. */
export class Refused extends Error {
  readonly status: number;
  /** null: whatever stands between them answered in its place */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem?.message ?? `HTTP ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** No answer is no refusal: after this it is asked again. */
const ANSWER_MS = 15_000;
/** A till says something every 15 s, also where nothing happens: after this its connection is dead. */
const SILENCE_MS = 45_000;

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** Of a connection that no further try makes: a certificate that is not trusted, no TLS there, or an address that is none. */
const HOPELESS =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE)_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERR_TLS_CERT_|ERR_SSL_WRONG_VERSION|ERR_INVALID_|bad port)/;

/**
 * What a register asks a till. Each change may be asked for as often as it takes: a sale is known by its reference, and
 * everything else by a key, which is to be another one for another refund or capture. It throws a `Refused` for what the
 * till refused, and another error for what asking again does not cure: no URL, a key that is none, a certificate that is
 * not trusted (Node trusts one more by `NODE_EXTRA_CA_CERTS=till.pem`).
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
      const answer = await send(till, path, { ...init, headers }, ended).catch(nullUnlessHopeless);
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
    /** Resolves with a payment as soon as it is what the register waits for. */
    async until(reference: string, holds: (payment: Payment) => boolean): Promise<Payment> {
      try {
        for await (const told of events(till)) {
          const payment = told.type === "gap" ? await ask<Payment>(at(reference)) : told.payment;
          if (payment.reference === reference && holds(payment)) return payment;
        }
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 403) throw error;
      }
      // Who has no right to hear of everybody's payments asks for their own.
      for (;;) {
        const payment = await ask<Payment>(at(reference));
        if (holds(payment)) return payment;
        await pause(till);
      }
    },
  };
}

/** Tells of every payment, for ever; takes the right `read`. Where the connection breaks it goes on from what was told last. */
async function* events(till: Till): AsyncGenerator<Told, never> {
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
        else if (data !== undefined) yield JSON.parse(data) as Told;
        // Afterwards: what nobody has taken yet is told again.
        last = id ?? last;
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
      nullUnlessHopeless(error);
    } finally {
      clearTimeout(timer);
      // Also where whoever listens has gone: the till keeps no place for nobody.
      ended.abort();
    }
    await pause(till);
  }
}

/** Server-sent events: blocks of lines, `name: value` each, with an empty line behind every block. */
async function* messages({ body }: Response): AsyncGenerator<Record<string, string | undefined>> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
  }
}

/** @returns null: it broke off, or is no JSON */
function json(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

function send({ url, key, signal, fetch: ask = fetch }: Till, path: string, init: RequestInit, ended: AbortSignal) {
  const headers = { authorization: `Bearer ${key}`, ...init.headers };
  return ask(`${url}/api/v1${path}`, { ...init, headers, signal: signal ? AbortSignal.any([signal, ended]) : ended });
}

/** @throws TypeError that names what is wrong: the connection would only ever fail */
function throwIfWrong({ url, key }: Pick<Till, "url" | "key">): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new TypeError(`url: expected an http or https address, not ${JSON.stringify(url)}`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError("key: expected the register's key, printable ASCII characters alone");
}

/** Whatever broke may be mended by the next try. @throws where it is not */
function nullUnlessHopeless(error: unknown): null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  if (!(cause instanceof Error)) return null;
  const { code = cause.message } = cause as { code?: string | number };
  if (HOPELESS.test(String(code))) throw new Error(`The till cannot be asked: ${cause.message}`, { cause: error });
  return null;
}

/** A 5xx is not known, or not now, unless the till says that asking again is of no use. */
function throwIfRefused(status: number, problem: Problem | null): void {
  if (status < 500 || problem?.retryable === false) throw new Refused(status, problem);
}

async function pause({ signal, pauseMs = 1000 }: Till): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
