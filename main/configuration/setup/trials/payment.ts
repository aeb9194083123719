/** Tests that the service accepts this till's payment requests (sections 2.1, 2.3 and 8). */
import { minorDigits } from "../../../../contract/values/money.ts";
import type { ApiError } from "../../../service/api/errors.ts";
import { tryPos } from "./registration.ts";
import { serviceProblem } from "./service-problem.ts";
import { abortRequest, makeRequest } from "./smallest-request.ts";
import { type Found, found, type Trial } from "./trial.ts";

const MAX_DESCRIPTION = 160;

export async function tryPayment(trial: Trial): Promise<Found> {
  const registered = await tryPos(trial);
  if (registered.outcome === "failed") return registered;
  let attempt = await makeRequest(trial);
  // Some services reject amounts below one unit of the currency.
  if (!attempt.answer.ok && namesIn(attempt.answer.error).includes("amount"))
    attempt = await makeRequest(trial, { amount: 10 ** minorDigits(trial.checked.settings.currency) });
  const { answer, posTid } = attempt;
  if (!answer.ok) return paymentProblem(trial, answer.error);
  if (!(await abortRequest(trial, answer.value.tid))) return found("failed", "payment.not_aborted", { posTid });
  return found("ok", "payment.ok");
}

function paymentProblem({ api, checked }: Trial, error: ApiError): Found {
  const { service, pos, currency } = checked.settings;
  const status = error.status ?? 0;
  if (error.kind === "try_again" && error.because === "unreadable" && status > 199 && status < 300)
    return found("failed", "payment.unreadable", { status });
  const problem = serviceProblem(error, { service, clockSkewMs: api.clockSkewMs() });
  if (problem !== null) return problem;
  const names = namesIn(error);
  if (names.includes("pos_id")) return found("failed", "payment.pos_id", { id: pos.id });
  if (names.includes("currency")) return found("failed", "payment.currency", { currency });
  const problemText = serviceSentence(error) || names.join(", ");
  return problemText === ""
    ? found("failed", "payment.refused", { status })
    : found("failed", "payment.refused_saying", { status, said: problemText });
}

/** Returns the rejected fields named in the error's details or sentence (G18). */
function namesIn(error: ApiError): string[] {
  if (error.kind !== "refused") return [];
  const details: unknown = error.body?.error_details;
  const keys = typeof details === "object" && details !== null ? Object.keys(details) : [];
  const words = serviceSentence(error).match(/\b(pos_id|pos_tid|currency|amount)\b/g) ?? [];
  return [...keys, ...words].filter((name) => /^[A-Za-z_]{1,40}$/.test(name));
}

/** Returns the service's sentence in printable form. It names no customer, because the request has none. */
function serviceSentence(error: ApiError): string {
  const description = error.kind === "refused" ? (error.body?.error_description ?? "") : "";
  return description
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_DESCRIPTION);
}
