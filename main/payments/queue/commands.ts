import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { Operation } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { type ApiClient, withPriority } from "../../service/api/client.ts";
import type { DataRequests } from "../permissions.ts";
import type { PaymentStore } from "../store.ts";
import { operationView } from "../view.ts";
import type { Signer } from "./locked-refunds.ts";
import type { OperationRow } from "./operation.ts";
import { resolveUnknown, settleIfListed } from "./resolve-unknown.ts";

export interface QueuePorts {
  api: ApiClient;
  store: PaymentStore;
  requests: DataRequests;
  /** The separate refund key, if any (level KEY, 5.1) */
  refundKey: {
    exists(): boolean;
    isUnlocked(): boolean;
    signerOf(operation: Pick<OperationRow, "id" | "kind">): Signer;
    assignTo(operationId: string): void;
  };
  actor(): string | null;
  wake(): void;
  now(): number;
  pollSoon(posTid: string): void;
}

/** The queue commands: list, retry and discard operations. */
export function queueCommands(ports: QueuePorts) {
  const { store, refundKey, actor, wake } = ports;
  const { operations, journal } = store;
  const viewOf = (id: string): Result<Operation> => {
    const row = operations.find(id);
    return row ? done(operationView(row)) : failed("not_found", { operationId: id });
  };
  return {
    "queue.list": (): Result<{ items: Operation[]; codes: string[] }> =>
      done({ items: operations.unsettled().map((row) => operationView(row)), codes: store.rows.waitingCodes() }),
    "queue.tryNow": (): Result<{ depth: number }> => {
      wake();
      return done({ depth: operations.state().depth });
    },
    "queue.retry"({ operationId }: CommandInput<"queue.retry">): Result<Operation> {
      const row = operations.find(operationId);
      if (!row) return failed("not_found", { operationId });
      if (row.settledAt !== null)
        return failed("illegal_state", { operationId, because: reasonFor("queue_settled_already") });
      if (row.state === "parked" && settleIfListed(store, row, actor())) return viewOf(operationId);
      if (refundKey.signerOf(row) === "locked" && !refundKey.isUnlocked()) {
        const because = reasonFor(refundKey.exists() ? "queue_needs_pin" : "queue_no_refund_key");
        return failed("not_allowed", { operationId, because });
      }
      ownerOf(ports, row).commit(row.posTid, (now) => {
        operations.makeDue(operationId, now);
        journal.append(
          { event: "operation.retried", posTid: row.posTid, actor: actor(), data: { id: row.id, kind: row.kind } },
          now,
        );
      });
      if (refundKey.signerOf(row) === "locked") refundKey.assignTo(operationId);
      wake();
      return viewOf(operationId);
    },
    "queue.discard": (input: CommandInput<"queue.discard">) => discard(ports, viewOf, input),
  };
}

function ownerOf({ store, requests }: QueuePorts, { kind }: OperationRow): Pick<DataRequests, "commit"> {
  return kind === "permission" ? requests : store;
}

async function discard(
  ports: QueuePorts,
  viewOf: (id: string) => Result<Operation>,
  { operationId, reason }: CommandInput<"queue.discard">,
): Promise<Result<Operation>> {
  const { api, store, actor, wake, now, pollSoon } = ports;
  const { operations, journal } = store;
  const row = operations.find(operationId);
  if (!row) return failed("not_found", { operationId });
  if (row.settledAt !== null || row.state === "sending") {
    return failed("illegal_state", { operationId, because: reasonFor("queue_settled_or_sent") });
  }
  if (row.state === "parked" && settleIfListed(store, row, actor())) return viewOf(operationId);
  // A data request cannot take effect twice; the service's record shows its fee.
  if (row.unknownSince !== null && row.kind !== "permission") {
    const unresolved = await resolveUnknown({ api: withPriority(api, "person"), store, now }, row);
    if (unresolved !== null) return unresolved;
    const current = operations.find(operationId);
    if (current?.settledAt !== null) return viewOf(operationId);
    if (wasSentAgain(row, current)) return failed("conflict", { operationId, because: reasonFor("queue_sent_again") });
  }
  ownerOf(ports, row).commit(row.posTid, (now) => {
    operations.giveUp(operationId, reasonFor("queue_given_up", { words: { quoted: reason } }), now);
    const data = { id: row.id, kind: row.kind, reason, unknown: row.unknownSince !== null };
    journal.append({ event: "operation.discarded", posTid: row.posTid, actor: actor(), data }, now);
  });
  // The outcome shows whether it was done after all.
  if (row.kind !== "permission") pollSoon(row.posTid);
  wake();
  return viewOf(operationId);
}

function wasSentAgain(previous: OperationRow, current: OperationRow): boolean {
  return current.state === "sending" || current.attempts !== previous.attempts;
}
