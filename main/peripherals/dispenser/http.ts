/** A dispenser that is spoken to over HTTP in its own network; docs/vending.md describes what it answers. */
import type { Dispatcher, Pool } from "undici";
import { z } from "zod";
import type { Dispenser, VendOrderAnswer, VendReport } from "../../kiosk/dispenser.ts";
import { createPool } from "../../service/api/connections.ts";

/** A report is a few hundred bytes. */
const MAX_ANSWER_BYTES = 16 * 1024;
const CONNECT_MS = 2000;
const ANSWER_MS = 5000;

const dropped = z.array(z.object({ slot: z.string().min(1).max(20), quantity: z.int().min(0).max(10_000) })).max(200);
/** A machine that is done says what dropped; one that works, or cannot say, may leave it out. */
const report = z.union([
  z.object({ state: z.enum(["done", "failed"]), dropped }),
  z.object({ state: z.enum(["pending", "unknown"]), dropped: dropped.default([]) }),
]);

/**
 * @param url its base, ending in `/`
 * @param ca  PEM text of further certificate authorities; null for none
 */
export function httpDispenser(url: string, ca: string | null = null): Dispenser {
  const { origin, pathname } = new URL(url);
  const pool = createPool(origin, {
    ca,
    connectMs: CONNECT_MS,
    // Room for all that the till says to it at once, its fitness too: nothing waits here until its time is over.
    connections: 6,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  // The machine's own time, as for requests to the service: how long a network may be silent is no matter of the till's clock.
  const send = (method: "GET" | "PUT", path: string, signal: AbortSignal, body?: string) =>
    exchange(pool, {
      method,
      path: pathname + path,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      body,
      headers: body === undefined ? {} : { "content-type": "application/json" },
    });
  return {
    async order(id, items, signal) {
      const answer = await send("PUT", `vends/${encodeURIComponent(id)}`, signal, JSON.stringify({ items }));
      return answer === null ? "unreached" : orderAnswer(answer.status);
    },
    async ask(id, signal) {
      const answer = await send("GET", `vends/${encodeURIComponent(id)}`, signal);
      return answer === null ? { state: "unreached" } : reportIn(answer);
    },
    async unfitness(signal) {
      const answer = await send("GET", "", signal);
      if (answer === null) return "unreached";
      if (isFine(answer.status)) return null;
      return answer.status >= 500 ? "unfit" : "strange";
    },
    // Any slot that the catalogue takes fits into JSON, and an order is one message.
    untellable: () => null,
    end: async () => undefined,
    close: () => pool.destroy(),
  };
}

interface Answer {
  status: number;
  /** Null where it did not come in whole: the status is said all the same */
  text: string | null;
}

/** What was answered; null: whatever came or not, it is not known whether the machine heard. */
async function exchange(pool: Pool, request: Dispatcher.RequestOptions): Promise<Answer | null> {
  let status: number | null = null;
  try {
    const { statusCode, body } = await pool.request(request);
    status = statusCode;
    return { status, text: await body.text() };
  } catch {
    return status === null ? null : { status, text: null };
  }
}

function isFine(status: number): boolean {
  return status >= 200 && status < 300;
}

/** "Not now" is no refusal: 408, 425 and 429 are told again, as a breakdown is. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 425, 429]);

function orderAnswer(status: number): VendOrderAnswer {
  if (isFine(status)) return "taken";
  return status >= 400 && status < 500 && !NOT_NOW.has(status) ? "refused" : "unreached";
}

const NOT_FOUND = 404;

/** What cannot be read says nothing: the machine is asked again. */
function reportIn({ status, text }: Answer): VendReport {
  if (status === NOT_FOUND) return { state: "strange" };
  if (!isFine(status)) return { state: "unreached" };
  const read = report.safeParse(text === null ? null : parsed(text));
  return read.success ? read.data : { state: "unreached" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
