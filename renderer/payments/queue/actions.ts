import type { Result } from "../../../contract/calls/errors.ts";
import type { Operation, Payment } from "../../../contract/payments/views.ts";
import type { CommandApproval } from "../../kit/context.ts";
import { answerDialog, asManager } from "../../store/as-manager.ts";
import { type ActionPorts, type Caller, storePayments } from "../../store/ports.ts";

const AT_ONCE = 200;

export function queueActions(ports: ActionPorts, caller: Caller) {
  const takeAnswer = async (asked: Promise<Result<Operation> | null>) => {
    if ((await answerDialog(ports.store, asked)) !== null) await readQueue(ports);
  };
  return {
    readQueue: () => readQueue(ports),
    async tryNow() {
      await caller.callOrShowFailure("tryNow", "queue.tryNow", {});
    },
    /** Retries a parked operation with the same body and id. */
    retryOperation: ({ id }: Operation, approval: CommandApproval) =>
      takeAnswer(
        asManager(caller, approval, { key: `operation ${id}`, command: "queue.retry", input: { operationId: id } }),
      ),
    discardOperation: ({ id }: Operation, reason: string, approval: CommandApproval) =>
      takeAnswer(
        asManager(caller, approval, {
          key: `operation ${id}`,
          command: "queue.discard",
          input: { operationId: id, reason: reason.trim() },
        }),
      ),
  };
}

async function readQueue({ store, client }: ActionPorts): Promise<void> {
  store.setState(({ queue }) => ({ queue: { ...queue, status: "loading" } }));
  const result = await client.call("queue.list", {});
  if (!result.ok) return store.setState(({ queue }) => ({ queue: { ...queue, status: "failed" } }));
  const { items, codes } = result.value;
  store.setState({ queue: { items, codes, status: "idle", read: true } });
  const known = store.getState().payments;
  const missing = [...new Set([...items.map(({ posTid }) => posTid), ...codes])].filter((posTid) => !known[posTid]);
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const payments = await client.call("payment.list", { posTids: missing.slice(from, from + AT_ONCE) });
    if (payments.ok) storePayments(store, payments.value.items);
  }
}

/** Returns the amount in minor units. Requests, releases and cancels affect the whole payment. null: unknown */
export function amountOf({ amount, additionalAmount }: Operation, payment: Payment | undefined): number | null {
  if (amount !== null) return amount + (additionalAmount ?? 0);
  return payment === undefined ? null : payment.amount + payment.additionalAmount;
}
