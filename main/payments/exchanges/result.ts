/** What a kept exchange came to, for people. The code that was kept with it is for whoever looks at the network. */
import type { Reason } from "../../../contract/reasons.ts";
import { classifyAnswer, unanswered, unreadable } from "../../service/api/classify.ts";
import { type ApiError, errorReason } from "../../service/api/errors.ts";
import { failureByCode } from "../../service/api/transport.ts";
import type { Seen } from "./recorder.ts";

/** Nothing of it is in the sentence. */
const CONTEXT = { serviceNow: 0, secrets: [] };

/** The sentence for an exchange that did not come to a good end; null where it did. Pure. */
export function cameTo({ kind, status, problem }: Pick<Seen, "kind" | "status" | "problem">): Reason | null {
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
