/** What an answer means for the operation that it answers: pure, the worker acts on it. */
import { packed, type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { ApiError, CredentialsProblem, Refused } from "../../service/api/errors.ts";
import { mayRepeat, pauseAfter } from "../../service/api/retry.ts";
import { errorReason } from "../../service/error-reason.ts";
import { withoutPeople } from "../exchanges/redact.ts";
import type { Outcome, OutcomeMovement } from "../outcome.ts";
import type { OperationRow } from "./operation.ts";

/** What is decided about an operation after an attempt that did not go through. */
export type Decision =
  | { is: "refused"; because: Reason }
  /** An operator must look: repeating cannot help, and dropping is not for the till to decide */
  | { is: "parked"; because: Reason }
  | Again
  /** The service does not accept the till's credentials: everything waits, this first */
  | { is: "credentials"; afterMs: number; because: Reason };

/** It is sent again. */
interface Again {
  is: "again";
  state: "ready" | "unknown";
  afterMs: number;
  /** What of that pause the service asked for: only a person shortens it */
  notBeforeMs?: number | null;
  because: Reason;
  /** The service answered, without settling it */
  answered?: true;
}

type Attempted = Pick<OperationRow, "attempts" | "lastError">;

const CONFLICT = 409;
const BUSY = new Set([408, 425, 429]);
/** How long the sender pauses before it tries whether its credentials are accepted again. */
const CREDENTIALS_PAUSE_MS = 30_000;

/**
 * Judges an attempt that got no yes or no.
 * @param random             0…1, for the jitter
 * @param credentialsRefused whether the attempt before this one, of whichever operation, was refused for them too
 */
export function judge(
  operation: Attempted,
  error: Exclude<ApiError, Refused>,
  random: number,
  credentialsRefused: boolean,
): Decision {
  const because = errorReason(error);
  if (error.kind === "credentials") {
    // 403 is about this operation's level (section 5.1, G18): others may go on.
    if (error.status === 403 && isSame(operation.lastError, because)) return { is: "parked", because };
    // The first refusal may be the clock: its answer's Date has corrected it by now, so once more at once.
    return { is: "credentials", afterMs: credentialsRefused ? CREDENTIALS_PAUSE_MS * (0.5 + random / 2) : 0, because };
  }
  if (error.kind === "invalid_input") return { is: "parked", because };
  const verdict = mayRepeat(error, operation.attempts, random);
  const afterMs = verdict.again ? verdict.afterMs : pauseAfter(operation.attempts, random);
  // An answer that says "not now" says that nothing was done; every other kind of failure may hide a success.
  const nothingDone = error.because === "tls" || BUSY.has(error.status ?? 0);
  return { is: "again", state: nothingDone ? "ready" : "unknown", afterMs, notBeforeMs: error.retryAfterMs, because };
}

/**
 * Judges a refund whose signature by the refund key was not accepted. That is about this key alone: nothing else waits
 * for it. @returns once more at once after a first 401, which may be the clock's fault: its answer has corrected it
 */
export function judgeRefundKey({ lastError }: Pick<OperationRow, "lastError">, error: CredentialsProblem): Decision {
  const because = errorReason(error);
  if (error.status !== 403 && !isSame(lastError, because)) return { is: "again", state: "ready", afterMs: 0, because };
  return { is: "parked", because: REFUND_KEY_REFUSED };
}

const REFUND_KEY_REFUSED = reasonFor("queue_refund_key_refused");

function isSame(one: Reason | null, other: Reason): boolean {
  return one !== null && packed(one) === packed(other);
}

/** A refused create: there is no payment, unless another one has its id (4.1 rule 4, G6), which an operator must see. */
export function judgeRefusedCreate(error: Refused): Decision {
  return error.status === CONFLICT
    ? { is: "parked", because: reasonFor("queue_id_taken") }
    : { is: "refused", because: explained(error) };
}

/**
 * Whether the service's outcome shows the operation's effect, although it refused the (repeated) request: an id
 * that is there with our amounts was done by an earlier attempt whose answer was lost.
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

/** What becomes of an operation that the service refused and does not have. */
export function judgeComparison(
  { kind, byRule }: Pick<OperationRow, "kind" | "byRule">,
  verdict: "refused" | "contradiction",
  outcome: Outcome,
  because: Reason,
): Extract<Decision, { is: "refused" | "parked" }> {
  if (verdict === "contradiction") {
    return { is: "parked", because: reasonFor("queue_other_amounts") };
  }
  // The shop counts on this money: an operator must be told that it will not come.
  if (kind === "capture" && outcome.status !== "auth") {
    return {
      is: "parked",
      because: reasonFor("queue_capture_late", { cause: because }),
    };
  }
  // Nobody saw the refusal: without a notice the reservation would end, and its money be lost.
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

/** Longest explanation of the service that is shown: it is its text, on our screen. */
const MAX_EXPLANATION = 240;

/** A refusal with the service's own explanation, when there is one: it is what an operator needs most. It may name customers. */
export function explained(error: Refused): Reason {
  const because = errorReason(error);
  const { error_description: description, error_details: details } = error.body ?? {};
  const fields = fieldTexts(details);
  const detail = withoutPeople(fields === "" ? (description ?? "") : fields)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_EXPLANATION);
  return detail === "" ? because : reasonFor("service_says", { what: because, words: { quoted: detail } });
}

/** G18's details, where they are texts by field. */
function fieldTexts(details: unknown): string {
  if (details === null || typeof details !== "object") return "";
  return Object.entries(details)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([field, text]) => `${field}: ${text}`)
    .join("; ");
}
