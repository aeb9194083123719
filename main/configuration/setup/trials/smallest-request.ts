/** The smallest payment request, aborted immediately. No money can move, because its link is never shown. */
import type { PaymentRequestInput } from "../../../../contract/wire/wire.ts";
import type { ApiResult } from "../../../service/api/errors.ts";
import {
  type CreatedPaymentRequest,
  getOutcome,
  postPaymentRequest,
  putPaymentRequest,
} from "../../../service/api/payment-request.ts";
import { randomIdentifier } from "../../../storage/database/identifiers.ts";
import type { Trial } from "./trial.ts";

/** Expiry of a request that could not be aborted. */
const EXPIRES_S = 60;
const MAX_TRIES = 3;
const PAUSE_MS = 1000;

/** `amount` is in minor units. */
export async function makeRequest(
  trial: Trial,
  { amount = 1, callbackUri = null }: { amount?: number; callbackUri?: string | null } = {},
): Promise<{ posTid: string; answer: ApiResult<CreatedPaymentRequest> }> {
  const { pos, currency, allowCredit } = trial.checked.settings;
  const posTid = `SETUP-${randomIdentifier(12)}`;
  const request: PaymentRequestInput = {
    action: "SALE",
    allow_credit: allowCredit,
    amount,
    currency,
    customer: null,
    pos_id: pos.id,
    pos_tid: posTid,
    ...(callbackUri === null ? {} : { callback_uri: callbackUri }),
    expires_in: EXPIRES_S,
    text: "Test of a till",
  };
  return { posTid, answer: await repeated(trial, () => postPaymentRequest(trial.api, request)) };
}

export async function abortRequest(trial: Trial, tid: string): Promise<boolean> {
  const answer = await repeated(trial, () => putPaymentRequest(trial.api, tid, { action: "ABORT" }));
  if (answer.ok) return true;
  const outcome = await repeated(trial, () => getOutcome(trial.api, tid));
  return outcome.ok && outcome.value.status === "fail";
}

/** Repeats the same bytes while the result is unknown. */
async function repeated<T>({ clock }: Trial, send: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.ok || answer.error.kind !== "try_again" || tries >= MAX_TRIES) return answer;
    await clock.sleep(PAUSE_MS);
  }
}
