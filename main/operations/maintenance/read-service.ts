/**
 * `npm run till -- read-service [FILE]`: the till's service client for other programs. Reads requests from stdin and
 * writes responses to stdout, one JSON line each, in order, until stdin ends. Without FILE it only reads settlement
 * files and does not contact the service.
 */
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import type {
  ReadSettlement,
  RequestOutcome,
  RequestPage,
  ServiceQuery,
  ServiceQueryError,
  ServiceResponse,
} from "../../../contract/accounting/service-reader.ts";
import { decodeText } from "../../../contract/values/text-files.ts";
import { sideOf } from "../../accounting/reconciliation/compare-payment.ts";
import { readSettlementFile } from "../../accounting/settlement/file.ts";
import { apiOptionsOf } from "../../configuration/settings/api-options.ts";
import { type Checked, readProvisioning } from "../../configuration/settings/provision.ts";
import type { Clock } from "../../lib/clock.ts";
import { readNamedBytes } from "../../lib/plain-file.ts";
import { explain } from "../../lib/startup-error.ts";
import { readOutcome } from "../../payments/outcome.ts";
import { type ApiClient, createApiClient } from "../../service/api/client.ts";
import { type ApiError, type ApiResult, describeError, isUnknown, isUnreadable } from "../../service/api/errors.ts";
import { pageAt } from "../../service/api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../../service/api/payment-request.ts";
import { mayRepeat } from "../../service/api/retry.ts";
import type { ExitCode, Streams } from "./folder.ts";

/** Attempts before the caller gets an error. */
const ATTEMPTS = 6;

type SettlementQuestion = Extract<ServiceQuery, { ask: "settlement" }>;

export type ServiceReader = (
  question: ServiceQuery,
) => Promise<ServiceResponse<RequestPage | RequestOutcome | ReadSettlement>>;

/**
 * Creates a reader. `api` null: reads settlement files only.
 * @param locale selects the code page of settlement files that are not Unicode
 */
export function serviceReader(api: ApiClient | null, clock: Clock, locale = systemLocale()): ServiceReader {
  return async (question) => {
    if (question.ask === "settlement") return await settlementOf(question, locale, clock.now());
    if (api === null) return { ok: false, because: "invalid", detail: "expected a provisioning file to ask with" };
    if (question.ask === "outcome") return await outcomeOf(api, clock, question.tid);
    return await pageOf(api, clock, question.page ?? PAYMENT_REQUESTS);
  };
}

async function pageOf(api: ApiClient, clock: Clock, page: string): Promise<ServiceResponse<RequestPage>> {
  const answer = await withRetries(clock, () => pageAt(api, page));
  if (!answer.ok) return noAnswer(answer.error);
  const { ids, next } = answer.value;
  return { ok: true, value: { page, ids, next } };
}

async function outcomeOf(api: ApiClient, clock: Clock, tid: string): Promise<ServiceResponse<RequestOutcome>> {
  const answer = await withRetries(clock, () => getOutcome(api, tid));
  if (!answer.ok) return isUnknown(answer.error) ? unknownTo(answer.error) : noAnswer(answer.error);
  const outcome = readOutcome(answer.value);
  if (outcome === null) return { ok: false, because: "unreadable", detail: "an outcome without a status" };
  const { status, currency, captured, refunded } = sideOf(outcome);
  if (status === null) return { ok: false, because: "unreadable", detail: "an outcome without a status" };
  const { pos_id: posId } = answer.value;
  return { ok: true, value: { posId, posTid: outcome.posTid, status: outcome.status, currency, captured, refunded } };
}

function systemLocale(): string {
  return new Intl.DateTimeFormat().resolvedOptions().locale;
}

async function settlementOf(
  { file, currency }: SettlementQuestion,
  locale: string,
  now: number,
): Promise<ServiceResponse<ReadSettlement>> {
  const bytes = readOrNull(file);
  if (bytes === null)
    return {
      ok: false,
      because: "invalid",
      detail: `${file}: expected a regular file that can be read, of at most 256 MB`,
    };
  const { text, encoding, isGuess } = decodeText(bytes, locale);
  const read = await readSettlementFile([text], { currency, now });
  if (!read.ok) return { ok: false, because: "invalid", detail: explain(`${file}:`, read.problems) };
  const fingerprint = createHash("sha256").update(bytes).digest("hex");
  return { ok: true, value: { ...read.value, ...(isGuess && { guessedEncoding: encoding }), fingerprint } };
}

/** Several months of a large chain's payments. */
const MAX_SETTLEMENT_BYTES = 256 * 1024 * 1024;

function readOrNull(file: string): Buffer | null {
  try {
    return readNamedBytes(file, MAX_SETTLEMENT_BYTES);
  } catch {
    return null;
  }
}

/** Retries a read request with the till's usual delays; reads have no side effects. */
async function withRetries<T>(clock: Clock, ask: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (answer.ok || attempt === ATTEMPTS || isUnreadable(answer.error)) return answer;
    const verdict = mayRepeat(answer.error, attempt, Math.random());
    if (!verdict.again) return answer;
    await clock.sleep(verdict.afterMs);
  }
}

function unknownTo(error: ApiError): ServiceQueryError {
  return { ok: false, because: "unknown", detail: describeError(error) };
}

function noAnswer(error: ApiError): ServiceQueryError {
  const detail = describeError(error);
  if (isUnreadable(error)) return { ok: false, because: "unreadable", detail };
  if (error.kind === "invalid_input") return { ok: false, because: "invalid", detail };
  return { ok: false, because: error.kind === "refused" ? "refused" : "unanswered", detail };
}

/** Handles requests from stdin. Returns 2 and prints the invalid fields if FILE is not valid provisioning. */
export async function readService(
  [file, ...more]: string[],
  { stdin, stdout, stderr, clock }: Streams & { stdin: NodeJS.ReadableStream; clock: Clock },
): Promise<ExitCode> {
  const checked = file === undefined ? null : readProvisioning(file);
  if (more.length > 0 || checked?.ok === false) {
    const problems = checked?.ok === false ? checked.problems : [];
    stderr.write(`${explain("read-service: expected one provisioning file that a till could use", problems)}\n`);
    return 2;
  }
  const api = checked && openClient(checked.value, clock);
  const answer = serviceReader(api, clock, checked?.value.settings.locale);
  try {
    for await (const line of createInterface({ input: stdin })) {
      stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as ServiceQuery))}\n`);
    }
  } finally {
    await api?.close();
  }
  return 0;
}

function openClient(checked: Checked, clock: Clock): ApiClient {
  return createApiClient({ ...apiOptionsOf(checked), clock, rate: checked.settings.rate?.perSecond });
}
