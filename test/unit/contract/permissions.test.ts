import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../contract/commands.ts";
import { COMMAND_PERMISSIONS, roleMay } from "../../../contract/permissions.ts";
import type { StaffRole } from "../../../contract/roles.ts";
import { PERMISSIONS, ROLE_PERMISSIONS, roleHas } from "../../../contract/roles.ts";
import { DEFAULT_POLICY, refundLimit } from "../../../contract/staff.ts";

const ROLES: (StaffRole | null)[] = [null, "cashier", "manager", "owner"];

describe("permissions", () => {
  it("lets each role do what the one below it may, and more", () => {
    for (const permission of PERMISSIONS) {
      const may = ROLES.map((role) => roleHas(role, permission));
      expect(may).toEqual([...may].sort());
    }
    expect(ROLE_PERMISSIONS.owner).toEqual(PERMISSIONS);
    expect(ROLE_PERMISSIONS.manager).not.toContain("settings");
  });

  it.each<[CommandName, boolean, boolean, boolean]>([
    ["payment.start", true, true, true],
    ["payment.capture", true, true, true],
    ["terminal.get", true, true, true],
    ["payment.refund", false, true, true],
    ["queue.retry", false, true, true],
    ["queue.discard", false, true, true],
    ["shell.leaveKiosk", false, true, true],
    ["shell.enterKiosk", true, true, true],
  ])("decides about %s", (command, cashier, manager, owner) => {
    expect(roleMay(null, command)).toBe(cashier);
    expect(roleMay("cashier", command)).toBe(cashier);
    expect(roleMay("manager", command)).toBe(manager);
    expect(roleMay("owner", command)).toBe(owner);
  });

  it("has no line that nothing goes by", () => {
    const asked = new Set<string>(Object.values(COMMAND_PERMISSIONS));
    // What goes beyond a refund's limit is not a command of its own.
    expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual(["refund_beyond_limit"]);
    expect(refundLimit("owner", { ...DEFAULT_POLICY, refundLimits: { cashier: 0, manager: 0 } })).toBeNull();
  });

  it("asks nothing of a name that is not in the table, and inherits nothing into it", () => {
    expect(COMMAND_PERMISSIONS["terminal.get"]).toBeUndefined();
    expect(Object.hasOwn(COMMAND_PERMISSIONS, "payment.refund")).toBe(true);
  });
});
