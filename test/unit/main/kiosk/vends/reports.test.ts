import { describe, expect, it } from "vitest";
import type { VendReport } from "../../../../../main/kiosk/dispenser.ts";
import type { Verdict } from "../../../../../main/kiosk/slots/verdict.ts";
import { type ReportPorts, recordSecondReport } from "../../../../../main/kiosk/vends/reports.ts";
import type { VendRow } from "../../../../../main/kiosk/vends/rows.ts";

const ONE = [{ slot: "A1", quantity: 1 }];
const SETTLING = {
  posTid: "p",
  id: "v",
  state: "settling",
  items: ONE,
  report: ONE,
  resolvedAt: null,
  rule: null,
  because: null,
} as unknown as VendRow;

describe("a second response of the dispenser", () => {
  it.each<[string, VendReport, Verdict["is"][]]>([
    ["proves a good vend when it repeats the report", { state: "done", dropped: ONE }, ["good"]],
    ["proves nothing when it is missing", { state: "unreached" }, []],
    ["proves nothing when the dispenser does not know the vend", { state: "strange" }, []],
    ["proves nothing when the dispenser cannot report the dropped items", { state: "unknown", dropped: [] }, []],
    ["proves nothing when the dispenser reports the vend as pending", { state: "pending", dropped: [] }, []],
  ])("%s", (_, answer, expected) => {
    const verdicts: Verdict["is"][] = [];
    const changes: unknown[] = [];
    const ports = {
      store: { commit: (_posTid: string, make: (now: number) => void) => make(1) },
      vends: { change: (_posTid: string, change: unknown) => changes.push(change) },
      slots: { applyResult: (_row: VendRow, { is }: Verdict) => verdicts.push(is) },
    } as unknown as ReportPorts;
    recordSecondReport(ports, SETTLING, answer);
    expect([verdicts, changes]).toEqual([expected, [{ recheckedAt: 1 }]]);
  });
});
