/** Records API requests with their responses, to be stored with the operation. */

import type { Clock } from "../../lib/clock.ts";
import type { ApiClient, ApiRequest } from "../../service/api/client.ts";
import type { ApiResult } from "../../service/api/errors.ts";
import type { TransportAnswer } from "../../service/api/transport.ts";

/**
 * An API request with its response, or a callback, before redaction. Redaction happens on storage, when the payment's
 * own ids are known. Times in ms since the epoch by the till's clock.
 */
export interface RecordedExchange {
  kind: "request" | "callback";
  at: number;
  method: string | null;
  path: string | null;
  sent: Body;
  status: number | null;
  received: Body;
  problem: string | null;
  ms: number | null;
}

type Body = Uint8Array | string | null;

export type ExchangeRecorder = ReturnType<typeof recordExchanges>;

export function recordExchanges(
  api: ApiClient,
  clock: Pick<Clock, "now" | "monotonic">,
): { api: ApiClient; drain(): RecordedExchange[] } {
  let recorded: RecordedExchange[] = [];
  return {
    api: {
      ...api,
      async send(request) {
        const at = clock.now();
        const startedAt = clock.monotonic();
        let answer: TransportAnswer | null = null;
        const result = await api.send({
          ...request,
          decode(raw) {
            answer = raw;
            return request.decode(raw);
          },
        });
        const response = answerOf(result, answer);
        if (request.path === null || response === null) return result;
        const { pathname } = api.endpoints.api(request.path, request.query);
        const ms = Math.round(clock.monotonic() - startedAt);
        recorded.push({
          kind: "request",
          at,
          method: request.method,
          path: pathname,
          sent: bytesOf(request.body),
          ...response,
          ms,
        });
        return result;
      },
    },
    /** Returns the exchanges since the last call, oldest first */
    drain() {
      const drained = recorded;
      recorded = [];
      return drained;
    },
  };
}

function bytesOf(body: ApiRequest<unknown>["body"]): Uint8Array | null {
  if (body == null || body instanceof Uint8Array) return body ?? null;
  return body.ok ? body.value : null;
}

export function recordedCallback(at: number, message: unknown): RecordedExchange {
  const received = JSON.stringify(message);
  return {
    kind: "callback",
    at,
    method: null,
    path: null,
    sent: null,
    status: null,
    received,
    problem: null,
    ms: null,
  };
}

/** Returns the body of a response, shortened after an error. @returns null when nothing was sent */
function answerOf(
  result: ApiResult<unknown>,
  answer: TransportAnswer | null,
): Pick<RecordedExchange, "status" | "received" | "problem"> | null {
  if (result.ok) return { status: result.status, received: answer?.body ?? null, problem: null };
  const { error } = result;
  if (error.kind === "invalid_input") return null;
  const problem = error.kind === "try_again" ? (error.detail ?? error.because) : null;
  return { status: error.status, received: error.answer?.body ?? null, problem };
}
