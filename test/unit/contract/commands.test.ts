import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName, rowOf } from "../../../contract/commands.ts";
import type { StaffRole } from "../../../contract/roles.ts";
import { PERMISSIONS, ROLE_PERMISSIONS, roleHas } from "../../../contract/roles.ts";
import { DEFAULT_POLICY, refundLimit } from "../../../contract/staff.ts";
import { roleMay } from "../../../main/bridge/rights.ts";

const ROLES: (StaffRole | null)[] = [null, "cashier", "manager", "owner"];

const names = Object.keys(COMMANDS) as CommandName[];

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
    const asked = new Set<string>(names.flatMap((name) => rowOf(name).needs ?? []));
    // What goes beyond a refund's limit is not a command of its own.
    expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual(["refund_beyond_limit"]);
    expect(refundLimit("owner", { ...DEFAULT_POLICY, refundLimits: { cashier: 0, manager: 0 } })).toBeNull();
  });

  it("asks nothing for what only reads, and nothing is inherited into a row", () => {
    expect(rowOf("terminal.get").needs).toBeUndefined();
    expect(Object.hasOwn(rowOf("payment.refund"), "needs")).toBe(true);
    for (const name of ["constructor", "toString", "__proto__"]) expect(Object.hasOwn(COMMANDS, name)).toBe(false);
  });
});

describe("a command's row", () => {
  it("that may be approved takes a right that others lack", () => {
    for (const name of names.filter((command) => rowOf(command).approvable))
      expect([name, roleMay(null, name)]).toEqual([name, false]);
  });

  it("that works while locked takes no right that somebody without a name lacks", () => {
    for (const name of names.filter((command) => rowOf(command).whileLocked))
      expect([name, roleMay(null, name)]).toEqual([name, true]);
  });

  it("that is open in the first run belongs to the owner afterwards, and signing in to anybody", () => {
    expect(names.filter((name) => rowOf(name).firstRun && rowOf(name).needs !== "settings")).toEqual([]);
    expect(names.filter((name) => rowOf(name).signsIn && rowOf(name).whileLocked !== "always")).toEqual([]);
  });

  it("names what a PIN may approve, and nothing else is taken", () => {
    const asked = (command: string) =>
      COMMANDS["staff.checkApproval"].input.safeParse({ pin: "481516", command }).success;
    expect(names.filter(asked)).toEqual(names.filter((name) => rowOf(name).approvable));
    expect([asked("payment.refund"), asked("staff.setPolicy"), asked("payment.get")]).toEqual([true, false, false]);
  });
});
