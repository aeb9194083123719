/** Age limits of operations, after which an operator decides (docs/reliability.md, "Age"). Pure functions. */
import type { OperationRow } from "./operation.ts";

const MINUTE_MS = 60_000;
const CREATE_MS = 10 * MINUTE_MS;
const SETTLE_MS = 24 * 60 * MINUTE_MS;

/**
 * - `give_up`: never sent; it is discarded and the customer is not asked
 * - `abort`: possibly done; it is settled first, then the payment is aborted
 * - `park`: an operator decides
 */
export type AgeVerdict = "in_time" | "give_up" | "abort" | "park";

/**
 * Checks an operation's age before it is sent. Captures never expire here: the service refuses them once the
 * authorisation ends.
 * @param offlineMinutes age limit of a payment taken offline
 * @param age in ms
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
      // A till that was off for a weekend tries once before it involves an operator.
      return age <= SETTLE_MS || operation.attempts === 0 ? "in_time" : "park";
    case "capture":
    case "reauth":
      return "in_time";
  }
}
