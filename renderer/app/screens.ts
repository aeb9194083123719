/** Overlays and sign-in screens, loaded lazily. */
export { UpdateChip } from "../settings/health/update-chip.tsx";
export { ClaimOwner } from "../settings/people/claim-owner.tsx";
export { LockedCounter } from "../settings/people/locked-counter.tsx";
export { SignInDialog } from "../settings/people/sign-in-dialog.tsx";
export { NewsSheet } from "./end-news-notices.tsx";
export { FailureSheet } from "./failure-sheet.tsx";
export { KeyMap } from "./key-map.tsx";
export { LockScreen } from "./lock-screen.tsx";
export { SettingsPopover } from "./settings-popover.tsx";
