import { packReason, reasonFor } from "../../contract/reasons/reasons.ts";
import type { DataRequests, RequestAttempt } from "../payments/permissions.ts";
import { type Decision, judge, withExplanation } from "../payments/queue/judge.ts";
import type { Settlement } from "../payments/queue/operation.ts";
import { settlementOf } from "../payments/queue/settling.ts";
import type { Refused } from "../service/api/errors.ts";
import { postPermissionRequest } from "../service/api/permission-request.ts";
import type { PermissionStore } from "./store.ts";

const CONFLICT = 409;

export function permissionRequests(store: PermissionStore, pollSoon: (posTid: string) => void): DataRequests {
  return {
    commit: store.commit,
    perform: (attempt) => perform(store, attempt, pollSoon),
    giveUp({ id, posTid, kind, unknownSince }) {
      const isWaitedFor = store.find(posTid)?.phase === "queued";
      if (unknownSince !== null && !isWaitedFor) return;
      const because = reasonFor(unknownSince === null ? "permission_never_sent" : "permission_not_answered");
      store.commit(posTid, (now) => {
        if (unknownSince === null) store.operations.withdraw(id, because, now);
        store.journal.append(
          { event: "operation.expired", posTid, data: { id, kind, because: packReason(because) } },
          now,
        );
        if (isWaitedFor) store.change(posTid, { phase: "expired", attention: because }, now);
      });
    },
  };
}

async function perform(
  store: PermissionStore,
  attempt: RequestAttempt,
  pollSoon: (posTid: string) => void,
): Promise<Decision | null> {
  const { api, operation, random, credentialsRefused } = attempt;
  const { posTid, body, isIntact } = operation;
  if (!isIntact) return decide(store, attempt, { is: "parked", because: reasonFor("permission_damaged") });
  const answer = await postPermissionRequest(api, body);
  if (!answer.ok) {
    const { error } = answer;
    if (error.kind === "refused") return decide(store, attempt, refused(error));
    return decide(store, attempt, judge(operation, error, random(), credentialsRefused));
  }
  const { rid } = answer.value;
  const other = store.rows.findByRid(rid);
  if (other !== null && other.posTid !== posTid)
    return decide(store, attempt, { is: "refused", because: reasonFor("permission_id_taken") });
  store.commit(posTid, (now) => {
    const isWaitedFor = store.find(posTid)?.phase === "queued";
    store.change(posTid, isWaitedFor ? { rid, phase: "waiting" } : { rid }, now);
    settle(store, attempt, { state: "done" }, now);
  });
  pollSoon(posTid);
  return null;
}

/** The same ids and data are the same request (G15), so a conflict means another request. */
function refused(error: Refused): Decision {
  if (error.status === CONFLICT) return { is: "refused", because: reasonFor("permission_id_taken") };
  return { is: "refused", because: reasonFor("permission_refused", { cause: withExplanation(error) }) };
}

function decide(store: PermissionStore, attempt: RequestAttempt, decision: Decision): Decision {
  const { operation, clock } = attempt;
  store.commit(operation.posTid, (now) => settle(store, attempt, settlementOf(decision, operation, clock.now()), now));
  return decision;
}

/** Records no exchange, because responses may contain the customer's data. */
function settle(store: PermissionStore, { operation }: RequestAttempt, settlement: Settlement, now: number): void {
  const { id, posTid, kind, attempts, unknownSince } = operation;
  if (store.operations.find(id)?.settledAt !== null) return;
  const phase = store.find(posTid)?.phase;
  const isOver = phase === "aborted" || phase === "expired";
  const mayHaveArrived = settlement.state === "unknown" || (settlement.state === "parked" && unknownSince !== null);
  if (isOver && settlement.state !== "done" && !mayHaveArrived) {
    store.operations.withdraw(id, reasonFor("permission_aborted"), now);
    return;
  }
  store.operations.settle(id, settlement, now);
  const { state } = settlement;
  const nothingNew = state === "ready" || (state === "unknown" && unknownSince !== null);
  if (nothingNew) return;
  const because = "because" in settlement ? packReason(settlement.because) : null;
  store.journal.append({ event: `operation.${state}`, posTid, data: { id, kind, attempts, because } }, now);
}
