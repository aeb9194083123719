import type { Merchant } from "../../../../contract/wire/wire.ts";
import type { ApiResult } from "../../../service/api/errors.ts";
import { getMerchant, listMerchants } from "../../../service/api/merchant.ts";
import { isPathPart } from "../../../service/api/paths.ts";
import { CONFIRMATIONS, measureSkew, SKEW_TOLERANCE_MS } from "../../../service/api/skew.ts";
import { notTheService, serviceProblem } from "./service-problem.ts";
import { type Found, found, type Trial } from "./trial.ts";

export async function tryCredentials(trial: Trial): Promise<Found> {
  const { merchant } = trial.checked.settings.service;
  const answer = await askForMerchant(trial);
  if (answer === null) return found("failed", "credentials.merchant_unknown", { merchant });
  if (answer.ok) return found("ok", "credentials.ok", { merchant: answer.value.name ?? answer.value.id });
  const context = { service: trial.checked.settings.service, clockSkewMs: trial.api.clockSkewMs() };
  const problem = serviceProblem(answer.error, context);
  if (problem !== null) return problem;
  // Any server returns 404, but only this API lists merchants (G23).
  const list = await listMerchants(trial.api).next();
  if (list.value?.ok) return found("failed", "credentials.merchant_unknown", { merchant });
  return notTheService(context, answer.error.status ?? 0);
}

/** Compares the clock with the `Date` of the service's responses. */
export async function tryClock(trial: Trial): Promise<Found> {
  const { api, clock } = trial;
  let answer = await askForMerchant(trial);
  for (let more = 1; more < CONFIRMATIONS && !api.isClockSettled(); more += 1) answer = await askForMerchant(trial);
  const isDated = !answer?.ok || measureSkew(answer.headers.date, clock.now()) !== null;
  if (answer !== null && !answer.ok && answer.error.kind === "try_again") {
    const context = { service: trial.checked.settings.service, clockSkewMs: 0 };
    return serviceProblem(answer.error, context) ?? found("skipped", "clock.unknown");
  }
  if (!isDated) return found("skipped", "clock.unknown");
  const skewMs = api.clockSkewMs();
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= SKEW_TOLERANCE_MS) return found("ok", "clock.ok", { seconds });
  return found("warning", skewMs > 0 ? "clock.behind" : "clock.ahead", { seconds });
}

/** Null when the merchant id does not fit into a path. */
async function askForMerchant({ api, checked }: Trial): Promise<ApiResult<Merchant> | null> {
  const { merchant } = checked.settings.service;
  return isPathPart(merchant) ? getMerchant(api, merchant) : null;
}
