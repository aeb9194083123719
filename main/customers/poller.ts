/** Polls the outcome of every open data request, because callbacks can be lost or missing. */
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { startLoop } from "../lib/loop.ts";
import { type PollingSettings, pollAfter } from "../payments/outcomes/schedule.ts";
import { withPriority } from "../service/api/client.ts";
import { describeError, isUnknown } from "../service/api/errors.ts";
import { getPermissionOutcome } from "../service/api/permission-request.ts";
import { pauseAfter } from "../service/api/retry.ts";
import type { ServiceContext } from "../service/context.ts";
import { type AnswerPorts, applyAnswer } from "./apply-answer.ts";
import type { PermissionRow } from "./rows.ts";

export interface PermissionPollerPorts extends Pick<ServiceContext, "api" | "clock" | "log" | "random">, AnswerPorts {
  settings: PollingSettings;
  receiving(): boolean;
}

interface Watch {
  dueAt: number;
  polledAt: number;
  polls: number;
  watchedSince: number;
  failures: number;
  notFound: number;
}

const HINT_SPACING_MS = 1000;
/** A starting gateway may deny a request once. */
const MAX_UNKNOWN_RESPONSES = 3;
const LONGEST_PAUSE_MS = 60_000;

export function startPermissionPoller(ports: PermissionPollerPorts) {
  const { clock, store } = ports;
  const watches = new Map<string, Watch>();
  const watchOf = (posTid: string): Watch => {
    const now = clock.monotonic();
    const existing = watches.get(posTid);
    const watch = existing ?? {
      dueAt: now,
      polledAt: -HINT_SPACING_MS,
      polls: 0,
      watchedSince: now,
      failures: 0,
      notFound: 0,
    };
    watches.set(posTid, watch);
    return watch;
  };
  const loop = startLoop(ports, async () => {
    const rows = store.rows.unanswered();
    const open = new Set(rows.map(({ posTid }) => posTid));
    for (const posTid of watches.keys()) if (!open.has(posTid)) watches.delete(posTid);
    const due = rows.filter(({ posTid }) => watchOf(posTid).dueAt <= clock.monotonic());
    await Promise.all(due.map((row) => poll(ports, row, watchOf(row.posTid))));
    if (rows.length === 0) return null;
    return Math.max(1, Math.min(...rows.map(({ posTid }) => watchOf(posTid).dueAt)) - clock.monotonic());
  });
  return {
    wake: loop.wake,
    close: loop.close,
    /** Polls this request as soon as possible, at most once a second (G27). */
    pollSoon(posTid: string) {
      const watch = watchOf(posTid);
      watch.dueAt = Math.min(watch.dueAt, Math.max(clock.monotonic(), watch.polledAt + HINT_SPACING_MS));
      loop.wake();
    },
    refresh() {
      for (const watch of watches.values()) watch.dueAt = Math.min(watch.dueAt, watch.polledAt + HINT_SPACING_MS);
      loop.wake();
    },
  };
}

async function poll(ports: PermissionPollerPorts, row: PermissionRow, watch: Watch): Promise<void> {
  const { api, clock, log, store, settings, random } = ports;
  const { posTid, rid } = row;
  watch.polledAt = clock.monotonic();
  const response = await getPermissionOutcome(withPriority(api, "customer"), rid ?? "");
  watch.polls += 1;
  watch.notFound = !response.ok && isUnknown(response.error) ? watch.notFound + 1 : 0;
  watch.failures = response.ok ? 0 : watch.failures + 1;
  if (response.ok) {
    store.commit(posTid, (now) => {
      const current = store.find(posTid);
      if (current !== null) applyAnswer(ports, current, response.value, "poll", now);
    });
  } else {
    log.info({ posTid, because: describeError(response.error) }, "the result of a data request could not be read");
    if (watch.notFound >= MAX_UNKNOWN_RESPONSES) markUnknownToService(ports, posTid);
  }
  const unchangedMs = clock.monotonic() - watch.watchedSince;
  const planned = pollAfter(
    { phase: "waiting", polls: watch.polls, unchangedMs },
    ports.receiving(),
    settings,
    random(),
  );
  const retryMs = !response.ok && response.error.kind === "try_again" ? (response.error.retryAfterMs ?? 0) : 0;
  const failedMs = Math.max(Math.min(pauseAfter(watch.failures, random()), LONGEST_PAUSE_MS), retryMs);
  watch.dueAt = clock.monotonic() + (response.ok ? planned : failedMs);
}

function markUnknownToService({ store }: PermissionPollerPorts, posTid: string): void {
  store.commit(posTid, (now) => {
    const phase = store.find(posTid)?.phase;
    if (phase === "waiting") store.change(posTid, { phase: "attention", attention: reasonFor("permission_lost") }, now);
    // The service cannot charge for a request it does not know.
    if (phase === "aborted" || phase === "expired") store.change(posTid, { answeredAt: now }, now);
  });
}
