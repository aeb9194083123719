import { done, failed, type Result } from "../../contract/errors.ts";
import type { Operation } from "../../contract/views.ts";
import type { ApiClient } from "../api/client.ts";
import { getOutcome } from "../api/payment-request.ts";
import type { Ledger } from "../payments/ledger.ts";
import { readOutcome } from "../payments/outcome.ts";
import { operationView } from "../payments/view.ts";
import { settledBy } from "./judge.ts";
import type { OperationRow } from "./operations.ts";

export interface QueuePorts {
  api: ApiClient;
  ledger: Ledger;
  actor(): string | null;
  wake(): void;
}

/** The queue as a manager sees it: what is owed, try it now, give it up with a reason. */
export function queueCommands({ api, ledger, actor, wake }: QueuePorts) {
  const { operations, journal } = ledger;
  /**
   * What was sent without an answer may have been done: the service's record decides first, so that nobody makes it a
   * second time. @returns why it cannot be given up, or null when the record was read; it may be settled then
   */
  const settleDoubt = async (row: OperationRow): Promise<Result<never> | null> => {
    const operationId = row.id;
    const tid = ledger.rows.find(row.posTid)?.tid ?? null;
    if (tid === null) {
      const reason = "The customer may have been asked already. Cancel the payment instead: the till settles both.";
      return failed("illegal_state", { operationId, reason });
    }
    const answer = await getOutcome(api, tid);
    const outcome = answer.ok ? readOutcome(answer.value) : null;
    if (outcome === null) {
      const reason = "Whether this was done is not known, and the service cannot be asked now. It stays in the queue.";
      return failed("offline", { operationId, reason });
    }
    ledger.commit(row.posTid, (now) => {
      ledger.takeIn(row.posTid, outcome, "answer", now);
      if (settledBy(row, outcome) === "done") operations.settle(row.id, { state: "done" }, now);
    });
    return null;
  };
  const shown = (id: string): Result<Operation> => {
    const row = operations.find(id);
    return row ? done(operationView(row)) : failed("not_found", { operationId: id });
  };
  return {
    list: (): Result<{ items: Operation[] }> => done({ items: operations.unsettled().map(operationView) }),
    retry({ operationId }: { operationId: string }): Result<Operation> {
      const row = operations.find(operationId);
      if (!row) return failed("not_found", { operationId });
      if (row.settledAt !== null)
        return failed("illegal_state", { operationId, reason: "This was settled already. Nothing was sent again." });
      ledger.commit(row.posTid, (now) => {
        operations.hurry(operationId, now);
        journal.append(
          { event: "operation.retried", posTid: row.posTid, actor: actor(), data: { id: row.id, kind: row.kind } },
          now,
        );
      });
      wake();
      return shown(operationId);
    },
    async discard({ operationId, reason }: { operationId: string; reason: string }): Promise<Result<Operation>> {
      const row = operations.find(operationId);
      if (!row) return failed("not_found", { operationId });
      if (row.settledAt !== null || row.state === "sending") {
        return failed("illegal_state", {
          operationId,
          reason: "This is settled or being sent: it cannot be given up now.",
        });
      }
      if (row.unknownSince !== null) {
        const doubt = await settleDoubt(row);
        if (doubt !== null) return doubt;
        if (operations.find(operationId)?.settledAt !== null) return shown(operationId);
      }
      ledger.commit(row.posTid, (now) => {
        operations.withdraw(operationId, `Given up: ${reason}`, now);
        const data = { id: row.id, kind: row.kind, reason, unknown: row.unknownSince !== null };
        journal.append({ event: "operation.discarded", posTid: row.posTid, actor: actor(), data }, now);
      });
      wake();
      return shown(operationId);
    },
  };
}
