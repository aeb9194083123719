/** Collects the figures of the health page. */

import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseHealth, DisplayFacts, HealthReport } from "../../../contract/diagnostics/diagnostics.ts";
import { isLoopback } from "../../../contract/values/identifiers.ts";
import type { UpdateState } from "../../../contract/values/updates.ts";
import { openTallyCheck, type TallyCheck } from "../../accounting/periods/tally-check.ts";
import { copiedDataSeen } from "../../accounting/reconciliation/copied-data.ts";
import { iso, isoOrNull } from "../../lib/iso-time.ts";
import type { ApiClient } from "../../service/api/client.ts";
import { correctionFor } from "../../service/api/skew.ts";
import type { KeyStrength } from "../../service/api/verify-callback.ts";
import type { LostDeliveries } from "../../service/connection/connectivity.ts";
import type { ConnectivityState } from "../../service/connection/connectivity-state.ts";
import type { ScanSource } from "../../service/connection/registration.ts";
import { backupFolder, listBackups } from "../../storage/backups/backups.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { Database } from "../../storage/database/database.ts";
import { storageFailure } from "../../storage/database/failure.ts";
import { versionOf } from "../../storage/database/migrations.ts";
import { recoveryAdvice, withCommand } from "../../storage/database/recovery-advice.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { arrivalTrend } from "./arrivals.ts";
import { type HealthFacts, healthFindings } from "./findings.ts";
import type { HostServices } from "./host-services.ts";
import type { VerdictCounts } from "./meters.ts";
import type { RoundTrips } from "./round-trips.ts";

export interface HealthSources extends Pick<StorageContext, "clock" | "database" | "journal"> {
  vault: Pick<Vault, "backend" | "weak" | "consent" | "get">;
  hostServices: HostServices;
  shell: HealthReport["program"]["shell"];
  version: string;
  api: Pick<ApiClient, "clockSkewMs">;
  link(): ConnectivityState;
  trips: RoundTrips;
  isDemo: boolean;
  callbacks: {
    receiving(): boolean;
    trouble(): string | null;
    /** The URL registered with the service; null means the listening address */
    publicUrl: string | null;
    lastAt(): number | null;
    key: KeyStrength;
    scans(): ScanSource;
    cuts(): LostDeliveries;
    verdicts(): VerdictCounts;
  };
  queue(): HealthReport["queue"];
  update(): UpdateState;
  printer(): HealthReport["printer"];
  dispenser(): HealthReport["dispenser"];
  ledger(): HealthReport["ledger"];
  webhooks(): HealthReport["webhooks"];
  centre(): HealthReport["centre"];
  outOfService(): HealthReport["outOfService"];
  customer(): HealthReport["customer"];
}

/** Prepares the report. The returned function builds a current report on each call. */
export function healthReporter(sources: HealthSources): (display: DisplayFacts | null) => HealthReport {
  const trend = arrivalTrend(sources.database);
  const startedAt = sources.clock.now();
  const disagreeingPeriod = tallyDifference(openTallyCheck(sources.database));
  const restore = restoreAdvice(sources);
  return (display) => {
    const now = sources.clock.now();
    const facts: HealthFacts = {
      ...serviceFigures(sources, trend, now),
      ...machineFigures(sources, startedAt, disagreeingPeriod(now)),
      at: iso(now),
      demo: sources.isDemo,
      queue: sources.queue(),
      vault: {
        backend: sources.vault.backend,
        weak: sources.vault.weak,
        accepted: sources.vault.consent !== null,
      },
      program: {
        version: sources.version,
        startedAt: iso(startedAt),
        shell: sources.shell,
        node: process.versions.node,
        electron: process.versions.electron ?? null,
        platform: `${process.platform} ${process.arch}`,
        update: sources.update(),
      },
      printer: sources.printer(),
      dispenser: sources.dispenser(),
      ledger: sources.ledger(),
      webhooks: sources.webhooks(),
      centre: sources.centre(),
      outOfService: sources.outOfService(),
      customer: sources.customer(),
      display,
    };
    return { ...facts, ...healthFindings(facts), restore: restore(facts.database.damage) };
  };
}

function serviceFigures(
  { api, link, trips, callbacks }: HealthSources,
  trend: ReturnType<typeof arrivalTrend>,
  now: number,
): Pick<HealthFacts, "service" | "clock" | "callbacks"> {
  const { link: state, since } = link();
  const skewMs = api.clockSkewMs();
  const cuts = callbacks.cuts();
  return {
    service: {
      link: state,
      since: isoOrNull(since),
      lastAnswerAt: isoOrNull(trips.lastAnswerAt()),
      ...trips.figures(),
    },
    clock: {
      skewMs,
      comparedAt: isoOrNull(trips.lastAnswerAt()),
      correcting: correctionFor(skewMs) !== 0,
    },
    callbacks: {
      receiving: callbacks.receiving(),
      trouble: callbacks.trouble(),
      inClear: unencryptedHost(callbacks.publicUrl),
      lastAt: isoOrNull(callbacks.lastAt()),
      key: callbacks.key,
      scans: callbacks.scans(),
      cut: { ...cuts, lastAt: isoOrNull(cuts.lastAt) },
      verdicts: callbacks.verdicts(),
      day: trend("day", now),
      week: trend("week", now),
    },
  };
}

/** Returns the host if callbacks arrive unencrypted over a network, otherwise null. */
export function unencryptedHost(publicUrl: string | null): string | null {
  const url = publicUrl === null ? null : URL.parse(publicUrl);
  return url?.protocol === "http:" && !isLoopback(url) ? url.host : null;
}

function machineFigures(
  { database, journal, hostServices }: HealthSources,
  startedAt: number,
  disagrees: number | null,
): Pick<HealthFacts, "disk" | "database" | "backups" | "journal" | "logs"> {
  const { folder, maintenance, logs } = hostServices;
  const storedBackups = listBackups(backupFolder(folder));
  const logState = logs?.state() ?? null;
  return {
    disk: { freeBytes: maintenance.freeBytes(), state: maintenance.disk() },
    database: { ...databaseHealth(database, maintenance, startedAt), disagrees, copied: copyOf(database) },
    backups: {
      lastAt: isoOrNull(maintenance.lastBackupAt()),
      kept: storedBackups.length,
      bytes: storedBackups.reduce((sum, { path }) => sum + bytesOf(path), 0),
      overdue: maintenance.backupOverdue(),
    },
    journal: { entries: journal.head().entries, signedAt: isoOrNull(maintenance.signedAt()) },
    logs: logState && {
      ...logState,
      failing: logState.failing && { ...logState.failing, since: iso(logState.failing.since) },
    },
  };
}

function copyOf(database: Database): DatabaseHealth["copied"] {
  const copy = copiedDataSeen(database);
  return copy && { number: copy.number };
}

const HOUR_MS = 3_600_000;

/** Cached: the sum of all bookings takes a second on an old till. */
function tallyDifference({ inOpenPeriod, inAllPeriods }: TallyCheck): (now: number) => number | null {
  let cached: { at: number; period: number | null } | null = null;
  return (now) => {
    const open = inOpenPeriod();
    if (open !== null) return open;
    if (cached === null || Math.abs(now - cached.at) >= HOUR_MS) cached = { at: now, period: inAllPeriods() };
    return cached.period;
  };
}

function databaseHealth(
  database: Database,
  maintenance: HostServices["maintenance"],
  openedAt: number,
): Omit<DatabaseHealth, "disagrees" | "copied"> {
  const damage = maintenance.damage();
  return {
    bytes: bytesOf(database.name),
    logBytes: bytesOf(`${database.name}-wal`),
    journalMode: String(database.pragma("journal_mode", { simple: true })),
    synchronous: Number(database.pragma("synchronous", { simple: true })),
    schemaVersion: versionOf(database),
    quickCheckAt: iso(openedAt),
    fullCheckAt: isoOrNull(maintenance.checkedAt()),
    damage: damage && { at: iso(damage.at), what: damage.what },
    stopped: storageFailure(database) !== null,
  };
}

/** Cached: finding the best backup requires reading all of them, so it runs only when needed. */
function restoreAdvice({
  hostServices: { folder, desktop },
  vault,
}: Pick<HealthSources, "hostServices" | "vault">): (damage: DatabaseHealth["damage"]) => HealthReport["restore"] {
  let cached: { at: string; restore: HealthReport["restore"] } | null = null;
  return (damage) => {
    if (damage === null) return null;
    if (cached?.at !== damage.at) {
      const finding = { is: "damaged", because: damage.what } as const;
      const advice = recoveryAdvice(finding, folder, vault.get("backupKey"));
      const [way] = withCommand(advice, desktop?.program).options;
      const newest = listBackups(backupFolder(folder)).find(({ path }) => way?.command.includes(path));
      cached = { at: damage.at, restore: way && newest ? { command: way.command, backupAt: iso(newest.at) } : null };
    }
    return cached.restore;
  };
}

/** Returns the file's size in bytes; 0 if it does not exist. */
function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

export function supportFolder(folder: string): string {
  return join(folder, "support");
}
