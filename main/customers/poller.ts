/** Polls the outcome of every open data request, because callbacks can be lost or missing. */
import { reasonFor } from "../../contract/reasons.ts";
import { type Loop, startLoop } from "../lib/loop.ts";
import { type PollingSettings, pollAfter } from "../payments/outcomes/schedule.ts";
import { withPriority } from "../service/api/client.ts";
import { describeError, isUnknown } from "../service/api/errors.ts";
import { getPermissionOutcome } from "../service/api/permission-request.ts";
import { pauseAfter } from "../service/api/retry.ts";
import type { ServiceContext } from "../service/context.ts";
import type { PermissionRow } from "./rows.ts";
import { applyAnswer, type TakeInPorts } from "./take-in.ts";

export interface PermissionPollerPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random">, TakeInPorts {
  settings: PollingSettings;
  receiving(): boolean;
}

export interface PermissionPoller extends Pick<Loop, "wake" | "close"> {
  /** Polls this request as soon as possible, at most once a second (G27). */
  soon(posTid: string): void;
  refresh(): void;
}

interface Watch {
  dueAt: number;
  askedAt: number;
  asked: number;
  since: number;
  failures: number;
  notFound: number;
}

const HINT_SPACING_MS = 1000;
/** A starting gateway may deny a request once. */
const NOT_KNOWN_TIMES = 3;
const LONGEST_PAUSE_MS = 60_000;

export function startPermissionPoller(ports: PermissionPollerPorts): PermissionPoller {
  const { clock, store } = ports;
  const watches = new Map<string, Watch>();
  const watchOf = (posTid: string): Watch => {
    const now = clock.monotonic();
    const known = watches.get(posTid);
    const watch = known ?? { dueAt: now, askedAt: -HINT_SPACING_MS, asked: 0, since: now, failures: 0, notFound: 0 };
    watches.set(posTid, watch);
    return watch;
  };
  const loop = startLoop(ports, async () => {
    const rows = store.rows.unanswered();
    const open = new Set(rows.map(({ posTid }) => posTid));
    for (const posTid of watches.keys()) if (!open.has(posTid)) watches.delete(posTid);
    const due = rows.filter(({ posTid }) => watchOf(posTid).dueAt <= clock.monotonic());
    await Promise.all(due.map((row) => ask(ports, row, watchOf(row.posTid))));
    if (rows.length === 0) return null;
    return Math.max(1, Math.min(...rows.map(({ posTid }) => watchOf(posTid).dueAt)) - clock.monotonic());
  });
  return {
    wake: loop.wake,
    close: loop.close,
    soon(posTid) {
      const watch = watchOf(posTid);
      watch.dueAt = Math.min(watch.dueAt, Math.max(clock.monotonic(), watch.askedAt + HINT_SPACING_MS));
      loop.wake();
    },
    refresh() {
      for (const watch of watches.values()) watch.dueAt = Math.min(watch.dueAt, watch.askedAt + HINT_SPACING_MS);
      loop.wake();
    },
  };
}

async function ask(ports: PermissionPollerPorts, row: PermissionRow, watch: Watch): Promise<void> {
  const { api, clock, log, store, settings, random } = ports;
  const { posTid, rid } = row;
  watch.askedAt = clock.monotonic();
  const answer = await getPermissionOutcome(withPriority(api, "customer"), rid ?? "");
  watch.asked += 1;
  watch.notFound = !answer.ok && isUnknown(answer.error) ? watch.notFound + 1 : 0;
  watch.failures = answer.ok ? 0 : watch.failures + 1;
  if (answer.ok) {
    store.commit(posTid, (now) => {
      const current = store.find(posTid);
      if (current !== null) applyAnswer(ports, current, answer.value, "poll", now);
    });
  } else {
    log.info({ posTid, because: describeError(answer.error) }, "the result of a data request could not be read");
    if (watch.notFound >= NOT_KNOWN_TIMES) lose(ports, posTid);
  }
  const unchangedMs = clock.monotonic() - watch.since;
  const planned = pollAfter(
    { phase: "waiting", polls: watch.asked, unchangedMs },
    ports.receiving(),
    settings,
    random(),
  );
  const retryMs = !answer.ok && answer.error.kind === "try_again" ? (answer.error.retryAfterMs ?? 0) : 0;
  const failedMs = Math.max(Math.min(pauseAfter(watch.failures, random()), LONGEST_PAUSE_MS), retryMs);
  watch.dueAt = clock.monotonic() + (answer.ok ? planned : failedMs);
}

function lose({ store }: PermissionPollerPorts, posTid: string): void {
  store.commit(posTid, (now) => {
    const phase = store.find(posTid)?.phase;
    if (phase === "waiting") store.change(posTid, { phase: "attention", attention: reasonFor("permission_lost") }, now);
    // The service cannot charge for a request it does not know.
    if (phase === "aborted" || phase === "expired") store.change(posTid, { answeredAt: now }, now);
  });
}
