/** Actions on many reservations at once, and on the till's own rule for them. */
import type { CommandInput, CommandValues } from "../../../contract/commands.ts";
import type { Result, TillError } from "../../../contract/errors.ts";
import type { TillClient } from "../../../contract/events.ts";
import { type BulkStep, MOST_AT_ONCE, type ReservationRule } from "../../../contract/reservations.ts";
import type { Payment } from "../../../contract/views.ts";
import type { Leave } from "../../kit/context.ts";
import { asManager } from "../../store/as-manager.ts";
import { type ActionPorts, type Caller, keepAll } from "../../store/ports.ts";
import { reservedLeft } from "../../store/select.ts";
import type { ReservationsView } from "../../store/state.ts";

/** How far back reservations that lapsed are shown. */
export const LAPSED_DAYS = 30;
const DAY_MS = 86_400_000;
/** As many as one answer holds; a shop that lets more lapse in a month looks for them in Payments. */
const MOST_LAPSED = 200;

/** What was approved and ended whole; and of what was captured in part, the rest that was booked as expired. */
const LAPSED: CommandInput<"payment.totals">[] = [
  { booked: "approved", phases: ["expired"] },
  { booked: "expired", phases: ["captured", "partly_refunded", "refunded"] },
];

export function reservationActions(ports: ActionPorts, caller: Caller) {
  const { store, client, now } = ports;
  return {
    ...bulkActions(ports, caller),
    chooseReservations(chosen: ReadonlySet<string>) {
      store.setState({ chosenReservations: chosen });
    },
    showReservations: (view: ReservationsView) =>
      store.setState(({ reserved }) => ({ reserved: { ...reserved, view } })),
    /** Reads what customers had approved in the last days, and was not captured before it ended. */
    async readLapsed() {
      const from = new Date(now() - LAPSED_DAYS * DAY_MS).toISOString();
      const [whole, rests] = await Promise.all(LAPSED.map((asked) => lapsedOf(client, { ...asked, from })));
      if (!whole || !rests) return;
      const items = [...whole.items, ...rests.items]
        .sort((one, other) => Date.parse(other.modifiedAt) - Date.parse(one.modifiedAt))
        .slice(0, MOST_LAPSED);
      keepAll(store, items);
      const posTids = items.map(({ posTid }) => posTid);
      const lapsed = { count: whole.count + rests.count, amount: whole.amount + rests.amount, posTids };
      store.setState(({ reserved }) => ({ reserved: { ...reserved, lapsed } }));
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

function bulkActions({ store }: ActionPorts, caller: Caller) {
  return {
    /**
     * Asks the same of all of them, as long as they still add up to what was seen: as many at a time as main takes. What
     * was not asked stays in the dialog with the reason.
     */
    async bulk(step: BulkStep, payments: readonly Payment[], leave: Leave) {
      store.setState({ managerProblem: null });
      const { dialog } = store.getState();
      const ask = async (batch: readonly Payment[]) => {
        return asManager(caller, leave, { key: "bulk", command: "reservation.bulk", input: bulkInput(step, batch) });
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
  };
}

async function lapsedOf(client: TillClient, asked: CommandInput<"payment.totals">) {
  const [totals, page] = await Promise.all([
    client.call("payment.totals", asked),
    client.call("payment.list", { ...asked, limit: MOST_LAPSED }),
  ]);
  if (!totals.ok || !page.ok) return null;
  return { count: totals.value.count, amount: totals.value.booked?.amount ?? 0, items: page.value.items };
}

type Answer = Result<CommandValues["reservation.bulk"]> | null;

/** What is asked of some, with what they add up to as it was seen. */
export function bulkInput(step: BulkStep, payments: readonly Payment[]): CommandInput<"reservation.bulk"> {
  const total = payments.reduce((sum, payment) => sum + reservedLeft(payment), 0);
  return { step, posTids: payments.map(({ posTid }) => posTid), total };
}

function batches(payments: readonly Payment[]): Payment[][] {
  return Array.from({ length: Math.ceil(payments.length / MOST_AT_ONCE) }, (_, index) =>
    payments.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}
