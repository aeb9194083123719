/** What a refund waits for, while it is not known what became of it. Pure. */
import type { Operation } from "../../../contract/views.ts";
import type { RefundProgress } from "../../store/state.ts";

export type RefundStage = "asking" | "waiting" | "checking";

/** What is queued has not been sent: only from its first attempt on the service may know of it. */
export function refundStage(
  progress: RefundProgress,
  operation: Pick<Operation, "state" | "unknownSince"> | undefined,
): RefundStage {
  if (progress.kind !== "asked") return "asking";
  const isSent = operation?.state === "sending" || (operation?.unknownSince ?? null) !== null;
  return isSent ? "checking" : "waiting";
}
