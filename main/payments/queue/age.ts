/** Age limits of operations, after which an operator decides: pure. docs/reliability.md, "Age". */
import type { OperationRow } from "./operation.ts";

const MINUTE_MS = 60_000;
/** A customer at the counter waits for this long. */
const CREATE_MS = 10 * MINUTE_MS;
const SETTLE_MS = 24 * 60 * MINUTE_MS;

/**
 * - `give_up`: it was never sent; nobody was asked, and nobody will be
 * - `abort`: it may have been done: it is settled first, and the payment aborted behind it
 * - `park`: an operator decides
 */
export type AgeVerdict = "in_time" | "give_up" | "abort" | "park";

/**
 * Checks an operation's age before it is sent (again). A capture waits until the authorisation ends: the service
 * itself says so.
 * @param offlineMinutes how long an intent that was taken offline may wait
 * @param age            in ms
 */
export function judgeAge(
  operation: Pick<OperationRow, "kind" | "unknownSince" | "attempts">,
  takenOffline: boolean,
  offlineMinutes: number,
  age: number,
): AgeVerdict {
  switch (operation.kind) {
    case "create":
      if (age <= (takenOffline ? offlineMinutes * MINUTE_MS : CREATE_MS)) return "in_time";
      return operation.unknownSince === null ? "give_up" : "abort";
    case "permission":
      if (age <= CREATE_MS) return "in_time";
      return operation.unknownSince === null ? "give_up" : "abort";
    case "release":
    case "abort":
    case "refund":
      // A till that was switched off for a weekend tries before it bothers anybody.
      return age <= SETTLE_MS || operation.attempts === 0 ? "in_time" : "park";
    case "capture":
    case "reauth":
      return "in_time";
  }
}
