import { describe, expect, it } from "vitest";
import { HEALTH_AREAS, type HealthArea } from "../../../../../contract/diagnostics/diagnostics.ts";
import { FINDINGS, type FindingCode } from "../../../../../contract/health/findings.ts";
import { type HealthFacts, healthFindings } from "../../../../../main/operations/health/findings.ts";
import { unencryptedHost } from "../../../../../main/operations/health/health.ts";
import { createRoundTrips, quantile } from "../../../../../main/operations/health/round-trips.ts";

const NOW = Date.UTC(2026, 2, 2, 10, 0);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const HOUR = 60;
const DAY = 24 * HOUR;

const bucket = (callback: number, poll: number) => ({ from: ago(DAY), to: ago(0), callback, poll, answer: 0 });

/** A healthy till. */
const WELL: HealthFacts = {
  at: ago(0),
  demo: false,
  service: {
    ...{ link: "online", since: ago(60), lastAnswerAt: ago(1), requests: 50 },
    ...{ medianMs: 80, slowMs: 300, errorShare: 0 },
  },
  clock: { skewMs: 400, comparedAt: ago(1), correcting: false },
  callbacks: {
    receiving: true,
    trouble: null,
    inClear: null,
    lastAt: ago(5),
    key: "verifies",
    scans: "receiver",
    cut: { number: 0, lastAt: null, quiet: true },
    verdicts: { applied: 40, hint: 0, refused: 0, failed: 0 },
    day: [bucket(20, 3)],
    week: [bucket(90, 9)],
  },
  queue: { depth: 0, oldestAt: null, paused: false, parked: 0 },
  disk: { freeBytes: 60e9, state: "ok" },
  database: {
    ...{ bytes: 4e6, logBytes: 0, journalMode: "wal", synchronous: 2, schemaVersion: 8 },
    ...{
      quickCheckAt: ago(60),
      fullCheckAt: ago(8 * HOUR),
      damage: null,
      disagrees: null,
      copied: null,
      stopped: false,
    },
  },
  backups: { lastAt: ago(40), kept: 12, bytes: 4e7, overdue: false },
  journal: { entries: 900, signedAt: ago(30) },
  ledger: { state: "current", behind: 0, lastAt: ago(0), detail: null },
  webhooks: { state: "current", number: 1, behind: 0, lastAt: ago(0), address: null, detail: null },
  centre: {
    state: "current",
    detail: null,
    versions: ["all 3"],
    since: ago(0),
    parts: [],
    refundLimits: [],
  },
  vault: { backend: "passphrase", weak: false, accepted: false },
  program: {
    ...{ version: "1.0.0", startedAt: ago(60), shell: "electron", node: "24", electron: "45", platform: "linux x64" },
    update: { state: "current", version: null, since: ago(60), because: null },
  },
  logs: { files: 3, bytes: 3e6, lost: 0, failing: null },
  printer: { state: "ready", fault: null, since: ago(5), paperLow: false, waiting: 0 },
  dispenser: { driver: "http", problem: null, toLookAt: 0, unreadable: 0, offSale: [] },
  outOfService: [],
  customer: { way: "window", open: true, wanted: true },
  display: { width: 1280, height: 800, screenWidth: 1280, screenHeight: 800, scale: 1, refreshHz: 60, touch: true },
};

type Changes = {
  [A in keyof HealthFacts]?: HealthFacts[A] extends object | null
    ? Partial<NonNullable<HealthFacts[A]>> | null
    : HealthFacts[A];
};

function judged(changes: Changes) {
  const merged = Object.fromEntries(
    Object.entries(WELL).map(([area, facts]) => {
      const change = changes[area as keyof HealthFacts];
      if (change === undefined) return [area, facts];
      const isWhole = change === null || typeof facts !== "object" || Array.isArray(facts);
      return [area, isWhole ? change : { ...facts, ...(change as object) }];
    }),
  );
  return healthFindings(merged as unknown as HealthFacts);
}

describe("the findings about a till's health", () => {
  it("are empty on a normal day", () => {
    const { findings, status } = judged({});
    expect(status).toBe("ok");
    expect(Object.keys(findings).sort()).toEqual([...HEALTH_AREAS].sort());
    for (const { code } of Object.values(findings)) expect(FINDINGS[code].status).toBe("ok");
  });

  it.each<[FindingCode, HealthArea, Changes]>([
    ["service_offline", "service", { service: { link: "offline" } }],
    ["service_refused", "service", { service: { link: "auth_failed" } }],
    ["service_not_asked", "service", { service: { requests: 0, medianMs: null, slowMs: null, errorShare: null } }],
    ["service_unsteady", "service", { service: { errorShare: 0.1 } }],
    ["service_unsteady", "service", { service: { link: "degraded" } }],
    ["service_online", "service", { service: { errorShare: 0.5, requests: 9 } }],
    ["service_slow", "service", { service: { slowMs: 3001 } }],
    ["clock_off", "clock", { clock: { skewMs: -95_000, correcting: true } }],
    ["clock_too_far", "clock", { clock: { skewMs: 400_000, correcting: true }, outOfService: ["clock_too_far"] }],
    ["clock_not_compared", "clock", { clock: { comparedAt: null } }],
    ["callbacks_off", "callbacks", { callbacks: { receiving: false } }],
    ["callbacks_no_address", "callbacks", { callbacks: { receiving: false, trouble: "127.0.0.1:8443: EADDRINUSE" } }],
    [
      "callbacks_silent",
      "callbacks",
      { callbacks: { verdicts: { applied: 0, hint: 0, refused: 0, failed: 0 }, day: [bucket(0, 10)] } },
    ],
    [
      "callbacks_waiting",
      "callbacks",
      { callbacks: { verdicts: { applied: 0, hint: 0, refused: 0, failed: 0 }, day: [bucket(0, 9)] } },
    ],
    ["callbacks_cut", "callbacks", { callbacks: { cut: { number: 7, lastAt: null, quiet: false } } }],
    ["callbacks_weak_key", "callbacks", { callbacks: { key: "weak", scans: "last_scan" } }],
    ["callbacks_weak_key_claims", "callbacks", { callbacks: { key: "weak", scans: "claim" } }],
    ["callbacks_no_key", "callbacks", { callbacks: { key: "none", scans: "last_scan" } }],
    ["callbacks_no_key_claims", "callbacks", { callbacks: { key: "none", scans: "claim" } }],
    ["callbacks_late", "callbacks", { callbacks: { day: [bucket(4, 6)] } }],
    ["callbacks_late_demo", "callbacks", { demo: true, callbacks: { day: [bucket(4, 6)] } }],
    ["callbacks_in_clear", "callbacks", { callbacks: { inClear: "till.example:8080", day: [bucket(4, 6)] } }],
    ["callbacks_off", "callbacks", { callbacks: { receiving: false, inClear: "till.example" } }],
    ["callbacks_arriving", "callbacks", { callbacks: { day: [bucket(1, 2)] } }],
    ["callbacks_refused", "callbacks", { callbacks: { verdicts: { applied: 0, hint: 0, refused: 3, failed: 0 } } }],
    ["queue_sending", "queue", { queue: { depth: 2, oldestAt: ago(15) } }],
    ["queue_old", "queue", { queue: { depth: 2, oldestAt: ago(16) } }],
    ["queue_parked", "queue", { queue: { depth: 2, oldestAt: ago(16), parked: 1 } }],
    ["queue_paused", "queue", { queue: { paused: true, parked: 1 } }],
    ["printer_required", "printer", { printer: { state: "off" }, outOfService: ["printer_required"] }],
    ["printer_required", "printer", { printer: { fault: "paper_out" }, outOfService: ["printer_required"] }],
    ["dispenser_unreached", "dispenser", { dispenser: { problem: "unreached", toLookAt: 1 } }],
    ["dispenser", "dispenser", { dispenser: { toLookAt: 1, offSale: ["A1"] }, outOfService: ["dispenser"] }],
    ["dispenser_slots", "dispenser", { dispenser: { offSale: ["A1", "B2"] } }],
    ["dispenser_unfit", "dispenser", { dispenser: { problem: "unfit" } }],
    ["dispenser_strange", "dispenser", { dispenser: { problem: "strange" } }],
    ["disk_low", "disk", { disk: { state: "low", freeBytes: 312e6 } }],
    ["disk_full", "disk", { disk: { state: "full", freeBytes: 12e6 } }],
    ["disk_unknown", "disk", { disk: { freeBytes: null } }],
    ["database_damaged", "database", { database: { damage: { at: ago(9), what: "row missing" } } }],
    ["database_disagrees", "database", { database: { disagrees: 3 } }],
    ["database_copied", "database", { database: { copied: { number: "K7Q2-0143" } } }],
    ["database_stopped", "database", { database: { stopped: true, damage: { at: ago(9), what: "row missing" } } }],
    ["database_unsafe", "database", { database: { synchronous: 1 } }],
    ["database_unsafe", "database", { database: { journalMode: "delete" } }],
    ["database_unchecked", "database", { database: { fullCheckAt: ago(4 * DAY) } }],
    ["database_sound", "database", { database: { fullCheckAt: null } }],
    ["backups_none", "backups", { backups: { lastAt: null } }],
    ["backups_overdue", "backups", { backups: { lastAt: ago(5 * HOUR), overdue: true } }],
    ["journal_unsigned", "journal", { journal: { signedAt: ago(4 * HOUR) } }],
    ["centre_off", "centre", { centre: { state: "off" } }],
    ["centre_none", "centre", { centre: { state: "none" } }],
    ["centre_waiting", "centre", { centre: { state: "waiting" } }],
    ["centre_unreached", "centre", { centre: { state: "unreached", detail: "ECONNREFUSED" } }],
    ["centre_refused", "centre", { centre: { state: "refused", detail: "not_signed" } }],
    ["centre_refused_address", "centre", { centre: { state: "refused", detail: "other_shop" } }],
    ["centre_refused_no_shop", "centre", { centre: { state: "refused", detail: "shop_not_provisioned" } }],
    ["centre_refused_older", "centre", { centre: { state: "refused", detail: "older_issue" } }],
    ["centre_rolled_back", "centre", { centre: { state: "rolled_back", detail: "queue_parked" } }],
    ["ledger_off", "ledger", { ledger: { state: "off", lastAt: null } }],
    ["ledger_sending", "ledger", { ledger: { state: "sending", behind: 4000 } }],
    ["ledger_unreached", "ledger", { ledger: { state: "unreached", behind: 12, detail: "ECONNREFUSED" } }],
    ["ledger_denied", "ledger", { ledger: { state: "denied", behind: 12, detail: "28P01" } }],
    ["ledger_replaced", "ledger", { ledger: { state: "replaced", behind: 12, detail: "entry 9 is another" } }],
    ["webhooks_off", "webhooks", { webhooks: { state: "off" } }],
    [
      "webhooks_failing",
      "webhooks",
      { webhooks: { state: "failing", behind: 4, address: "a.example", detail: "500" } },
    ],
    ["webhooks_ended", "webhooks", { webhooks: { state: "ended", address: "a.example", detail: "410" } }],
    ["vault_weak", "vault", { vault: { backend: "machine-key", weak: true } }],
    ["vault_weak_accepted", "vault", { vault: { backend: "machine-key", accepted: true } }],
    ["vault_machine_key", "vault", { vault: { backend: "machine-key" } }],
    ["vault_sealed", "vault", { vault: { backend: "gnome_libsecret" } }],
    [
      "program_updates_off",
      "program",
      { program: { update: { state: "off", version: null, since: null, because: "no_feed" } } },
    ],
    [
      "program_updates_off_demo",
      "program",
      { demo: true, program: { update: { state: "off", version: null, since: null, because: "no_feed" } } },
    ],
    [
      "program_update_by_hand",
      "program",
      { program: { update: { state: "available", version: "2.0.0", since: ago(1), because: "system_package" } } },
    ],
    [
      "program_update_ready",
      "program",
      { program: { update: { state: "available", version: "2.0.0", since: ago(1), because: "disk_short" } } },
    ],
    [
      "program_update_ready",
      "program",
      { program: { update: { state: "waiting", version: "2.0.0", since: ago(DAY), because: null } } },
    ],
    [
      "program_update_waits",
      "program",
      { program: { update: { state: "waiting", version: "2.0.0", since: ago(8 * DAY), because: null } } },
    ],
    [
      "program_update_failed",
      "program",
      { program: { update: { state: "failed", version: null, since: ago(DAY), because: "check_failed" } } },
    ],
    ["logs_off", "logs", { logs: null }],
    ["logs_failing", "logs", { logs: { lost: 9, failing: { since: ago(1), because: "ENOSPC" } } }],
    ["printer_off", "printer", { printer: { state: "off" } }],
    ["printer_unseen", "printer", { printer: { state: "unseen" } }],
    ["printer_ready", "printer", { printer: { state: "printing" } }],
    ["printer_paper_low", "printer", { printer: { paperLow: true } }],
    ["printer_unreachable", "printer", { printer: { state: "fault", fault: "unreachable", waiting: 2 } }],
    ["printer_no_answer", "printer", { printer: { state: "fault", fault: "no_answer" } }],
    ["printer_paper_out", "printer", { printer: { state: "fault", fault: "paper_out" } }],
    ["printer_cover_open", "printer", { printer: { state: "fault", fault: "cover_open" } }],
    ["printer_error", "printer", { printer: { state: "fault", fault: "printer_error" } }],
    ["printer_no_permission", "printer", { printer: { state: "fault", fault: "no_permission" } }],
    ["printer_queue_stopped", "printer", { printer: { state: "fault", fault: "queue_stopped" } }],
    ["printer_interrupted", "printer", { printer: { state: "fault", fault: "interrupted" } }],
    ["dispenser_off", "dispenser", { dispenser: { driver: "none" } }],
    ["dispenser_unknown", "dispenser", { dispenser: { driver: "none", toLookAt: 2 } }],
    ["dispenser_unreadable", "dispenser", { dispenser: { toLookAt: 2, unreadable: 1 } }],
    ["customer_off", "customer", { customer: null }],
    ["customer_off", "customer", { customer: { open: false, wanted: false } }],
    ["customer_shown", "customer", { customer: { way: "page" } }],
    ["customer_window_gone", "customer", { customer: { open: false } }],
    ["customer_page_gone", "customer", { customer: { way: "page", open: false } }],
    ["display_not_told", "display", { display: null }],
    ["display_small", "display", { display: { width: 799 } }],
  ])("report %s for the %s", (code, area, changes) => {
    const { findings, status } = judged(changes);
    expect(findings[area].code).toBe(code);
    expect(status).toBe(FINDINGS[code].status);
    const needed = [...`${FINDINGS[code].staff} ${FINDINGS[code].next}`.matchAll(/\{\{(\w+)\}\}/g)].map(
      ([, name]) => name ?? "",
    );
    expect(Object.keys(findings[area].values)).toEqual(expect.arrayContaining(needed));
  });

  it("are as severe as the worst one", () => {
    expect(judged({ disk: { state: "low", freeBytes: 3e8 }, service: { link: "offline" } }).status).toBe("bad");
  });
});

describe("callbacks over plain HTTP", () => {
  it.each([
    ["http://till.example/x", "till.example"],
    ["http://192.0.2.7:8080/", "192.0.2.7:8080"],
    ["https://till.example/", null],
    ["http://127.0.0.1:9000/", null],
    ["http://localhost:9000/", null],
    [null, null],
  ])("with %s: %s", (publicUrl, host) => {
    expect(unencryptedHost(publicUrl)).toBe(host);
  });
});

describe("round trips", () => {
  const exchange = (ms: number, outcome: "ok" | "refused" | "try_again" = "ok", status: number | null = 200) => ({
    ...{ ms, outcome, status, at: NOW, error: null },
  });

  it("cover the last fifty requests", () => {
    const trips = createRoundTrips();
    for (let ms = 1; ms <= 60; ms += 1) trips.record(exchange(ms));
    expect(trips.figures()).toEqual({ requests: 50, medianMs: 35, slowMs: 58, errorShare: 0 });
  });

  it("count a refusal as a response, and a retry request as none", () => {
    const trips = createRoundTrips();
    expect(trips.figures()).toEqual({ requests: 0, medianMs: null, slowMs: null, errorShare: null });
    trips.record(exchange(10, "refused", 404));
    trips.record(exchange(9000, "try_again", null));
    expect(trips.figures()).toEqual({ requests: 2, medianMs: 10, slowMs: 10, errorShare: 0.5 });
    expect(trips.lastAnswerAt()).toBe(NOW);
  });

  it("exclude requests during an outage, and count single lost responses", () => {
    const trips = createRoundTrips();
    const lost = () => trips.record(exchange(9000, "try_again", null));
    const answered = (count: number) => {
      for (let one = 0; one < count; one += 1) trips.record(exchange(10));
    };
    answered(20);
    for (let one = 0; one < 11; one += 1) lost();
    answered(19);
    expect(trips.figures()).toMatchObject({ requests: 39, errorShare: 0 });
    lost();
    expect(trips.figures()).toMatchObject({ requests: 40, errorShare: 1 - 39 / 40 });
    answered(1);
    lost();
    expect(trips.figures()).toMatchObject({ requests: 42, errorShare: 1 - 40 / 42 });
    // A service that responds with an error is reachable.
    for (let one = 0; one < 3; one += 1) trips.record(exchange(10, "try_again", 503));
    expect(trips.figures()).toMatchObject({ requests: 45, errorShare: 1 - 40 / 45 });
  });

  it("have a median and a slow percentile", () => {
    expect([quantile([], 0.5), quantile([7], 0.95), quantile([3, 1, 2], 0.5), quantile([1, 2, 3, 4], 0.5)]).toEqual([
      null,
      7,
      2,
      2,
    ]);
  });
});
