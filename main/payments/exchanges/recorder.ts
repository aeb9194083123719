/** Sees what is said to the service and what it answers, so that it can be kept with what came of it. */

import type { Clock } from "../../lib/clock.ts";
import type { ApiClient } from "../../service/api/client.ts";
import type { ApiResult } from "../../service/api/errors.ts";
import type { TransportAnswer } from "../../service/api/transport.ts";

/**
 * A request and its answer, or a message, as it was: what is kept of it is redacted when it is, since only then it is
 * known which ids are the payment's own. Times in ms since the epoch by the till's clock.
 */
export interface Seen {
  kind: "request" | "callback";
  at: number;
  method: string | null;
  path: string | null;
  sent: Body;
  /** Null: no answer came */
  status: number | null;
  received: Body;
  problem: string | null;
  ms: number | null;
}

type Body = Uint8Array | string | null;

export interface Witness {
  /** The same client, seen */
  api: ApiClient;
  /** What was seen since it was last asked, oldest first */
  take(): Seen[];
}

/** Watches the requests that go through the client it returns; others of the same till go on unseen. */
export function witness(api: ApiClient, clock: Pick<Clock, "now" | "monotonic">): Witness {
  let seen: Seen[] = [];
  return {
    api: {
      ...api,
      async send(request) {
        const at = clock.now();
        const startedAt = clock.monotonic();
        let answer: TransportAnswer | null = null;
        const result = await api.send({
          ...request,
          decode(given) {
            answer = given;
            return request.decode(given);
          },
        });
        const { pathname } = api.endpoints.api(request.path, request.query);
        const ms = Math.round(clock.monotonic() - startedAt);
        seen.push({
          kind: "request",
          at,
          method: request.method,
          path: pathname,
          sent: request.body ?? null,
          ...answerOf(result, answer),
          ms,
        });
        return result;
      },
    },
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

/** A message that came by itself. */
export function seenMessage(at: number, message: unknown): Seen {
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

/** An answer that was a success is seen by its bytes; of any other the error keeps the beginning. */
function answerOf(
  result: ApiResult<unknown>,
  answer: TransportAnswer | null,
): Pick<Seen, "status" | "received" | "problem"> {
  if (result.ok) return { status: result.status, received: answer?.body ?? null, problem: null };
  const { error } = result;
  const problem = error.kind === "try_again" ? (error.detail ?? error.because) : null;
  return { status: error.status, received: error.answer?.body ?? null, problem };
}
