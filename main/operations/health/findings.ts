/** Findings of the health page: the most important one per area. */
import type { HealthArea, HealthFinding, HealthReport } from "../../../contract/diagnostics/diagnostics.ts";
import { FINDINGS, type FindingCode, type HealthStatus } from "../../../contract/health/findings.ts";
import type { PrinterFault } from "../../../contract/receipts/receipts.ts";
import { isManualUpdate } from "../../../contract/values/updates.ts";

export type HealthFacts = Omit<HealthReport, "status" | "findings" | "restore">;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Customers notice a delay above this limit. */
const SLOW_MS = 3000;
/** Highest error rate without a finding. With enough samples, 10 % is not random. */
const MAX_ERROR_RATE = 0.1;
const MIN_REQUESTS = 10;
const OLD_OPERATION_MS = 15 * MINUTE_MS;
/** The check runs daily when idle; after three days the till is never idle or never on. */
const UNCHECKED_MS = 3 * DAY_MS;
const UNSIGNED_MS = 3 * HOUR_MS;
const LONG_UPDATE_MS = 7 * DAY_MS;
/** Smallest supported screen, in CSS pixels. */
const SMALLEST = { width: 800, height: 600 };
/** SQLite's `synchronous` values: FULL is 2, EXTRA is 3. */
const FULL = 2;

export function healthFindings(facts: HealthFacts): Pick<HealthReport, "findings" | "status"> {
  const now = Date.parse(facts.at);
  const findings: Record<HealthArea, HealthFinding> = {
    service: service(facts),
    clock: clock(facts),
    callbacks: callbacks(facts),
    queue: queue(facts, now),
    disk: disk(facts),
    database: database(facts, now),
    backups: backups(facts, now),
    journal: journal(facts, now),
    ledger: ledger(facts),
    webhooks: webhooks(facts),
    centre: centre(facts),
    vault: vault(facts),
    program: program(facts, now),
    logs: logs(facts),
    printer: printer(facts),
    dispenser: dispenser(facts),
    customer: customer(facts),
    display: display(facts),
  };
  return { findings, status: worst(Object.values(findings)) };
}

const ORDER: readonly HealthStatus[] = ["ok", "attention", "bad"];

function worst(findings: readonly HealthFinding[]): HealthStatus {
  const found = findings.map(({ code }) => ORDER.indexOf(FINDINGS[code].status));
  return ORDER[Math.max(0, ...found)] ?? "ok";
}

function finding(code: FindingCode, values: HealthFinding["values"] = {}): HealthFinding {
  return { code, values };
}

function service({ service: { link, requests, slowMs, errorShare } }: HealthFacts): HealthFinding {
  if (link === "auth_failed") return finding("service_refused");
  if (link === "offline") return finding("service_offline");
  if (requests === 0) return finding("service_not_asked");
  const failing = requests >= MIN_REQUESTS && (errorShare ?? 0) >= MAX_ERROR_RATE;
  if (failing || link === "degraded") {
    return finding("service_unsteady", { percent: Math.round((errorShare ?? 0) * 100) });
  }
  if (slowMs !== null && slowMs > SLOW_MS) return finding("service_slow", { seconds: tenths(slowMs / 1000) });
  return finding("service_online");
}

function clock({ clock: { skewMs, comparedAt, correcting }, outOfService }: HealthFacts): HealthFinding {
  if (comparedAt === null) return finding("clock_not_compared");
  if (!correcting) return finding("clock_right");
  const code = outOfService.includes("clock_too_far") ? "clock_too_far" : "clock_off";
  return finding(code, { seconds: Math.round(Math.abs(skewMs) / 1000) });
}

const MIN_EVENTS = 10;

function callbacks({ demo, callbacks: facts }: HealthFacts): HealthFinding {
  const { receiving, trouble, inClear, verdicts, day, key, scans, cut } = facts;
  if (trouble !== null) return finding("callbacks_no_address", { detail: trouble });
  if (!receiving) return finding("callbacks_off");
  if (!cut.quiet) return finding("callbacks_cut", { number: cut.number });
  if (key !== "verifies")
    return finding(`callbacks_${key === "weak" ? "weak" : "no"}_key${scans === "claim" ? "_claims" : ""}`);
  const sum = (way: "callback" | "poll") => day.reduce((total, bucket) => total + bucket[way], 0);
  const [called, polled] = [sum("callback"), sum("poll")];
  if (verdicts.refused > 0 && verdicts.applied === 0) return finding("callbacks_refused", { number: verdicts.refused });
  const hasEnoughEvents = called + polled >= MIN_EVENTS;
  if (hasEnoughEvents && called === 0 && verdicts.applied === 0) return finding("callbacks_silent");
  if (inClear !== null) return finding("callbacks_in_clear", { address: inClear });
  // On one machine, polling is as fast as callbacks.
  if (hasEnoughEvents && polled > called) return finding(demo ? "callbacks_late_demo" : "callbacks_late");
  return finding(called > 0 || verdicts.applied > 0 ? "callbacks_arriving" : "callbacks_waiting");
}

function queue({ queue: { depth, oldestAt, paused, parked } }: HealthFacts, now: number): HealthFinding {
  if (paused) return finding("queue_paused");
  if (parked > 0) return finding("queue_parked", { number: parked });
  if (depth === 0 || oldestAt === null) return finding("queue_empty");
  const age = now - Date.parse(oldestAt);
  return age > OLD_OPERATION_MS
    ? finding("queue_old", { number: depth, minutes: Math.floor(age / MINUTE_MS) })
    : finding("queue_sending", { number: depth });
}

function disk({ disk: { freeBytes, state } }: HealthFacts): HealthFinding {
  if (freeBytes === null) return finding(state === "ok" ? "disk_unknown" : `disk_${state}`, { megabytes: "?" });
  const megabytes = Math.floor(freeBytes / 1_000_000);
  if (state === "full") return finding("disk_full", { megabytes });
  return state === "low" ? finding("disk_low", { megabytes }) : finding("disk_roomy");
}

function database({ database: facts }: HealthFacts, now: number): HealthFinding {
  const { stopped, damage, disagrees, copied, journalMode, synchronous, fullCheckAt } = facts;
  if (stopped) return finding("database_stopped");
  if (damage !== null) return finding("database_damaged");
  if (disagrees !== null) return finding("database_disagrees", { period: disagrees });
  if (copied !== null) return finding("database_copied", { number: copied.number });
  if (journalMode !== "wal" || synchronous < FULL)
    return finding("database_unsafe", { mode: `${journalMode}, ${synchronous}` });
  const age = fullCheckAt === null ? 0 : now - Date.parse(fullCheckAt);
  return age > UNCHECKED_MS
    ? finding("database_unchecked", { days: Math.floor(age / DAY_MS) })
    : finding("database_sound");
}

function backups({ backups: { lastAt, overdue } }: HealthFacts, now: number): HealthFinding {
  if (overdue && lastAt !== null)
    return finding("backups_overdue", { hours: Math.floor((now - Date.parse(lastAt)) / HOUR_MS) });
  return finding(lastAt === null ? "backups_none" : "backups_fresh");
}

function journal({ journal: { signedAt } }: HealthFacts, now: number): HealthFinding {
  const age = signedAt === null ? 0 : now - Date.parse(signedAt);
  return age > UNSIGNED_MS
    ? finding("journal_unsigned", { hours: Math.floor(age / HOUR_MS) })
    : finding("journal_signed");
}

/** Refusals with their own finding; the others show the field or code. */
const CENTRE_REFUSALS: Readonly<Record<string, FindingCode>> = {
  other_shop: "centre_refused_address",
  other_till: "centre_refused_address",
  shop_not_provisioned: "centre_refused_no_shop",
  older_version: "centre_refused_older",
  older_issue: "centre_refused_older",
};

function centre({ centre: { state, versions, detail } }: HealthFacts): HealthFinding {
  const refusal = state === "refused" ? CENTRE_REFUSALS[detail ?? ""] : undefined;
  return finding(refusal ?? `centre_${state}`, { versions: versions.join(", "), detail: detail ?? "" });
}

function ledger({ ledger: { state, behind, detail } }: HealthFacts): HealthFinding {
  return finding(`ledger_${state}`, { number: behind, detail: detail ?? "" });
}

function webhooks({ webhooks: { state, behind, address, detail } }: HealthFacts): HealthFinding {
  return finding(`webhooks_${state}`, { number: behind, address: address ?? "", detail: detail ?? "" });
}

function vault({ vault: { backend, weak, accepted } }: HealthFacts): HealthFinding {
  if (accepted) return finding("vault_weak_accepted");
  if (weak) return finding("vault_weak");
  return finding(backend === "machine-key" ? "vault_machine_key" : "vault_sealed");
}

function program({ demo, program: { update } }: HealthFacts, now: number): HealthFinding {
  const { state, version, since, because } = update;
  if (state === "failed") return finding("program_update_failed");
  if (state === "off") return finding(demo ? "program_updates_off_demo" : "program_updates_off");
  if (version !== null && isManualUpdate(because)) return finding("program_update_by_hand", { version });
  if (version === null || state === "current") return finding("program_current");
  const age = since === null ? 0 : now - Date.parse(since);
  return age > LONG_UPDATE_MS
    ? finding("program_update_waits", { version, days: Math.floor(age / DAY_MS) })
    : finding("program_update_ready", { version });
}

function logs({ logs: files }: HealthFacts): HealthFinding {
  if (files === null) return finding("logs_off");
  return files.failing === null ? finding("logs_written") : finding("logs_failing", { number: files.lost });
}

const PRINTER_FAULTS = {
  unreachable: "printer_unreachable",
  no_answer: "printer_no_answer",
  paper_out: "printer_paper_out",
  cover_open: "printer_cover_open",
  printer_error: "printer_error",
  no_permission: "printer_no_permission",
  queue_stopped: "printer_queue_stopped",
  interrupted: "printer_interrupted",
} as const satisfies Record<PrinterFault, FindingCode>;

function printer({ printer: { state, fault, paperLow, waiting }, outOfService }: HealthFacts): HealthFinding {
  if (outOfService.includes("printer_required")) return finding("printer_required", { number: waiting });
  if (state === "off") return finding("printer_off");
  if (fault !== null) return finding(PRINTER_FAULTS[fault], { number: waiting });
  if (state === "unseen") return finding("printer_unseen");
  return finding(paperLow ? "printer_paper_low" : "printer_ready");
}

function dispenser({ dispenser, outOfService }: HealthFacts): HealthFinding {
  const { driver, problem, toLookAt, offSale, unreadable } = dispenser;
  if (problem !== null) return finding(`dispenser_${problem}`);
  if (outOfService.includes("dispenser")) return finding("dispenser");
  if (unreadable > 0) return finding("dispenser_unreadable", { number: unreadable });
  if (toLookAt > 0) return finding("dispenser_unknown", { number: toLookAt });
  if (offSale.length > 0) return finding("dispenser_slots", { slots: offSale.join(", ") });
  return finding(driver === "none" ? "dispenser_off" : "dispenser_clear");
}

function customer({ customer: screen }: HealthFacts): HealthFinding {
  if (screen === null || !(screen.wanted || screen.open)) return finding("customer_off");
  return finding(screen.open ? "customer_shown" : `customer_${screen.way}_gone`);
}

function display({ display: shown }: HealthFacts): HealthFinding {
  if (shown === null) return finding("display_not_told");
  const { width, height } = shown;
  return width < SMALLEST.width || height < SMALLEST.height
    ? finding("display_small", { width, height })
    : finding("display_fine");
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
