/** A dispenser with an HTTP interface in the local network. docs/vending.md describes its responses. */
import type { Dispatcher, Pool } from "undici";
import { z } from "zod";
import type { Dispenser, VendOrderAnswer, VendReport } from "../../kiosk/dispenser.ts";
import { readReport, unreadableReport } from "../../kiosk/report.ts";
import { createPool } from "../../service/api/connections.ts";

const MAX_ANSWER_BYTES = 16 * 1024;
/** Replaces a response that is too long, and is no JSON either. */
const TOO_LONG = `more than ${MAX_ANSWER_BYTES} bytes`;
const CONNECT_MS = 2000;
const ANSWER_MS = 5000;

/** `url` ends in `/`. `ca` are additional certificate authorities as PEM text. */
export function httpDispenser(url: string, ca: string | null = null): Dispenser {
  const { origin, pathname } = new URL(url);
  const pool = createPool(origin, {
    ca,
    connectMs: CONNECT_MS,
    // Enough for all concurrent requests, so that none waits in the pool until its timeout.
    connections: 6,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  // Uses system timers, as requests to the service do: the network's silence is independent of the till's clock.
  const send = (method: "GET" | "PUT", path: string, signal: AbortSignal, body?: string) =>
    exchange(pool, {
      method,
      path: pathname + path,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      body,
      headers: body === undefined ? {} : { "content-type": "application/json" },
    });
  return {
    async orderVend(id, items, signal) {
      const answer = await send("PUT", `vends/${encodeURIComponent(id)}`, signal, JSON.stringify({ items }));
      return answer === null ? "unreached" : orderAnswer(answer);
    },
    async pollVend(id, signal) {
      const answer = await send("GET", `vends/${encodeURIComponent(id)}`, signal);
      return answer === null ? { state: "unreached" } : reportIn(answer);
    },
    async problem(signal) {
      const answer = await send("GET", "", signal);
      if (answer === null) return "unreached";
      if (isSuccess(answer.status)) return null;
      return answer.status >= 500 ? "unfit" : "strange";
    },
    // Every slot of the catalogue fits into JSON, and an order is a single message.
    orderProblem: () => null,
    endSession: async () => undefined,
    close: () => pool.destroy(),
  };
}

interface Answer {
  status: number;
  text: string | null;
}

/** Returns null when no response arrived. The machine may still have received the request. */
async function exchange(pool: Pool, request: Dispatcher.RequestOptions): Promise<Answer | null> {
  let status: number | null = null;
  try {
    const { statusCode, body } = await pool.request(request);
    status = statusCode;
    return { status, text: await body.text() };
  } catch (err) {
    const isTooLong = err instanceof Error && err.name === "ResponseExceededMaxSizeError";
    return status === null ? null : { status, text: isTooLong ? TOO_LONG : null };
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Temporary statuses, retried like a server error. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

const CONFLICT = 409;
const refusal = z.object({ problem: z.literal("empty"), slot: z.string().nullable().catch(null) });

function orderAnswer({ status, text }: Answer): VendOrderAnswer {
  if (isSuccess(status)) return "accepted";
  const { data: empty } = refusal.safeParse(parsed(text ?? ""));
  if (status === CONFLICT && empty !== undefined) return { emptySlot: empty.slot };
  return status >= 400 && status < 500 && !RETRYABLE_STATUSES.has(status) ? "refused" : "unreached";
}

const NOT_FOUND = 404;

/** Reads the body regardless of its content type: many small servers send JSON as `text/plain`. */
function reportIn({ status, text }: Answer): VendReport {
  if (status === NOT_FOUND) return { state: "strange" };
  if (!isSuccess(status)) return { state: "unreached" };
  return text === null ? { state: "unreached" } : reportInText(text);
}

function reportInText(text: string): VendReport {
  const raw = parsed(text);
  return raw === undefined ? unreadableReport("body", text) : readReport(raw);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
