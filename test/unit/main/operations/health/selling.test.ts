import { describe, expect, it } from "vitest";
import { createSignals } from "../../../../../main/lib/signals.ts";
import { followSelling, type SellingFacts, sellingProblems } from "../../../../../main/operations/health/selling.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const ONLINE = { link: "online", since: 1, failures: 0 } as const;
const SELLING: SellingFacts = {
  connectivity: ONLINE,
  disk: "ok",
  stopped: false,
  isMachineStopped: false,
  unattended: null,
};
const ALONE = { damaged: false, skewMs: 0, dispenser: null, printer: null };
const alone = (facts: Partial<SellingFacts["unattended"]>) => ({ unattended: { ...ALONE, ...facts } });

describe("problems that stop a till from selling", () => {
  it.each<[string[], Partial<SellingFacts>]>([
    [[], {}],
    [[], { connectivity: { ...ONLINE, link: "degraded" } }],
    [[], { disk: "low" }],
    [["service_offline"], { connectivity: { ...ONLINE, link: "offline" } }],
    [["service_refused"], { connectivity: { ...ONLINE, link: "auth_failed" } }],
    [["disk_full", "database_stopped"], { disk: "full", stopped: true }],
    [[], alone({ skewMs: 300_000, printer: { state: "ready", fault: null } })],
    [[], alone({ printer: { state: "unseen", fault: null } })],
    [["clock_too_far"], alone({ skewMs: 300_001 })],
    [["clock_too_far"], alone({ skewMs: -3_600_000 })],
    [["database_damaged"], alone({ damaged: true })],
    [["dispenser_unreached"], alone({ dispenser: "unreached" })],
    [["dispenser_unfit"], alone({ dispenser: "unfit" })],
    [["dispenser_strange"], alone({ dispenser: "strange" })],
    [["printer_required"], alone({ printer: { state: "off", fault: null } })],
    [["printer_required"], alone({ printer: { state: "fault", fault: "paper_out" } })],
    [
      ["service_offline", "dispenser_unfit"],
      { connectivity: { ...ONLINE, link: "offline" }, ...alone({ dispenser: "unfit" }) },
    ],
  ])("are %j", (causes, facts) => {
    expect(sellingProblems({ ...SELLING, ...facts })).toEqual(causes);
  });

  it("are unknown before the first request to the service, except local ones", () => {
    const unasked = { ...SELLING, connectivity: { ...ONLINE, since: null } };
    expect(sellingProblems(unasked)).toBeNull();
    expect(sellingProblems({ ...unasked, disk: "full" })).toEqual(["disk_full"]);
  });
});

describe("the log", () => {
  it("has one line for each change, with a stable name and the causes", () => {
    const signals = createSignals();
    const { log, lines } = readableLog();
    let facts: SellingFacts = { ...SELLING, connectivity: { ...ONLINE, since: null } };
    const become = (next: Partial<SellingFacts>) => {
      facts = { ...facts, ...next };
      signals.emit("receipt.changed");
      signals.emit("terminal.outdated");
    };
    let told = 0;
    const selling = followSelling({ log, signals, api: { onExchange: () => () => undefined }, facts: () => facts });
    signals.on("terminal.outdated", () => {
      told += 1;
    });
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
    // The test reports each of the five once more, because the screens are notified, too.
    expect([told, selling.problems()]).toEqual([10, []]);
  });
});
