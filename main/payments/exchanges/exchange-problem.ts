/** The reason why a stored exchange failed, for people. The stored error code is for network diagnosis. */
import type { Reason } from "../../../contract/reasons/reasons.ts";
import { classifyAnswer, unanswered, unreadable } from "../../service/api/classify.ts";
import type { ApiError } from "../../service/api/errors.ts";
import { failureByCode } from "../../service/api/transport.ts";
import { errorReason } from "../../service/error-reason.ts";
import type { RecordedExchange } from "./recorder.ts";

const CONTEXT = { serviceNow: 0, secrets: [] };

export function exchangeProblem(exchange: Pick<RecordedExchange, "kind" | "status" | "problem">): Reason | null {
  const { kind, status, problem } = exchange;
  const error = kind === "request" ? errorOf(status, problem) : null;
  return error && errorReason(error);
}

function errorOf(status: number | null, problem: string | null): ApiError | null {
  const failure = problem === null ? null : failureByCode(problem);
  if (status === null) return failure && unanswered(failure);
  const answer = { status, headers: {}, body: null, broken: failure };
  if (status < 200 || status > 299) return classifyAnswer(answer, CONTEXT);
  return problem === null ? null : unreadable(problem, answer, CONTEXT);
}
