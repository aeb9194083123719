/** Pure functions that decide what a response means for its operation. The worker acts on the decision. */
import { packReason, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { ApiError, CredentialsProblem, Refused } from "../../service/api/errors.ts";
import { mayRepeat, pauseAfter } from "../../service/api/retry.ts";
import { errorReason } from "../../service/error-reason.ts";
import { withoutPersonalData } from "../exchanges/redact.ts";
import type { Outcome, OutcomeMovement } from "../outcome.ts";
import type { OperationRow } from "./operation.ts";

export type Decision =
  | { is: "refused"; because: Reason }
  /** An operator must decide: a retry cannot help */
  | { is: "parked"; because: Reason }
  | Retry
  /** The service refuses the till's credentials: the whole queue waits */
  | { is: "credentials"; afterMs: number; because: Reason };

interface Retry {
  is: "retry";
  state: "ready" | "unknown";
  afterMs: number;
  /** Part of the delay that the service requested; only an operator shortens it */
  notBeforeMs?: number | null;
  because: Reason;
  /** True when the service responded without settling the operation */
  hasResponse?: true;
}

type Attempted = Pick<OperationRow, "attempts" | "lastError">;

const CONFLICT = 409;
const NOT_PROCESSED_STATUSES = new Set([408, 425, 429]);
const CREDENTIALS_PAUSE_MS = 30_000;

/**
 * Decides after an attempt that was neither accepted nor refused.
 * @param random 0…1, for the jitter
 * @param credentialsRefused true when the previous attempt was refused because of the credentials
 */
export function judge(
  operation: Attempted,
  error: Exclude<ApiError, Refused>,
  random: number,
  credentialsRefused: boolean,
): Decision {
  const because = errorReason(error);
  if (error.kind === "credentials") {
    // 403 concerns this operation's level (section 5.1, G18): others may continue.
    if (error.status === 403 && isSameReason(operation.lastError, because)) return { is: "parked", because };
    // The first refusal may be due to the clock, which its Date header has corrected: retry at once.
    return { is: "credentials", afterMs: credentialsRefused ? CREDENTIALS_PAUSE_MS * (0.5 + random / 2) : 0, because };
  }
  if (error.kind === "invalid_input") return { is: "parked", because };
  const verdict = mayRepeat(error, operation.attempts, random);
  const afterMs = verdict.again ? verdict.afterMs : pauseAfter(operation.attempts, random);
  // "Not now" means that nothing was done. Any other failure may hide a success.
  const wasNotProcessed = error.because === "tls" || NOT_PROCESSED_STATUSES.has(error.status ?? 0);
  return {
    is: "retry",
    state: wasNotProcessed ? "ready" : "unknown",
    afterMs,
    notBeforeMs: error.retryAfterMs,
    because,
  };
}

/**
 * Decides after a refund's signature by the refund key was refused. Only this operation waits.
 * @returns an immediate retry after a first 401, which may be due to the clock that its response has corrected
 */
export function judgeRefundKey({ lastError }: Pick<OperationRow, "lastError">, error: CredentialsProblem): Decision {
  const because = errorReason(error);
  if (error.status !== 403 && !isSameReason(lastError, because))
    return { is: "retry", state: "ready", afterMs: 0, because };
  return { is: "parked", because: REFUND_KEY_REFUSED };
}

const REFUND_KEY_REFUSED = reasonFor("queue_refund_key_refused");

function isSameReason(left: Reason | null, right: Reason): boolean {
  return left !== null && packReason(left) === packReason(right);
}

/** Decides after a refused create. A 409 means that another payment has its id, for an operator (4.1 rule 4, G6). */
export function judgeRefusedCreate(error: Refused): Decision {
  return error.status === CONFLICT
    ? { is: "parked", because: reasonFor("queue_id_taken") }
    : { is: "refused", because: withExplanation(error) };
}

/**
 * Checks whether the outcome shows a refused operation's effect: the same id with the same amounts was done by an
 * earlier attempt whose response was lost.
 */
export function settledBy(operation: OperationRow, outcome: Outcome): "done" | "refused" | "contradiction" {
  switch (operation.kind) {
    case "capture":
      return settledByMovement(operation, outcome.captures);
    case "refund":
      return settledByMovement(operation, outcome.refunds);
    case "release":
      return outcome.status === "fail" || outcome.status === "ok" ? "done" : "refused";
    case "abort":
      return outcome.status === "fail" ? "done" : "refused";
    case "create":
    case "permission":
    case "reauth":
      return "refused";
  }
}

/** Decides after a refusal whose operation the outcome does not show. Parks what an operator must know about. */
export function judgeComparison(
  { kind, byRule }: Pick<OperationRow, "kind" | "byRule">,
  verdict: "refused" | "contradiction",
  outcome: Outcome,
  because: Reason,
): Extract<Decision, { is: "refused" | "parked" }> {
  if (verdict === "contradiction") {
    return { is: "parked", because: reasonFor("queue_other_amounts") };
  }
  // The shop expects this money: an operator must know that it will not come.
  if (kind === "capture" && outcome.status !== "auth") {
    return {
      is: "parked",
      because: reasonFor("queue_capture_late", { cause: because }),
    };
  }
  // No user watched an automatic capture. Without a notice the reservation would expire and the money be lost.
  if (kind === "capture" && byRule) {
    return {
      is: "parked",
      because: reasonFor("queue_rule_refused", { cause: because }),
    };
  }
  return { is: "refused", because };
}

function settledByMovement(
  operation: OperationRow,
  movements: readonly OutcomeMovement[],
): "done" | "refused" | "contradiction" {
  const same = movements.find((movement) => movement.id === operation.id);
  if (!same) return "refused";
  return same.amount === operation.amount && same.additionalAmount === operation.additionalAmount
    ? "done"
    : "contradiction";
}

const MAX_EXPLANATION = 240;

/** Returns a refusal with the service's own explanation, if any, without personal data. */
export function withExplanation(error: Refused): Reason {
  const because = errorReason(error);
  const { error_description: description, error_details: details } = error.body ?? {};
  const fields = fieldTexts(details);
  const detail = withoutPersonalData(fields === "" ? (description ?? "") : fields)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_EXPLANATION);
  return detail === "" ? because : reasonFor("service_says", { what: because, words: { quoted: detail } });
}

/** Returns the error details (G18) that are texts by field. */
function fieldTexts(details: unknown): string {
  if (details === null || typeof details !== "object") return "";
  return Object.entries(details)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([field, text]) => `${field}: ${text}`)
    .join("; ");
}
