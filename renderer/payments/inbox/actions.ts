/** Actions on late money: read what waits for a decision, and keep it. Release and refund are a payment's own steps. */
import { type ActionPorts, answered, type Caller, keepAll } from "../../store/ports.ts";

export function inboxActions(ports: ActionPorts, caller: Caller) {
  const { store, client } = ports;
  return {
    /** Reads every payment in the inbox; events keep them up to date from there. */
    async readInbox() {
      const result = await client.call("inbox.list", {});
      if (result.ok) keepAll(store, result.value.items);
    },
    /** The money is kept: it belongs to a sale after all. @param note which sale, in a person's words; may be empty */
    async attach(posTid: string, note: string) {
      const input = { posTid, note: note.trim() === "" ? undefined : note.trim() };
      const result = await caller.once(`attach ${posTid}`, "payment.attach", input);
      if (answered(ports, caller, result)) store.setState({ dialog: null });
    },
  };
}
