/** Payment screens and dialogs, loaded lazily. */
export { AttachDialog } from "./inbox/attach-dialog.tsx";
export { Inbox } from "./inbox/inbox.tsx";
export { CaptureDialog } from "./list/capture-dialog.tsx";
export { ConfirmStepDialog } from "./list/confirm-step-dialog.tsx";
export { Payments } from "./list/payments.tsx";
export { DiscardDialog, RetryDialog } from "./queue/operation-dialogs.tsx";
export { Queue } from "./queue/queue.tsx";
export { RefundDialog } from "./refund/refund-dialog.tsx";
export { BulkDialog } from "./reserved/bulk-dialog.tsx";
export { Reserved } from "./reserved/reserved.tsx";
