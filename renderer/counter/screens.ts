/** The screens after amount entry, loaded lazily. */
export { ApproveDiscount } from "./charge/approve-discount.tsx";
export { ConfirmSheet } from "./charge/confirm-sheet.tsx";
export { LineSheet } from "./charge/line-sheet.tsx";
export { WhichNumber } from "./charge/number-choice.tsx";
export { SaleSheet } from "./charge/sale-sheet.tsx";
export { TipSheet } from "./charge/tip-sheet.tsx";
export { WeighSheet } from "./charge/weigh-sheet.tsx";
export { PhoneDialog } from "./present/phone-dialog.tsx";
export { Present } from "./present/present.tsx";
export { Result } from "./result/result.tsx";
