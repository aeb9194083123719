/** Actions on what the till owes the service: read it, and - for a manager - try it again or give it up. */
import type { Result } from "../../../contract/errors.ts";
import type { Operation } from "../../../contract/views.ts";
import type { Leave } from "../../kit/context.ts";
import { asManager } from "../../store/as-manager.ts";
import { type ActionPorts, type Caller, keepAll } from "../../store/ports.ts";

/** As many payments as one answer may hold. */
const AT_ONCE = 200;

export function queueActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const takeAnswer = async (asked: Promise<Result<Operation> | null>) => {
    store.setState({ managerProblem: null });
    const { dialog } = store.getState();
    const result = await asked;
    if (result === null) return;
    // The dialog that asked may be gone, and another person's open: the answer is not for that one.
    const isOpen = store.getState().dialog === dialog;
    if (!result.ok) return isOpen ? store.setState({ managerProblem: result.error }) : undefined;
    if (isOpen) store.setState({ dialog: null });
    await readQueue(ports);
  };
  return {
    readQueue: () => readQueue(ports),
    /** Whether the service can be reached is found out now, and what waits goes out with it. */
    async tryNow() {
      const result = await caller.once("tryNow", "queue.tryNow", {});
      if (result?.ok === false) store.setState({ failure: result.error });
    },
    /** Sends a parked operation again: the same bytes, under the same id. */
    retryOperation: ({ id }: Operation, leave: Leave) =>
      takeAnswer(
        asManager(caller, leave, { key: `operation ${id}`, command: "queue.retry", input: { operationId: id } }),
      ),
    /** Gives an operation up for good. */
    discardOperation: ({ id }: Operation, reason: string, leave: Leave) =>
      takeAnswer(
        asManager(caller, leave, {
          key: `operation ${id}`,
          command: "queue.discard",
          input: { operationId: id, reason: reason.trim() },
        }),
      ),
  };
}

async function readQueue({ store, client }: ActionPorts): Promise<void> {
  store.setState(({ owed }) => ({ owed: { ...owed, status: "loading" } }));
  const result = await client.call("queue.list", {});
  if (!result.ok) return store.setState(({ owed }) => ({ owed: { ...owed, status: "failed" } }));
  const { items, codes } = result.value;
  store.setState({ owed: { items, codes, status: "idle", read: true } });
  // An operation says whose it is by an id that nobody reads aloud: the payment's number comes with the payment.
  const known = store.getState().payments;
  const missing = [...new Set([...items.map(({ posTid }) => posTid), ...codes])].filter((posTid) => !known[posTid]);
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const payments = await client.call("payment.list", { posTids: missing.slice(from, from + AT_ONCE) });
    if (payments.ok) keepAll(store, payments.value.items);
  }
}
