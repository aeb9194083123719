import type { FindingCode } from "./findings.ts";

export type OutOfServiceCause = "service" | "credentials" | "disk" | "database" | "clock" | "dispenser" | "printer";

/** Findings that stop a till from selling, with the cause shown to customers. */
export const OUT_OF_SERVICE = {
  service_offline: "service",
  service_refused: "credentials",
  disk_full: "disk",
  database_stopped: "database",
  database_damaged: "database",
  clock_too_far: "clock",
  dispenser: "dispenser",
  dispenser_unreached: "dispenser",
  dispenser_unfit: "dispenser",
  dispenser_strange: "dispenser",
  printer_required: "printer",
} as const satisfies Partial<Record<FindingCode, OutOfServiceCause>>;

export type OutOfServiceCode = keyof typeof OUT_OF_SERVICE;
