import type { UpdateReason, UpdateState } from "../../../contract/values/updates.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { FeedState } from "./feed.ts";
import { ALARM_AFTER_MS, nextStep, offReason, refusal, type UpdateFacts } from "./policy.ts";
import type { UpdateRecordStore } from "./record.ts";

/** State of updates for the screens. */
export function stateOf(
  facts: UpdateFacts,
  store: Pick<UpdateRecordStore, "record" | "failedInstall">,
  feed: FeedState,
): UpdateState {
  const record = store.record();
  const off = offReason(facts);
  if (off !== null) return { state: "off", version: null, since: null, because: off };
  const { offer } = facts;
  const seenAt = record.seen?.version === offer?.version ? (record.seen?.at ?? null) : null;
  const foundProblem = problemOf(facts, store, seenAt);
  if (foundProblem !== null) return foundProblem;
  if (offer === null || refusal(facts, offer) === "not_newer") {
    const because = record.checkedAt === null ? "not_checked" : null;
    return { state: "current", version: null, since: isoOrNull(record.checkedAt), because };
  }
  const step = nextStep({ ...facts, checkInMs: Number.POSITIVE_INFINITY });
  const reason = step.do === "wait" ? step.because : null;
  const state = facts.downloaded ? "waiting" : "available";
  const because = feed.downloading !== null ? "downloading" : reason;
  return { state, version: offer.version, since: isoOrNull(seenAt), because };
}

/** Returns the problem to show; null if none exists. */
function problemOf(
  facts: UpdateFacts,
  store: Pick<UpdateRecordStore, "record" | "failedInstall">,
  seenAt: number | null,
): UpdateState | null {
  const record = store.record();
  const { offer, now } = facts;
  const failed = (because: UpdateReason, since: number | null): UpdateState => ({
    state: "failed",
    because,
    version: offer?.version ?? null,
    since: isoOrNull(since),
  });
  const isLong = (since: number | null): since is number => since !== null && now - since >= ALARM_AFTER_MS;
  const refused = offer === null ? null : refusal(facts, offer);
  if (refused !== null && refused !== "not_newer") return failed(refused, seenAt);
  if (record.wrongFile !== null) return failed("file_differs", record.wrongFile.at);
  if (facts.failedInstalls > 0) return failed("install_failed", store.failedInstall()?.at ?? null);
  // Set only while the payment service is reachable; being offline is reported elsewhere.
  if (record.checkFailingSince !== null) return failed("check_failed", record.checkFailingSince);
  return isLong(record.downloadFailingSince) ? failed("download_failed", record.downloadFailingSince) : null;
}
