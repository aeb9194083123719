/** Actions on many reservations at once, and on the till's own rule for them. */
import type { BulkStep, ReservationRule } from "../../contract/reservations.ts";
import type { Payment } from "../../contract/views.ts";
import { asManager } from "./as-manager.ts";
import type { ActionPorts, Caller } from "./ports.ts";
import { reservedLeft } from "./select.ts";

export function reservationActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    chooseReservations(chosen: ReadonlySet<string>) {
      store.setState({ chosenReservations: chosen });
    },
    /** Asks the same of all of them, as long as they still add up to what was seen. */
    async bulk(step: BulkStep, payments: readonly Payment[], pin: string | null) {
      store.setState({ managerProblem: null });
      const input = {
        step,
        posTids: payments.map(({ posTid }) => posTid),
        total: payments.reduce((sum, payment) => sum + reservedLeft(payment), 0),
      };
      const result = await asManager(caller, pin, { key: "bulk", command: "reservation.bulk", input });
      if (result === null) return;
      if (!result.ok) return store.setState({ managerProblem: result.error });
      const refused = result.value.items.find(({ error }) => error !== null)?.error ?? null;
      store.setState({ dialog: null, failure: refused, chosenReservations: new Set() });
    },
    readRule: async (): Promise<ReservationRule | null> => {
      const result = await client.call("reservation.rule", {});
      return result.ok ? result.value : null;
    },
    /** @returns whether the rule is in force */
    async setRule(rule: ReservationRule): Promise<boolean> {
      const result = await caller.once("rule", "reservation.setRule", rule);
      if (result?.ok === false) store.setState({ failure: result.error });
      return result?.ok === true;
    },
  };
}
