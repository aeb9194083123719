import { screen } from "./screen.tsx";

export default { title: "Screens/Payments" };

export const Payments = screen("payments");
export const PaymentProof = screen("payment-proof");
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
