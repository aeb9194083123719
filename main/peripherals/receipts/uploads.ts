/**
 * Uploads receipts to the service (2.3, G21). The address expires, so each attempt polls the outcome for a new one. A
 * retry sends the same bytes and number.
 */

import type { UploadProblem } from "../../../contract/receipts/receipts.ts";
import { startLoop } from "../../lib/loop.ts";
import { createStopwatch } from "../../payments/queue/stopwatch.ts";
import { uploadAttachments } from "../../service/api/attachments.ts";
import { mayFetch } from "../../service/api/callback-message.ts";
import { type ApiError, describeError } from "../../service/api/errors.ts";
import { getOutcome } from "../../service/api/payment-request.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { ServiceContext } from "../../service/context.ts";
import { type Ended, endJob, type JobEnd, type JobRow, type PrintJobs } from "../printing/jobs.ts";
import { readReceipt } from "./issued.ts";

/** After this time the customer no longer expects the receipt in the app. */
export const UPLOAD_AGE_MS = 72 * 60 * 60_000;
/** Attempts after which a rejected address is a permanent failure. */
const MAX_REFUSALS = 8;
/** Pause between uploads, which leaves the service's capacity to payments. */
const SPACING_MS = 500;
const LOOK_MS = 60_000;

export interface UploadPorts extends Pick<ServiceContext, "api" | "clock" | "database" | "log" | "random"> {
  jobs: PrintJobs;
  trustedHosts: readonly string[];
  tidOf(posTid: string): string | null;
  ended: Ended;
  onChange(): void;
}

export type Uploads = ReturnType<typeof startUploads>;

/** Allows the service itself, or a trusted host over https (G28). `uri` may be relative to the service. */
export function isUploadAllowed(uri: string, serviceOrigin: string, trustedHosts: readonly string[]): boolean {
  if (!URL.canParse(uri, serviceOrigin)) return false;
  const { origin, username, password } = new URL(uri, serviceOrigin);
  if (username !== "" || password !== "") return false;
  return origin === serviceOrigin || mayFetch(uri, trustedHosts);
}

export function startUploads(ports: UploadPorts) {
  const { clock, jobs } = ports;
  const stopwatch = createStopwatch(clock);
  const { wake, close, closed } = startLoop(ports, async () => {
    // After a clock change, everything is due.
    if (stopwatch.takeClockJumpMs() !== 0) jobs.makeDue(clock.now());
    const job = jobs.next("electronic");
    const wait = job === null ? LOOK_MS : job.dueAt - clock.now();
    if (job === null || wait > 0) return Math.min(wait, LOOK_MS);
    const end = await attempt(ports, job, stopwatch.ageOf({ id: job.id, createdAt: job.createdAt, retriedAt: null }));
    if (end !== null) endJob(ports, job, end);
    ports.onChange();
    await clock.sleep(SPACING_MS, closed);
    return 0;
  });
  return {
    wake,
    online() {
      jobs.makeDue(clock.now());
      wake();
    },
    close,
  };
}

async function attempt(ports: UploadPorts, job: JobRow, ageMs: number): Promise<JobEnd | null> {
  const { api, trustedHosts } = ports;
  if (ageMs > UPLOAD_AGE_MS) return { state: "failed", problem: "too_old" };
  const outcome = await getOutcome(api, ports.tidOf(job.posTid ?? "") ?? "-");
  if (!outcome.ok) return retryLater(ports, job, "no_service", outcome.error);
  const uri = outcome.value.attachment_uri ?? null;
  if (uri === null) return retryLater(ports, job, "no_address", null);
  if (!isUploadAllowed(uri, api.endpoints.origin, trustedHosts)) return { state: "failed", problem: "untrusted_host" };
  const receipt = readReceipt(new TextDecoder().decode(job.bytes));
  const sent = await uploadAttachments(api, uri, [{ kind: "receipt", receipt }]);
  if (sent.ok) return { state: "done", confirmed: true };
  const { error } = sent;
  if (error.kind === "try_again") return retryLater(ports, job, "no_service", error);
  // The address may have expired between the two requests. The next outcome has a new one.
  const isExpired = error.status === 404 || error.status === 410;
  if (isExpired && job.attempts < MAX_REFUSALS) return retryLater(ports, job, "refused", error);
  return { state: "failed", problem: "refused" };
}

function retryLater(
  { clock, jobs, log, random }: UploadPorts,
  job: JobRow,
  problem: UploadProblem,
  error: ApiError | null,
) {
  const retryAfterMs = error?.kind === "try_again" ? (error.retryAfterMs ?? 0) : 0;
  const pause = Math.max(pauseAfter(job.attempts + 1, random()), retryAfterMs);
  jobs.postpone(job.id, problem, clock.now() + pause);
  log.info({ jobId: job.id, problem, error: error && describeError(error) }, "a receipt could not be uploaded yet");
  return null;
}
