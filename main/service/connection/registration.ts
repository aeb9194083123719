/** Registration at startup: creates or updates the POS, and keeps one shortlink (sections 2.1, 4.1; G13, G14). */
import type { PosInput } from "../../../contract/wire/wire.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { SettingStore } from "../../storage/database/settings.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import type { ApiClient } from "../api/client.ts";
import { type ApiError, describeError } from "../api/errors.ts";
import { createPos, getPos, updatePos } from "../api/pos.ts";
import { pauseAfter } from "../api/retry.ts";
import { createShortlink, getShortlink, lastScan, updateShortlink } from "../api/shortlink.ts";
import { readShortlink, type StoredShortlink, storeShortlink } from "./stored-shortlink.ts";

export type WalkIn = { kind: "shortlink"; value: string } | { kind: "claim" } | { kind: "unavailable" };

export interface RegistrationPorts {
  api: ApiClient;
  journal: Journal;
  settings: SettingStore;
  clock: Clock;
  log: Log;
  pos: PosInput;
  /** Address the service calls on a scan; null when the till polls */
  callbackUri(): string | null;
  /** True if scan callbacks can be trusted: there is a receiver and a key that verifies them */
  receivesScans(): boolean;
  random(): number;
  onChange(): void;
}

export type ScanSource = "receiver" | "last_scan" | "claim";

export interface Registration {
  walkIn(): WalkIn;
  scans(): ScanSource;
  shortlinkId(): string | null;
  /** Resolves after the first successful registration; never while the service is unreachable. */
  ready: Promise<void>;
  /** Resolves like `ready`; for a till registered earlier, already after the first attempt, even a failed one. */
  started: Promise<void>;
  /** Registers again after the callback address changed. */
  reregister(): void;
  close(): Promise<void>;
}

export function startRegistration(ports: RegistrationPorts): Registration {
  const closing = new AbortController();
  let shortlink = readShortlink(ports.settings, ports.api);
  let scans: ScanSource = ports.receivesScans() ? "receiver" : "last_scan";
  /** True if polling the last scan is useful; also with a receiver, for lost callbacks (G19) */
  let pollsLastScan = false;
  const wasRegistered = shortlink !== null;
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  const { promise: started, resolve: resolveStarted } = Promise.withResolvers<void>();

  const register = async (): Promise<ApiError | null> => {
    const posError = await ensurePos(ports);
    if (posError) return posError;
    const stored = await ensureShortlink(ports, shortlink);
    if ("error" in stored) return stored.error;
    shortlink = stored.shortlink;
    const probe = await lastScan(ports.api, shortlink.id, 1);
    if (!probe.ok) return probe.error;
    // At the first attempt a 404 may mean "no scan" or "no such endpoint"; claim links work in both cases (G14).
    pollsLastScan = probe.value.kind === "scan" || (probe.value.kind === "none" && probe.value.certain);
    scans = ports.receivesScans() ? "receiver" : pollsLastScan ? "last_scan" : "claim";
    if (scans === "claim") ports.log.info("the service does not report scans: the till shows claim links");
    return null;
  };

  const run = async () => {
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      const error = await register().catch((cause: unknown) => cause);
      if (error === null) break;
      if (wasRegistered) resolveStarted();
      ports.log.warn(
        { because: isApiError(error) ? describeError(error) : String(error), attempt },
        "the till is not registered with the service yet",
      );
      await ports.clock.sleep(Math.min(pauseAfter(attempt, ports.random()), 60_000), closing.signal);
    }
    if (closing.signal.aborted) return;
    ports.onChange();
    resolveReady();
    resolveStarted();
  };

  let running = run();
  return {
    ready,
    started,
    walkIn() {
      if (scans === "claim") return { kind: "claim" };
      return shortlink?.value ? { kind: "shortlink", value: shortlink.value } : { kind: "unavailable" };
    },
    scans: () => scans,
    shortlinkId: () => (pollsLastScan ? (shortlink?.id ?? null) : null),
    reregister() {
      running = running.then(run);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Creates the POS, or updates it when its name, type or location differs from the provisioned one. */
async function ensurePos({ api, pos, journal, clock }: RegistrationPorts): Promise<ApiError | null> {
  const existing = await getPos(api, pos.id);
  if (existing.ok) {
    const { name, type } = existing.value;
    if (name === pos.name && type === pos.type && samePlace(existing.value.location, pos.location)) return null;
    const updated = await updatePos(api, pos);
    if (updated.ok)
      journal.append({ event: "pos.updated", data: { id: pos.id, name: pos.name, type: pos.type } }, clock.now());
    return updated.ok ? null : updated.error;
  }
  if (existing.error.kind !== "refused" || existing.error.status !== 404) return existing.error;
  const created = await createPos(api, pos);
  if (created.ok)
    journal.append({ event: "pos.created", data: { id: pos.id, name: pos.name, type: pos.type } }, clock.now());
  return created.ok ? null : created.error;
}

type Place = { latitude?: number | null; longitude?: number | null; accuracy?: number | null } | null | undefined;

function samePlace(left: Place, right: Place): boolean {
  return (["latitude", "longitude", "accuracy"] as const).every(
    (part) => (left?.[part] ?? null) === (right?.[part] ?? null),
  );
}

/** Updates the callback address of the existing shortlink, or creates a shortlink. */
async function ensureShortlink(
  ports: RegistrationPorts,
  stored: StoredShortlink | null,
): Promise<{ shortlink: StoredShortlink } | { error: ApiError }> {
  const { api, pos } = ports;
  const callbackUri = ports.callbackUri();
  const store = (id: string, value: string) => storeShortlink(ports.settings, api, { id, value });
  const shortlinkInput = { callback_uri: callbackUri, description: pos.name, serial_number: null };
  if (stored) {
    const existing = await getShortlink(api, stored.id);
    if (existing.ok && existing.value.is_active !== false) {
      const current = (existing.value.callback_uri ?? null) === callbackUri;
      const updated = current ? existing : await updateShortlink(api, stored.id, shortlinkInput);
      return updated.ok ? { shortlink: store(stored.id, existing.value.shortlink_value) } : { error: updated.error };
    }
    if (!existing.ok && !(existing.error.kind === "refused" && existing.error.status === 404))
      return { error: existing.error };
  }
  const created = await createShortlink(api, shortlinkInput);
  if (!created.ok) return { error: created.error };
  // Stored before it is read, so that a failed read does not lead to a second shortlink.
  store(created.value.id, "");
  const read = await getShortlink(api, created.value.id);
  if (!read.ok) return { error: read.error };
  ports.journal.append({ event: "shortlink.created", data: { id: created.value.id } }, ports.clock.now());
  return { shortlink: store(created.value.id, read.value.shortlink_value) };
}

function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && "kind" in error;
}
