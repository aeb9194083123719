import { type ActionPorts, type Caller, storeOrShowFailure, storePayments } from "../../store/ports.ts";

export function inboxActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  return {
    async readInbox() {
      const result = await client.call("inbox.list", {});
      if (result.ok) storePayments(store, result.value.items);
    },
    /**
     * Assigns late money to a sale.
     * @param note describes the sale; may be empty
     */
    async attach(posTid: string, note: string) {
      const input = { posTid, note: note.trim() === "" ? undefined : note.trim() };
      const result = await caller.callExclusive(`attach ${posTid}`, "payment.attach", input);
      if (storeOrShowFailure(ports, caller, result)) store.setState({ dialog: null });
    },
  };
}
