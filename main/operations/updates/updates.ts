/** Update service: background checks, installation by the policy, and commands. */

import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { UpdateReason, UpdateState, UpdateView } from "../../../contract/values/updates.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type FeedState, readFeed } from "./feed.ts";
import {
  MAX_STEP_PAUSE_MS,
  nextStep,
  obstacles,
  offReason,
  reasonsToWait,
  refusal,
  type UpdateFacts,
  type UpdateStep,
} from "./policy.ts";
import { openUpdateRecordStore } from "./record.ts";
import { stateOf } from "./state.ts";
import type { Updater } from "./updater.ts";

export interface UpdatePorts extends Pick<StorageContext, "clock" | "database" | "journal" | "log" | "random"> {
  updater: Updater;
  version: string;
  databaseVersion: number;
  timeZone: string;
  actor(): string | null;
  /** Number of unfinished sales */
  openPayments(): number;
  /** Pending operations, except those that wait for an operator: they survive an installation */
  toSend(): number;
  hasRoom(): boolean;
  damaged(): boolean;
  isOnline(): boolean;
  onChange(): void;
}

export type Updates = ReturnType<typeof startUpdates>;

export function startUpdates(ports: UpdatePorts) {
  const { clock, updater, journal, database } = ports;
  const closing = new AbortController();
  const store = openUpdateRecordStore({ database, journal, now: clock.now, current: ports.version });
  const feed = readFeed({
    ...ports,
    store,
    closed: closing.signal,
    refusal: (offer) => refusal(offerContext(ports), offer),
  });
  let touchedAt = clock.monotonic();
  const facts = (): UpdateFacts => factsOf(ports, { feed: feed.state(), store, idleMs: clock.monotonic() - touchedAt });
  const state = () => stateOf(facts(), store, feed.state());
  let shown = JSON.stringify(state());
  const publishChange = () => {
    const now = JSON.stringify(state());
    if (now === shown) return;
    shown = now;
    ports.onChange();
  };
  const install = (version: string, by: InstallRequest) => installOffer(ports, { facts, feed, store }, version, by);
  const loop = startLoop(ports, async () => {
    const step = stepNow(facts(), feed.state());
    if (step.do === "check") await feed.check();
    if (step.do === "download") await feed.download();
    if (step.do === "install") {
      const refused = await install(step.version, { isRequested: false, actor: null });
      publishChange();
      // Do not repeat a failed request immediately.
      return refused === null ? null : MAX_STEP_PAUSE_MS;
    }
    if (closing.signal.aborted) return null;
    publishChange();
    return step.do === "wait" ? step.ms : 0;
  });
  if (updater.off === null) store.concludeInstallation();
  return {
    state,
    /** Marks the till as used: a user is active, or a payment changes. */
    touch() {
      touchedAt = clock.monotonic();
    },
    commands: updateCommands(ports, { facts, feed, store, state, install, publish: publishChange, wake: loop.wake }),
    async close() {
      closing.abort();
      const ended = loop.close();
      // A check or download in progress belongs to the shell and ends with it.
      if (!feed.isBusy()) await ended;
    },
  };
}

function offerContext({ version, databaseVersion, updater }: UpdatePorts) {
  return { current: version, databaseVersion, releaseKey: updater.releaseKey };
}

/** Returns no step while the till stops for an update. */
function stepNow(facts: UpdateFacts, { installing }: FeedState): UpdateStep {
  return installing === null ? nextStep(facts) : { do: "wait", because: null, ms: MAX_STEP_PAUSE_MS };
}

interface UpdateParts {
  facts(): UpdateFacts;
  feed: ReturnType<typeof readFeed>;
  store: ReturnType<typeof openUpdateRecordStore>;
}

function factsOf(
  ports: UpdatePorts,
  { feed, store, idleMs }: { feed: FeedState; store: UpdateParts["store"]; idleMs: number },
): UpdateFacts {
  const { clock, updater } = ports;
  const failed = store.failedInstall();
  return {
    now: clock.now(),
    timeZone: ports.timeZone,
    settings: store.settings(),
    off: updater.off,
    byHand: updater.byHand,
    unattended: updater.unattended,
    ...offerContext(ports),
    idleMs,
    openPayments: ports.openPayments(),
    toSend: ports.toSend(),
    hasRoom: ports.hasRoom(),
    damaged: ports.damaged(),
    offer: feed.offer,
    downloaded: feed.downloaded,
    wrongFile: store.record().wrongFile !== null,
    checkInMs: feed.checkDueAt - clock.monotonic(),
    downloadInMs: feed.downloadDueAt - clock.monotonic(),
    failedInstalls: failed !== null && failed.version === feed.offer?.version ? failed.times : 0,
  };
}

interface InstallRequest {
  isRequested: boolean;
  actor: string | null;
}

/**
 * Installs the download. Checks the feed and the file again, because a release may have been withdrawn and the file may
 * be hours old.
 * @returns the reason for a failure; null when the till is stopping for the installation
 */
function installOffer(
  { updater, log }: UpdatePorts,
  { facts, feed, store }: UpdateParts,
  version: string,
  { isRequested, actor }: InstallRequest,
): Promise<UpdateReason | null> {
  return feed.install(version, () => {
    // The operator may have returned, a sale may have started, or the quiet hours may be over.
    const [reason] = reasonsToWait(facts(), { asked: isRequested });
    if (reason !== undefined) return reason;
    store.recordInstallation(version, actor);
    log.warn({ version }, "an update is being installed and the till restarts");
    updater.install();
    return null;
  });
}

interface CommandParts extends UpdateParts {
  state(): UpdateState;
  install(version: string, by: InstallRequest): Promise<UpdateReason | null>;
  publish(): void;
  wake(): void;
}

type UpdateCommands = Pick<CommandHandlers, `updates.${"get" | "check" | "set" | "installNow"}`>;

function updateCommands(ports: UpdatePorts, parts: CommandParts): UpdateCommands {
  const { facts, feed, store, publish, wake } = parts;
  const view = () => viewOf(ports, parts);
  return {
    "updates.get": () => done(view()),
    async "updates.check"() {
      const off = offReason(facts());
      if (off !== null) return because(off);
      // The operator's review of a wrong file allows a new download.
      store.note({ wrongFile: null });
      await feed.checkNow();
      publish();
      wake();
      return done(view());
    },
    "updates.set"(settings) {
      store.saveSettings(settings, ports.actor());
      publish();
      wake();
      return done(view());
    },
    async "updates.installNow"() {
      const { installing } = feed.state();
      if (installing !== null) return done({ installing });
      const now = facts();
      const off = offReason(now);
      if (off !== null) return because(off);
      if (now.offer === null) return because("not_checked");
      const refused = refusal(now, now.offer);
      if (refused !== null) return because(refused);
      if (now.byHand !== null) return because(now.byHand);
      if (now.wrongFile) return because("file_differs");
      if (!now.downloaded) return because(now.hasRoom ? "downloading" : "disk_short");
      const [obstacle] = obstacles(now);
      if (obstacle !== undefined) return because(obstacle);
      const { version } = now.offer;
      const problem = await parts.install(version, { isRequested: true, actor: ports.actor() });
      publish();
      return problem === null ? done({ installing: version }) : because(problem);
    },
  };
}

function viewOf({ clock, updater, version }: UpdatePorts, { facts, feed, store, state }: CommandParts): UpdateView {
  const now = facts();
  const { checkedAt } = store.record();
  const isOff = offReason(now) !== null;
  return {
    ...state(),
    current: version,
    checkedAt: isoOrNull(checkedAt),
    nextCheckAt: isOff ? null : isoOrNull(clock.now() + Math.max(0, feed.state().checkDueAt - clock.monotonic())),
    settings: store.settings(),
    obstacles: now.downloaded && !isOff ? obstacles(now) : [],
    downloadPercent: feed.state().downloading,
    from: updater.from,
  };
}

function because(reason: UpdateReason): Result<never> {
  return failed("illegal_state", { because: reasonFor(`update_${reason}`) });
}
