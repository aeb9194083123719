/** Why a till takes no payment now: for its log, its Health page, and the customers of a kiosk. Pure. */
import type { FindingCode } from "./findings.ts";

/** What customers are told of it: each has a sentence of its own at the kiosk. */
export type OutOfServiceCause = "service" | "credentials" | "disk" | "database" | "clock" | "dispenser" | "printer";

/** The Health page's findings that keep a till from selling, with what customers are told of them. */
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
