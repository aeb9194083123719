import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCAN_VALID_MS } from "../../../../../contract/payments/stickers.ts";
import { type OpenSale, verdictOf } from "../../../../../main/payments/scans/guard.ts";

const QUIET = { now: 100_000, scannedAt: 100_000, isSeen: false, open: [], quietSince: 0, isReady: false };
const sale = (posTid: string, isAsked = false): OpenSale => ({ posTid, isAsked });

describe("a scan without a sale", () => {
  it("is matched to the only open sale", () => {
    expect(verdictOf({ ...QUIET, open: [sale("A")] })).toEqual({ is: "sale", posTid: "A" });
  });

  it("is kept for the next sale while no sale is open", () => {
    expect(verdictOf(QUIET)).toEqual({ is: "stored" });
  });

  it("waits while another customer is being served or came first", () => {
    expect(verdictOf({ ...QUIET, open: [sale("A", true)] })).toEqual({ is: "busy" });
    expect(verdictOf({ ...QUIET, isReady: true })).toEqual({ is: "busy" });
  });

  it("is matched to neither of two open sales", () => {
    expect(verdictOf({ ...QUIET, open: [sale("A"), sale("B", true)] })).toEqual({ is: "ambiguous" });
  });

  it("counts for less than a minute, and not for a sale that started after the one open at the scan", () => {
    expect(verdictOf({ ...QUIET, scannedAt: QUIET.now - SCAN_VALID_MS + 1 })).toEqual({ is: "stored" });
    expect(verdictOf({ ...QUIET, scannedAt: QUIET.now - SCAN_VALID_MS })).toEqual({ is: "expired" });
    expect(verdictOf({ ...QUIET, open: [sale("B")], scannedAt: 90_000, quietSince: 90_001 })).toEqual({
      is: "expired",
    });
  });

  it("counts once", () => {
    expect(verdictOf({ ...QUIET, open: [sale("A")], isSeen: true })).toEqual({ is: "duplicate" });
  });
});

type Step =
  | { do: "begin" | "ask" | "end"; which: number }
  /** `isLost`: the scan reaches the till later or never */
  | { do: "scan"; isLost: boolean }
  | { do: "hear"; which: number }
  /** An operator dismisses the first customer */
  | { do: "forget" }
  | { do: "wait"; ms: number };

interface Scanned {
  madeAt: number;
  /** The sales that were open at the scan */
  openSales: string[];
}

interface Known {
  now: number;
  quietSince: number;
  open: OpenSale[];
  ready: { scan: number; until: number } | null;
  history: { posTid: string; from: number; to: number | null }[];
  scans: Scanned[];
  heard: Set<number>;
  forgotten: Set<number>;
  /** The sale matched to each scan */
  matched: Map<number, string>;
  wrong: string[];
}

/** Problems of a match of scan and sale, computed independently of the guard. */
function matchProblems({ now, history, scans, forgotten, matched }: Known, scan: number, posTid: string): string[] {
  const { madeAt = 0, openSales = [] } = scans[scan] ?? {};
  const isBetween = ({ to, posTid: other }: Known["history"][number]) => other !== posTid && to !== null && to > madeAt;
  return [
    matched.has(scan) && `scan ${scan} went to ${matched.get(scan)} and ${posTid}`,
    [...matched.values()].includes(posTid) && `${posTid} has two customers`,
    forgotten.has(scan) && `scan ${scan} was given up before ${posTid}`,
    now - madeAt >= SCAN_VALID_MS && `scan ${scan} was too old for ${posTid}`,
    openSales.some((other) => other !== posTid) && `scan ${scan} was made during another sale`,
    history.some(isBetween) && `scan ${scan} skipped a sale`,
  ].filter((each) => each !== false);
}

function give(till: Known, scan: number, posTid: string): void {
  till.wrong.push(...matchProblems(till, scan, posTid));
  till.matched.set(scan, posTid);
  till.open = till.open.map((each) => (each.posTid === posTid ? sale(posTid, true) : each));
}

function receiveScan(till: Known, scan: number): void {
  const { now, heard, open, quietSince } = till;
  const scannedAt = till.scans[scan]?.madeAt ?? 0;
  if (till.ready !== null && now >= till.ready.until) till.ready = null;
  const situation = { now, scannedAt, isSeen: heard.has(scan), open, quietSince, isReady: till.ready !== null };
  const verdict = verdictOf(situation);
  heard.add(scan);
  if (verdict.is === "stored") till.ready = { scan, until: scannedAt + SCAN_VALID_MS };
  if (verdict.is === "sale") give(till, scan, verdict.posTid);
}

function begin(till: Known): void {
  const { now, history, ready } = till;
  const posTid = `sale-${history.length}`;
  till.ready = null;
  history.push({ posTid, from: now, to: null });
  till.open.push(sale(posTid));
  if (ready !== null && now < ready.until) give(till, ready.scan, posTid);
}

function end(till: Known, which: number): void {
  const [ended] = till.open.splice(which % till.open.length, 1);
  for (const each of till.history) if (each.posTid === ended?.posTid) each.to = till.now;
  till.quietSince = till.now;
}

/** Runs a till with the guard. @returns the problems found */
function replay(steps: readonly Step[]): string[] {
  const till: Known = {
    now: 1,
    quietSince: 0,
    open: [],
    ready: null,
    history: [],
    scans: [],
    heard: new Set(),
    forgotten: new Set(),
    matched: new Map(),
    wrong: [],
  };
  for (const step of steps) {
    if (step.do === "wait") till.now += step.ms;
    if (step.do === "forget" && till.ready !== null) {
      till.forgotten.add(till.ready.scan);
      till.ready = null;
    }
    if (step.do === "begin") begin(till);
    if (step.do === "end" && till.open.length > 0) end(till, step.which);
    if (step.do === "ask" && till.open.length > 0) {
      const asked = step.which % till.open.length;
      till.open = till.open.map((each, index) => (index === asked ? sale(each.posTid, true) : each));
    }
    if (step.do === "scan") {
      const openSales = till.history.filter(({ to }) => to === null).map(({ posTid }) => posTid);
      till.scans.push({ madeAt: till.now, openSales });
      if (!step.isLost) receiveScan(till, till.scans.length - 1);
    }
    if (step.do === "hear" && till.scans.length > 0) receiveScan(till, step.which % till.scans.length);
  }
  return till.wrong;
}

const which = fc.nat({ max: 9 });
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ do: fc.constantFrom("begin" as const, "ask" as const, "end" as const), which }),
  fc.record({ do: fc.constant("scan" as const), isLost: fc.boolean() }),
  fc.record({ do: fc.constant("hear" as const), which }),
  fc.constant({ do: "forget" as const }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.nat({ max: 70_000 }) }),
);

describe("any history of sales and scans", () => {
  it("matches a scan to its own sale within a minute, and a sale to one customer", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        expect(replay(steps)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
