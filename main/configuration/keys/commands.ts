/** The owner's commands about the till's keys: a rotation in three steps, with an overlap. */

import type { CommandInput } from "../../../contract/commands.ts";
import { done, failed, type Result } from "../../../contract/errors.ts";
import type { KeysTest, KeysView } from "../../../contract/keys.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { ServiceAddress } from "../../service/api/client.ts";
import type { Timeouts } from "../../service/api/transport.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { JournalData } from "../../storage/journal/journal.ts";
import { testAcceptance } from "./acceptance.ts";
import { refusalToPrepare, refusalUnproven, sameAgain } from "./checks.ts";
import { commitStep, type KeysStore } from "./commit.ts";
import { watchOverlap } from "./overlap.ts";
import { materialOf } from "./prepare.ts";
import { type KeysState, recordIn, stateOf } from "./record.ts";
import type { RotatingCredentials } from "./rotating-credentials.ts";
import { activated, discarded, prepared, retired, type Step, tested } from "./rotation.ts";
import { credentialsIn, markIn } from "./slots.ts";
import { keysView } from "./view.ts";

/** The owner's setting; see {@link KeysView.overlapDays} */
const OVERLAP_DAYS = "keysOverlapDays";
/** Since when the key is in force beside which the service was last seen to accept the previous one alone; ms, or null */
const FELL_BACK = "keysFellBack";

export interface KeysPorts extends KeysStore {
  clock: Clock;
  log: Log;
  credentials: RotatingCredentials;
  /** The service's clock as far as it is known, in ms since the epoch */
  correctedNow(): number;
  service: ServiceAddress;
  timeouts: Partial<Timeouts> | undefined;
  /** A demo's key belongs to its own sandbox, which learns it at every start */
  demo: boolean;
  /** Who is signed in, for the journal */
  actor(): string | null;
  /** Something of {@link KeysView} is another */
  onChange(): void;
  /** Other credentials are in force: what was refused with the previous ones is worth another try now */
  onExchange(): void;
}

/** Makes the `keys.*` commands, and wipes by itself what was kept for an overlap when that is over. */
export function keyCommands(ports: KeysPorts) {
  const rotation = rotationOf(ports);
  const { view, state, commit } = rotation;
  const { vault, credentials, clock, log } = ports;
  const watch = watchOverlap({
    clock,
    log,
    until: () => recordIn(vault)?.previous?.until ?? null,
    end: () => commit("keys.retired", retired(state()), { by: "overlap" }),
  });
  const fellBack = settingStore(ports.database).get(FELL_BACK);
  // Over a restart, too: without a connection nobody asks the service before the owner wipes the only key that works.
  if (fellBack !== null && fellBack === recordIn(vault)?.current.since) credentials.startWithPrevious();
  credentials.onSwitch((inUse) => noteSwitch(ports, inUse));
  credentials.onAccepted((accepted) => watch.noteAccepted(accepted, ports.correctedNow()));
  const commands = {
    "keys.get": (): Result<KeysView> => done(view()),
    async "keys.prepare"(input: CommandInput<"keys.prepare">): Promise<Result<KeysView>> {
      const refusal = refusalToPrepare(ports, input.kind);
      if (refusal) return refusal;
      const material = await materialOf(input);
      if (!material.ok) return material;
      const again = sameAgain(vault, material.value);
      if (again) return again;
      const { scheme, value } = material.value;
      commit("keys.prepared", prepared(state(), scheme, value, clock.now()), { scheme, how: input.kind });
      return done(view());
    },
    "keys.test": () => test(ports, rotation),
    "keys.activate"(input: CommandInput<"keys.activate">) {
      const result = activate(ports, rotation, input);
      if (result.ok) watch.reset();
      return result;
    },
    "keys.discard"(): Result<KeysView> {
      const { next } = state();
      if (next === null) return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
      commit("keys.discarded", discarded(state()), { scheme: next.scheme });
      return done(view());
    },
    "keys.retire"(): Result<KeysView> {
      if (state().previous === null) return failed("illegal_state", { because: reasonFor("keys_nothing_before") });
      if (credentials.inUse() === "previous")
        return failed("illegal_state", { because: reasonFor("keys_still_needed") });
      commit("keys.retired", retired(state()), { by: "owner" });
      watch.reset();
      return done(view());
    },
  };
  return { commands, close: watch.close };
}

/** What the steps share. */
interface Rotation {
  view(): KeysView;
  state(): KeysState;
  overlapDays(): number | null;
  /** Puts a step on disk and in force. @throws when the disk does not take it */
  commit(event: string, step: Step, data: JournalData): void;
}

function rotationOf(ports: KeysPorts): Rotation {
  const { vault, credentials, database } = ports;
  const settings = settingStore(database);
  const overlapDays = () => settings.get(OVERLAP_DAYS) as number | null;
  return {
    overlapDays,
    view: () => keysView(vault, credentials, { overlapDays: overlapDays(), rotatable: !ports.demo }),
    state() {
      const scheme = credentials.scheme();
      return stateOf(recordIn(vault), { scheme, mark: markIn(vault, "current", scheme) ?? "" });
    },
    commit(event, step, data) {
      commitStep(ports, step, { event, actor: ports.actor(), data });
      credentials.reload();
      ports.onChange();
    },
  };
}

async function test(ports: KeysPorts, { state, commit, view }: Rotation): Promise<Result<KeysTest>> {
  const { vault, service, clock, timeouts } = ports;
  const { next } = state();
  const credentials = next && credentialsIn(vault, "next", next.scheme);
  if (next === null || credentials === null)
    return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
  const findings = await testAcceptance({ service, clock, timeouts }, credentials);
  if (state().next?.preparedAt !== next.preparedAt)
    return failed("conflict", { because: reasonFor("keys_changed_meanwhile") });
  const passed = findings.some(({ finding }) => finding === "accepted");
  const data = { scheme: next.scheme, passed, finding: findings[0]?.finding ?? null };
  if (passed) commit("keys.tested", tested(state(), clock.now()), data);
  else
    transact(ports.database, () =>
      ports.journal.append({ event: "keys.tested", actor: ports.actor(), data }, clock.now()),
    );
  return done({ passed, findings, keys: view() });
}

function activate(ports: KeysPorts, rotation: Rotation, input: CommandInput<"keys.activate">): Result<KeysView> {
  const { state, commit, view } = rotation;
  const { next, current } = state();
  const mark = next && markIn(ports.vault, "next", next.scheme);
  if (next === null || mark === null) return failed("illegal_state", { because: reasonFor("keys_nothing_prepared") });
  const isTested = next.testedAt !== null;
  const refusal = isTested ? null : refusalUnproven(input);
  if (refusal) return refusal;
  const overlapDays = input.overlapDays ?? view().overlapDays;
  if (overlapDays !== rotation.overlapDays()) settingStore(ports.database).set(OVERLAP_DAYS, overlapDays);
  const { current: was, next: is } = view();
  commit(
    "keys.activated",
    activated(state(), { mark, at: ports.correctedNow(), overlapDays, accepted: ports.credentials.inUse() }),
    {
      from: current.scheme,
      to: next.scheme,
      overlapDays,
      tested: isTested,
      reason: input.reason ?? null,
      fromFingerprint: was.fingerprint,
      toFingerprint: is?.fingerprint ?? null,
    },
  );
  ports.onExchange();
  return done(view());
}

/** The service knows the new key, or does not: the first time, and when that changes. */
function noteSwitch(
  { database, vault, journal, clock, log, onChange }: KeysPorts,
  inUse: "current" | "previous",
): void {
  const event = inUse === "previous" ? "keys.fellBack" : "keys.accepted";
  log.warn({ inUse }, "the service switched between the till's current and previous key");
  try {
    transact(database, () => {
      journal.append({ event }, clock.now());
      settingStore(database).set(FELL_BACK, inUse === "previous" ? (recordIn(vault)?.current.since ?? null) : null);
    });
  } catch (err) {
    // A request is under way, and its answer must not be lost for this.
    log.error({ err, event }, "a journal entry could not be written");
  }
  onChange();
}
