/** Sees what is said to the service and what it answers, so that it can be kept with what came of it. */
import type { ApiClient } from "../api/client.ts";
import type { ApiResult } from "../api/errors.ts";
import type { TransportAnswer } from "../api/transport.ts";
import type { Clock } from "../clock.ts";
import { redactedBody } from "./redact.ts";

/** A request and its answer, or a message, redacted. Times in ms since the epoch by the till's clock. */
export interface Seen {
  kind: "request" | "callback";
  at: number;
  method: string | null;
  path: string | null;
  sent: string | null;
  /** Null: no answer came */
  status: number | null;
  received: string | null;
  problem: string | null;
  ms: number | null;
}

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
        const sent = redactedBody(request.body ?? null);
        seen.push({
          kind: "request",
          at,
          method: request.method,
          path: pathname,
          sent,
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
  const received = redactedBody(JSON.stringify(message));
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
  if (result.ok) return { status: result.status, received: redactedBody(answer?.body ?? null), problem: null };
  const { error } = result;
  const problem = error.kind === "try_again" ? (error.detail ?? error.because) : null;
  return { status: error.status, received: redactedBody(error.answer?.body ?? null), problem };
}
