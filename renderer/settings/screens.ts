export { InstallDialog } from "./health/install-dialog.tsx";
export { AcknowledgeVendDialog, ResolveVendDialog, UnblockSlotDialog } from "./health/vends/vend-dialogs.tsx";
export { PrintedPage } from "./receipts/printed-page.tsx";
export { PrinterDialog } from "./receipts/printer-dialog.tsx";
export { ReceiptDialog } from "./receipts/receipt-dialog.tsx";
export { PrintedStickers } from "./stickers/printed-stickers.tsx";
