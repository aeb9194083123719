import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../../contract/commands.ts";
import { DEFAULT_POLICY, type StaffPolicy } from "../../../../contract/staff.ts";
import type { StaffRole } from "../../../../contract/views.ts";
import { mayCall, refundLimit } from "../../../../main/staff/rights.ts";

const may = (command: CommandName, role: StaffRole | null, policy: Partial<StaffPolicy> = {}, firstRun = false) =>
  mayCall(command, { role, policy: { ...DEFAULT_POLICY, ...policy }, firstRun: () => firstRun });

describe("who may call what", () => {
  it("takes payments from whoever stands there, unless the owner wants a name", () => {
    expect(may("payment.start", null)).toBe(true);
    expect(may("payment.start", null, { requireSignIn: true })).toBe(false);
    expect(may("payment.start", "cashier", { requireSignIn: true })).toBe(true);
  });

  it("lets anybody cancel what a customer still waits with, and read", () => {
    expect(may("payment.abort", null, { requireSignIn: true })).toBe(true);
    expect(may("payment.get", null, { requireSignIn: true })).toBe(true);
    expect(may("payment.capture", null, { requireSignIn: true })).toBe(false);
    expect(may("report.x", null, { requireSignIn: true })).toBe(false);
    expect(may("payment.file", null, { requireSignIn: true })).toBe(false);
    expect(may("report.x", null)).toBe(true);
  });

  it("lets a cashier refund when the owner set a limit for cashiers, and nobody without a name", () => {
    const policy = { refundLimits: { cashier: 5000, manager: null } };
    expect(may("payment.refund", "cashier")).toBe(false);
    expect(may("payment.refund", "cashier", policy)).toBe(true);
    expect(may("payment.refund", null, policy)).toBe(false);
    expect(may("payment.refund", "manager")).toBe(true);
  });

  it("opens the set-up to anybody in the first run alone", () => {
    expect(may("setup.finish", null, {}, true)).toBe(true);
    expect(may("setup.finish", null)).toBe(false);
    expect(may("setup.finish", "manager")).toBe(false);
    expect(may("setup.finish", "owner")).toBe(true);
    expect(may("setup.export", null, {}, true)).toBe(false);
  });

  it("knows a limit for everybody but the owner", () => {
    const policy = { ...DEFAULT_POLICY, refundLimits: { cashier: 0, manager: 20_000 } };
    expect([null, "cashier", "manager", "owner"].map((role) => refundLimit(role as StaffRole | null, policy))).toEqual([
      0,
      0,
      20_000,
      null,
    ]);
  });
});
