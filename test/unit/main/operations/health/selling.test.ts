import { describe, expect, it } from "vitest";
import { createSignals } from "../../../../../main/lib/signals.ts";
import { logSelling, type SellingFacts, sellingProblems } from "../../../../../main/operations/health/selling.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const ONLINE = { link: "online", since: 1, failures: 0 } as const;
const SELLING: SellingFacts = { connectivity: ONLINE, disk: "ok", stopped: false };

describe("what keeps a till from selling", () => {
  it.each<[string[], Partial<SellingFacts>]>([
    [[], {}],
    [[], { connectivity: { ...ONLINE, link: "degraded" } }],
    [[], { disk: "low" }],
    [["service_offline"], { connectivity: { ...ONLINE, link: "offline" } }],
    [["service_refused"], { connectivity: { ...ONLINE, link: "auth_failed" } }],
    [["disk_full", "database_stopped"], { disk: "full", stopped: true }],
  ])("is %j", (causes, facts) => {
    expect(sellingProblems({ ...SELLING, ...facts })).toEqual(causes);
  });

  it("is not known before the service was asked, unless it is something here", () => {
    const unasked = { ...SELLING, connectivity: { ...ONLINE, since: null } };
    expect(sellingProblems(unasked)).toBeNull();
    expect(sellingProblems({ ...unasked, disk: "full" })).toEqual(["disk_full"]);
  });
});

describe("the log", () => {
  it("has one line for each change, by a stable name, with the causes", () => {
    const signals = createSignals();
    const { log, lines } = readableLog();
    let facts: SellingFacts = { ...SELLING, connectivity: { ...ONLINE, since: null } };
    const become = (next: Partial<SellingFacts>) => {
      facts = { ...facts, ...next };
      signals.emit("terminal.stale");
      signals.emit("terminal.stale");
    };
    logSelling({ log, signals }, () => facts);
    become({ connectivity: ONLINE });
    become({ connectivity: { ...ONLINE, link: "offline" } });
    become({ disk: "full" });
    become({ connectivity: ONLINE });
    become({ disk: "ok" });
    expect(lines.map((line) => JSON.parse(line)).map(({ level, msg, causes }) => [level, msg, causes])).toEqual([
      [30, "till.inService", undefined],
      [40, "till.outOfService", ["service_offline"]],
      [40, "till.outOfService", ["service_offline", "disk_full"]],
      [40, "till.outOfService", ["disk_full"]],
      [30, "till.inService", undefined],
    ]);
  });
});
