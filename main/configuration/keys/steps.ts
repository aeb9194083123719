import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { KeysView } from "../../../contract/configuration/keys.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { ServiceAddress } from "../../service/api/client.ts";
import type { Timeouts } from "../../service/api/transport.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { commitStep, type KeysStore, type StepEntry } from "./commit.ts";
import { type KeysState, recordIn, stateOf } from "./record.ts";
import type { RotatingCredentials } from "./rotating-credentials.ts";
import { activateKey, type Step } from "./rotation.ts";
import { markIn } from "./slots.ts";
import { keysView } from "./view.ts";

const OVERLAP_DAYS = "keysOverlapDays";

export interface KeysPorts extends KeysStore {
  clock: Clock;
  log: Log;
  credentials: RotatingCredentials;
  /** The service's time in milliseconds since the epoch; null until its responses agree */
  serviceNow(): number | null;
  service: ServiceAddress;
  timeouts: Partial<Timeouts> | undefined;
  /** A demo's key belongs to its sandbox, which reads it at every start */
  demo: boolean;
  actor(): string | null;
  onChange(): void;
  /** The credentials changed, so rejected requests can be retried */
  onExchange(): void;
}

export interface Rotation {
  view(): KeysView;
  state(): KeysState;
  /** Stores and applies a step. @throws when the disk cannot store it */
  commit(entry: StepEntry, step: Step): void;
  /** Activates the prepared key, and keeps the accepted one for the overlap */
  activate(choice: { overlapDays?: number | undefined; reason?: string | undefined }): Result<KeysView>;
}

/** `onActivated` discards responses to the earlier key. */
export function rotationOf(ports: KeysPorts, onActivated: () => void): Rotation {
  const { vault, credentials, database, service } = ports;
  const settings = settingStore(database);
  const overlapDays = () => settings.get(OVERLAP_DAYS) as number | null;
  const registers = () => {
    if (service.integrator !== null) return "integrator";
    return credentials.scheme() === "SECRET" ? "secret" : "till";
  };
  const rotation: Rotation = {
    view: () =>
      keysView(vault, credentials, { overlapDays: overlapDays(), rotatable: !ports.demo, registers: registers() }),
    state() {
      const scheme = credentials.scheme();
      return stateOf(recordIn(vault), { scheme, mark: markIn(vault, "current", scheme) ?? "" });
    },
    commit(entry, step) {
      commitStep(ports, step, { ...entry, actor: ports.actor() });
      credentials.reload();
      ports.onChange();
    },
    activate(choice) {
      const days = choice.overlapDays ?? rotation.view().overlapDays;
      if (days !== overlapDays()) settings.set(OVERLAP_DAYS, days);
      const result = activate(ports, rotation, { overlapDays: days, reason: choice.reason ?? null });
      if (result.ok) onActivated();
      return result;
    },
  };
  return rotation;
}

function activate(
  ports: KeysPorts,
  { state, commit, view }: Rotation,
  { overlapDays, reason }: { overlapDays: number; reason: string | null },
): Result<KeysView> {
  const { next, current } = state();
  const mark = next && markIn(ports.vault, "next", next.scheme);
  if (next === null || mark === null) return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
  const { current: was, next: is } = view();
  const serviceNow = ports.serviceNow();
  const at = serviceNow ?? ports.clock.now();
  const accepted = ports.credentials.inUse();
  const data = {
    from: current.scheme,
    to: next.scheme,
    overlapDays,
    tested: next.testedAt !== null,
    reason,
    fromFingerprint: was.fingerprint,
    toFingerprint: is?.fingerprint ?? null,
  };
  const step = activateKey(state(), { mark, at, isServiceTime: serviceNow !== null, overlapDays, accepted });
  commit({ event: "keys.activated", data }, step);
  ports.onExchange();
  return done(view());
}
