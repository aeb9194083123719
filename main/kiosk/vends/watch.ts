/** State of open vends in this run: their ages by the monotonic clock, and the machine's responses. */
import type { Clock } from "../../lib/clock.ts";
import { createStopwatch } from "../../payments/queue/stopwatch.ts";
import type { VendOrderAnswer, VendReport } from "../dispenser.ts";
import type { VendRow } from "./rows.ts";
import type { VendTime } from "./step.ts";

/** Usual corrections of the wall clock are smaller. */
const CLOCK_CORRECTION_MS = 2000;
/** A machine polled at least once a minute is silent after this long without a response. */
const SILENT_MS = 120_000;

interface Seen {
  /** Its order, or the first contact with the machine about it, in this run */
  since: number | null;
  spokenAt: number | null;
  heardAt: number | null;
  /** When the machine last accepted the order, or reported on it */
  usefulAt: number | null;
  /** Since when the machine has reported nothing but "unknown vend" */
  strangeSince: number | null;
  /** Ordered in this run, or reported as unknown by the machine in this run */
  isMachineNew: boolean;
  isUnanswered: boolean;
  /** Its time lies in the wall clock's future, so its age is unknown */
  isBehind: boolean;
  unreadable: ReadonlySet<string>;
}

export type Watch = ReturnType<typeof watchVends>;

function trackContacts(clock: Clock) {
  const all = new Map<string, Seen>();
  const stopwatch = createStopwatch(clock);
  const ageOf = (id: string, since: number | null) =>
    since === null ? null : stopwatch.ageOf({ id, createdAt: since, retriedAt: null });
  const seenOf = (posTid: string, since: number | null): Seen => {
    const isInFuture = since !== null && clock.now() + CLOCK_CORRECTION_MS < since;
    const seen = all.get(posTid) ?? { ...NO_CONTACT, isBehind: isInFuture };
    all.set(posTid, seen);
    return seen;
  };
  const sent = (row: VendRow): Seen => {
    const seen = seenOf(row.posTid, row.orderedAt);
    seen.since ??= clock.monotonic();
    return seen;
  };
  const heard = (seen: Seen, response: VendOrderAnswer | VendReport["state"]) => {
    seen.spokenAt = clock.monotonic();
    if (response !== "unreached" && response !== "unreadable") seen.heardAt = seen.spokenAt;
    if (typeof response !== "string" || USEFUL.has(response)) seen.usefulAt = seen.spokenAt;
  };
  /** How long the machine has given no useful information about a vend in this run, in ms */
  const quietMs = (posTid: string) => {
    const seen = all.get(posTid);
    const usefulAt = seen?.usefulAt ?? seen?.since ?? null;
    return usefulAt === null ? 0 : clock.monotonic() - usefulAt;
  };
  const isFirstProblem = (posTid: string, field: string) => {
    const seen = seenOf(posTid, null);
    const isFirst = !seen.unreadable.has(field);
    seen.unreadable = new Set([...seen.unreadable, field]);
    return isFirst;
  };
  return { ageOf, all, seenOf, sent, heard, quietMs, isFirstProblem };
}

const USEFUL: ReadonlySet<string> = new Set([
  ...(["taken", "refused", "pending", "done", "failed", "unknown"] satisfies (VendOrderAnswer | VendReport["state"])[]),
]);

export function watchVends(clock: Clock) {
  const { ageOf, all, seenOf, sent, heard, ...asked } = trackContacts(clock);
  return {
    ...asked,
    /** @param askedAt time of the payment request, ms since the epoch */
    timeOf(row: VendRow, askedAt: number | null): VendTime {
      const seen = seenOf(row.posTid, row.orderedAt ?? askedAt);
      const sinceAsked = ageOf(row.posTid, row.approvedAt ?? askedAt);
      return {
        age: ageOf(row.id, row.orderedAt ?? row.restoredAt) ?? 0,
        sinceAsked: sinceAsked !== null && seen.isBehind ? Number.POSITIVE_INFINITY : sinceAsked,
        followed: seen.since === null ? 0 : clock.monotonic() - seen.since,
        mayTell: seen.isMachineNew && !seen.isBehind,
        isUnanswered: seen.isUnanswered,
        strangeFor: seen.strangeSince === null ? 0 : clock.monotonic() - seen.strangeSince,
      };
    },
    begun(posTid: string): void {
      const since = clock.monotonic();
      all.set(posTid, { ...NO_CONTACT, since, isMachineNew: true, isUnanswered: false });
    },
    /** Sends the order. An unanswered one may arrive after later responses. */
    async tell(row: VendRow, say: () => Promise<VendOrderAnswer>): Promise<VendOrderAnswer> {
      const seen = sent(row);
      const before = seen.isUnanswered;
      seen.isUnanswered = true;
      const answer = await say();
      if (answer !== "unreached") seen.isUnanswered = before;
      seen.strangeSince = null;
      heard(seen, answer);
      return answer;
    },
    async ask(row: VendRow, say: () => Promise<VendReport>): Promise<VendReport> {
      const seen = sent(row);
      const report = await say();
      const isStrange = report.state === "strange";
      if (isStrange) seen.isMachineNew = true;
      // Silence does not mean that it forgot: the machine may be restarting.
      seen.strangeSince = isStrange ? (seen.strangeSince ?? clock.monotonic()) : null;
      heard(seen, report.state);
      return report;
    },
    pauseLeft(posTid: string, pause: number): number {
      const last = all.get(posTid)?.spokenAt ?? null;
      return last === null ? 0 : last + pause - clock.monotonic();
    },
    isSilent(posTid: string): boolean {
      const seen = all.get(posTid);
      const since = seen?.heardAt ?? seen?.since ?? null;
      return since !== null && clock.monotonic() - since >= SILENT_MS;
    },
    keepOnly(open: readonly string[]): void {
      for (const posTid of all.keys()) if (!open.includes(posTid)) all.delete(posTid);
    },
  };
}

const NO_CONTACT: Seen = {
  since: null,
  spokenAt: null,
  heardAt: null,
  usefulAt: null,
  strangeSince: null,
  isMachineNew: false,
  isUnanswered: true,
  isBehind: false,
  unreadable: new Set(),
};
