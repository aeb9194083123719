import type { TillState } from "../renderer/store/state.ts";
import { screen } from "./screen.tsx";

export default { title: "Screens/Payments" };

export const Payments = screen("payments");
export const PaymentProof = screen("payment-proof", { presses: [/^(More|Mer)$/] });
export const PaymentEnded = screen("payment-ended");
export const PaymentParked = screen("payment-parked");
export const PaymentsNone = screen("payments-none");
export const Refund = screen("refund");
export const Reserved = screen("reserved");
export const Capture = screen("capture");
export const Release = screen("release");
export const Inbox = screen("inbox");
export const Attach = screen("attach");
export const InboxEmpty = screen("inbox-empty");
export const Queue = screen("queue");
export const QueueOffline = screen("queue-offline");
export const QueueEmpty = screen("queue-empty");
export const CancelUnsent = screen("cancel-unsent");

/** Repeats the recorded payments until the list has this many rows. */
function rows(count: number) {
  return ({ payments, list }: TillState): Partial<TillState> => {
    const models = list.ids.flatMap((id) => payments[id] ?? []);
    const copies = Array.from({ length: count }, (_, index) => ({
      ...(models[index % models.length] as (typeof models)[number]),
      posTid: `row-${index}`,
      number: `1FT4-${String(count - index).padStart(4, "0")}`,
    }));
    return {
      payments: Object.fromEntries(copies.map((payment) => [payment.posTid, payment])),
      list: { ...list, ids: copies.map(({ posTid }) => posTid), totals: { count, sums: null, booked: null } },
      selectedId: null,
    };
  };
}

export const Rows0 = screen("payments", { change: rows(0) });
export const Rows1 = screen("payments", { change: rows(1) });
export const Rows25 = screen("payments", { change: rows(25) });
export const Rows500 = screen("payments", { change: rows(500) });
export const Bulk = screen("reserved", {
  change: ({ list }) => ({ dialog: { kind: "bulk", step: "capture", posTids: list.ids.slice(0, 1) } }),
});
export const Retry = screen("queue", { change: ({ queue }) => withOperation("retry", queue) });
export const Discard = screen("queue", { change: ({ queue }) => withOperation("discard", queue) });

function withOperation(kind: "retry" | "discard", { items }: TillState["queue"]): Partial<TillState> {
  const [operation] = items;
  return operation ? { dialog: { kind, operation } } : {};
}
