import type { CommandInput, CommandValues } from "../../../contract/bridge/commands.ts";
import type { TillClient } from "../../../contract/bridge/events.ts";
import type { Result, TillError } from "../../../contract/calls/errors.ts";
import { type BulkStep, MAX_BULK_RESERVATIONS, type ReservationRule } from "../../../contract/payments/reservations.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import type { CommandApproval } from "../../kit/context.ts";
import { asManager } from "../../store/as-manager.ts";
import { type ActionPorts, type Caller, storePayments } from "../../store/ports.ts";
import { reservedLeft } from "../../store/select.ts";
import type { ReservationsView } from "../../store/state.ts";

export const LAPSED_DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum of one response; older ones are found in Payments. */
const MOST_LAPSED = 200;

/** Expired as a whole, and the expired rest of partial captures. */
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
    async readLapsed() {
      const from = new Date(now() - LAPSED_DAYS * DAY_MS).toISOString();
      const [expired, expiredRests] = await Promise.all(LAPSED.map((filter) => lapsedOf(client, { ...filter, from })));
      if (!expired || !expiredRests) return;
      const items = [...expired.items, ...expiredRests.items]
        .sort((one, other) => Date.parse(other.modifiedAt) - Date.parse(one.modifiedAt))
        .slice(0, MOST_LAPSED);
      storePayments(store, items);
      const posTids = items.map(({ posTid }) => posTid);
      const lapsed = {
        count: expired.count + expiredRests.count,
        amount: expired.amount + expiredRests.amount,
        posTids,
      };
      store.setState(({ reserved }) => ({ reserved: { ...reserved, lapsed } }));
    },
    readRule: async (): Promise<ReservationRule | null> => {
      const result = await client.call("reservation.rule", {});
      return result.ok ? result.value : null;
    },
    setRule: async (rule: ReservationRule): Promise<boolean> =>
      (await caller.callOrShowFailure("rule", "reservation.setRule", rule)) !== null,
  };
}

function bulkActions({ store }: ActionPorts, caller: Caller) {
  return {
    /**
     * Runs a step on all reservations in batches, while their sum equals the one shown. The dialog keeps the rest with
     * the reason.
     */
    async bulk(step: BulkStep, payments: readonly Payment[], approval: CommandApproval) {
      store.setState({ managerProblem: null });
      const { dialog } = store.getState();
      const ask = async (batch: readonly Payment[]) => {
        return asManager(caller, approval, { key: "bulk", command: "reservation.bulk", input: bulkInput(step, batch) });
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
        // An error of a whole batch, such as a wrong PIN, applies to the rest as well.
        if (result?.ok === false) [problem, isStopped] = [result.error, true];
      }
      // The user may have changed: the selection belongs to the new one.
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

export function bulkInput(step: BulkStep, payments: readonly Payment[]): CommandInput<"reservation.bulk"> {
  const total = payments.reduce((sum, payment) => sum + reservedLeft(payment), 0);
  return { step, posTids: payments.map(({ posTid }) => posTid), total };
}

function batches(payments: readonly Payment[]): Payment[][] {
  return Array.from({ length: Math.ceil(payments.length / MAX_BULK_RESERVATIONS) }, (_, index) =>
    payments.slice(index * MAX_BULK_RESERVATIONS, (index + 1) * MAX_BULK_RESERVATIONS),
  );
}
