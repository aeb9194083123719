/** Actions on many reservations at once, and on the till's own rule for them. */
import type { CommandValues } from "../../../contract/commands.ts";
import type { Result, TillError } from "../../../contract/errors.ts";
import { type BulkStep, MOST_AT_ONCE, type ReservationRule } from "../../../contract/reservations.ts";
import type { Payment } from "../../../contract/views.ts";
import { asManager } from "../../store/as-manager.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";
import { reservedLeft } from "../../store/select.ts";

export function reservationActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    chooseReservations(chosen: ReadonlySet<string>) {
      store.setState({ chosenReservations: chosen });
    },
    /**
     * Asks the same of all of them, as long as they still add up to what was seen: as many at a time as main takes. What
     * was not asked stays in the dialog with the reason.
     */
    async bulk(step: BulkStep, payments: readonly Payment[], pin: string | null) {
      store.setState({ managerProblem: null });
      const { dialog } = store.getState();
      const ask = async (batch: readonly Payment[]) => {
        const input = {
          step,
          posTids: batch.map(({ posTid }) => posTid),
          total: batch.reduce((sum, payment) => sum + reservedLeft(payment), 0),
        };
        return asManager(caller, pin, { key: "bulk", command: "reservation.bulk", input });
      };
      const left: string[] = [];
      let problem: TillError | null = null;
      let isStopped = false;
      for (const batch of batches(payments)) {
        const result: Answer = isStopped ? null : await ask(batch);
        if (result === null && !isStopped) return;
        const refused = result?.ok ? result.value.items.filter(({ error }) => error !== null) : batch;
        left.push(...refused.map(({ posTid }) => posTid));
        if (result?.ok) problem ??= result.value.items.find(({ error }) => error !== null)?.error ?? null;
        // What is refused as a whole - a PIN, a sum that has changed - is refused for the rest as well.
        if (result?.ok === false) [problem, isStopped] = [result.error, true];
      }
      // The operator who asked may have gone, and another be there: what that one chooses is theirs.
      if (store.getState().dialog !== dialog) return;
      const chosenReservations = new Set(left);
      if (problem === null) return store.setState({ dialog: null, chosenReservations });
      const before = dialog?.kind === "bulk" ? (dialog.done ?? 0) : 0;
      const done = before + payments.length - left.length;
      store.setState({
        dialog: { kind: "bulk", step, posTids: left, done },
        managerProblem: problem,
        chosenReservations,
      });
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

type Answer = Result<CommandValues["reservation.bulk"]> | null;

function batches(payments: readonly Payment[]): Payment[][] {
  return Array.from({ length: Math.ceil(payments.length / MOST_AT_ONCE) }, (_, index) =>
    payments.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}
