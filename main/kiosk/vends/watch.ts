/** What this run of the till knows of open vends: ages by the monotonic clock, and what the machine answered in it. */
import type { Clock } from "../../lib/clock.ts";
import { createStopwatch } from "../../payments/queue/stopwatch.ts";
import type { VendOrderAnswer, VendReport } from "../dispenser.ts";
import type { VendRow } from "./rows.ts";
import type { VendTime } from "./step.ts";

/** The wall clock is corrected by less than this all the time. */
const BEHIND_MS = 2000;
/** A machine that is asked at least once a minute and has not answered for so long is silent. */
const SILENT_MS = 120_000;

/** Of one vend in this run. Times by the monotonic clock. */
interface Seen {
  /** When it was ordered in this run, or first spoken of with the machine */
  since: number | null;
  spokenAt: number | null;
  heardAt: number | null;
  /** When the machine last took the order, or reported on it */
  usefulAt: number | null;
  /** Since when it answers nothing but that it does not know it */
  strangeSince: number | null;
  /** It was begun in this run, or the machine said in this run that it does not know it */
  isMachineNew: boolean;
  /** An order may still be on its way to the machine */
  isUnanswered: boolean;
  /** By the wall clock it is still to come: how old it is cannot be known */
  isBehind: boolean;
  /** The fields of its reports that could not be read */
  unreadable: ReadonlySet<string>;
}

export type Watch = ReturnType<typeof watchVends>;

/** What is kept of each vend in one run. */
function keepSeen(clock: Clock) {
  const all = new Map<string, Seen>();
  const stopwatch = createStopwatch(clock);
  const ageOf = (id: string, since: number | null) =>
    since === null ? null : stopwatch.ageOf({ id, createdAt: since, retriedAt: null });
  const seenOf = (posTid: string, since: number | null): Seen => {
    const isBehind = since !== null && clock.now() + BEHIND_MS < since;
    const seen = all.get(posTid) ?? { ...UNSEEN, isBehind };
    all.set(posTid, seen);
    return seen;
  };
  const sent = (row: VendRow): Seen => {
    const seen = seenOf(row.posTid, row.orderedAt);
    seen.since ??= clock.monotonic();
    return seen;
  };
  const heard = (seen: Seen, said: VendOrderAnswer | VendReport["state"]) => {
    seen.spokenAt = clock.monotonic();
    if (said !== "unreached" && said !== "unreadable") seen.heardAt = seen.spokenAt;
    if (typeof said !== "string" || USEFUL.has(said)) seen.usefulAt = seen.spokenAt;
  };
  /** How long the machine has said nothing useful about a vend in this run, in ms */
  const quietMs = (posTid: string) => {
    const seen = all.get(posTid);
    const usefulAt = seen?.usefulAt ?? seen?.since ?? null;
    return usefulAt === null ? 0 : clock.monotonic() - usefulAt;
  };
  /** Whether this field of the vend's reports is unreadable for the first time in this run */
  const isFirstProblem = (posTid: string, field: string) => {
    const seen = seenOf(posTid, null);
    const isFirst = !seen.unreadable.has(field);
    seen.unreadable = new Set([...seen.unreadable, field]);
    return isFirst;
  };
  return { ageOf, all, seenOf, sent, heard, quietMs, isFirstProblem };
}

/** From these the till learns how far the machine is. */
const USEFUL: ReadonlySet<string> = new Set([
  ...(["taken", "refused", "pending", "done", "failed", "unknown"] satisfies (VendOrderAnswer | VendReport["state"])[]),
]);

/** Makes one for one run. */
export function watchVends(clock: Clock) {
  const { ageOf, all, seenOf, sent, heard, ...asked } = keepSeen(clock);
  return {
    ...asked,
    /** @param askedAt when the customer was asked, ms since the epoch */
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
      all.set(posTid, { ...UNSEEN, since, isMachineNew: true, isUnanswered: false });
    },
    /** Sends the order. One that is not answered may arrive later than all that is heard after it. */
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
      // Silence does not say that it forgot: its program may be away, and start again.
      seen.strangeSince = isStrange ? (seen.strangeSince ?? clock.monotonic()) : null;
      heard(seen, report.state);
      return report;
    },
    /** For how long nothing is to be said of it, in ms, at this pause between two messages */
    pauseLeft(posTid: string, pause: number): number {
      const last = all.get(posTid)?.spokenAt ?? null;
      return last === null ? 0 : last + pause - clock.monotonic();
    },
    /** Whether the machine was asked in this run, and has not answered for long */
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

const UNSEEN: Seen = {
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
