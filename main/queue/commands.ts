import { done, failed, type Result } from "../../contract/errors.ts";
import type { Operation } from "../../contract/views.ts";
import type { Ledger } from "../payments/ledger.ts";
import { operationView } from "../payments/view.ts";

export interface QueuePorts {
  ledger: Ledger;
  actor(): string | null;
  wake(): void;
}

/** The queue as a manager sees it: what is owed, try it now, give it up with a reason. */
export function queueCommands({ ledger, actor, wake }: QueuePorts) {
  const { operations, journal } = ledger;
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
    discard({ operationId, reason }: { operationId: string; reason: string }): Result<Operation> {
      const row = operations.find(operationId);
      if (!row) return failed("not_found", { operationId });
      if (row.settledAt !== null || row.state === "sending") {
        return failed("illegal_state", {
          operationId,
          reason: "This is settled or being sent: it cannot be given up now.",
        });
      }
      // Only its answer tells whether the customer was asked: given up, nobody would ever know.
      if (row.kind === "create" && row.unknownSince !== null) {
        return failed("illegal_state", {
          operationId,
          reason: "The customer may have been asked already. Cancel the payment instead: the till settles both.",
        });
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
