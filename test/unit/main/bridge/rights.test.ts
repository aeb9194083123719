import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName } from "../../../../contract/bridge/commands.ts";
import { DEFAULT_POLICY, type StaffPolicy } from "../../../../contract/people/staff.ts";
import {
  DEFAULT_ROLES,
  type Role,
  refundLimit,
  roleForRefund,
  type StaffRole,
} from "../../../../contract/values/roles.ts";
import { lowestRoleFor, mayApprove, mayCall } from "../../../../main/bridge/rights.ts";

const may = (command: CommandName, role: StaffRole | null, policy: Partial<StaffPolicy> = {}, firstRun = false) =>
  mayCall(command, { role, policy: { ...DEFAULT_POLICY, ...policy }, kiosk: false, firstRun: () => firstRun });

/** The default roles with these refund limits in minor units; 0 means no refund. */
const withLimits = (limits: Record<string, number | null>): Role[] =>
  DEFAULT_ROLES.map((role) => {
    const limit = limits[role.id];
    if (limit === undefined) return role;
    const rights = role.rights.filter((right) => right !== "refund");
    return { ...role, rights: limit === 0 ? rights : [...rights, "refund"], refundLimit: limit };
  });

describe("rights", () => {
  it("let anyone take payments, unless the owner requires a sign-in", () => {
    expect(may("payment.start", null)).toBe(true);
    expect(may("payment.start", null, { requireSignIn: true })).toBe(false);
    expect(may("payment.start", "cashier", { requireSignIn: true })).toBe(true);
  });

  it("need any signed-in user where the row says so, also at a till without sign-in and at a kiosk", () => {
    expect(may("shift.handOver", null)).toBe(false);
    expect(may("shift.handOver", "cashier")).toBe(true);
    const kiosk = { role: null, policy: DEFAULT_POLICY, kiosk: true, firstRun: () => false };
    expect(mayCall("shift.handOver", kiosk)).toBe(false);
  });

  it("let anyone read, and cancel a payment that a customer has not approved yet", () => {
    expect(may("payment.abort", null, { requireSignIn: true })).toBe(true);
    expect(may("payment.get", null, { requireSignIn: true })).toBe(true);
    expect(may("payment.capture", null, { requireSignIn: true })).toBe(false);
    expect(may("report.x", null, { requireSignIn: true })).toBe(false);
    expect(may("payment.file", null, { requireSignIn: true })).toBe(false);
    expect(may("report.x", null)).toBe(true);
  });

  it("let a cashier change one customer's language, and only those who change settings the default", () => {
    for (const role of [null, "cashier", "manager"]) {
      expect(may("display.setLanguage", role)).toBe(true);
      expect(may("display.setUsualLanguage", role)).toBe(false);
    }
    expect(may("display.setUsualLanguage", "owner")).toBe(true);
  });

  it("allow only the lock screen and the payment on screen without a sign-in, when sign-in is required", () => {
    const open = (Object.keys(COMMANDS) as CommandName[]).filter((command) =>
      may(command, null, { requireSignIn: true }),
    );
    expect(open.sort()).toEqual([
      ...["catalogue.get", "catalogue.picture", "counter.get"],
      ...["display.answer", "display.chooseTip", "display.get", "display.show", "display.withdrawTip"],
      ...["payment.abort", "payment.get", "payment.leave", "payment.list"],
      ...["printer.get", "receipt.settings.get", "shell.get"],
      ...["staff.account.signIn", "staff.approve", "staff.claimOwner", "staff.names"],
      ...["staff.phone.cancel", "staff.phone.get", "staff.phone.signIn", "staff.policy"],
      ...["staff.signIn", "staff.signOut", "staff.touch", "terminal.get", "updates.get"],
    ]);
  });

  it("allow kiosk customers their payment and the lock screen's commands, until staff sign in", () => {
    const openTo = (role: StaffRole | null, requireSignIn: boolean, kiosk = true) =>
      (Object.keys(COMMANDS) as CommandName[]).filter((command) =>
        mayCall(command, { role, policy: { ...DEFAULT_POLICY, requireSignIn }, kiosk, firstRun: () => false }),
      );
    const locked = openTo(null, true, false);
    const added = openTo(null, false).filter((command) => !locked.includes(command));
    const scans = ["scan.expect", "scan.forget"];
    const vending = ["vend.cancel", "vend.choose", "vend.slots", "vend.start"];
    expect(added.sort()).toEqual(["payment.identify", "payment.start", ...scans, "staff.approveByPhone", ...vending]);
    const signingIn = ["staff.account.signIn", "staff.names", "staff.phone.signIn"];
    const staffs = ["payment.leave", "printer.get", "receipt.settings.get", ...signingIn, "updates.get"];
    expect(locked.filter((command) => !openTo(null, false).includes(command)).sort()).toEqual(staffs);
    // Customers never sign in: a kiosk sells as before when staff must sign in.
    expect(openTo(null, true)).toEqual(openTo(null, false));
    for (const role of ["cashier", "manager", "owner"] as const)
      expect(openTo(role, false)).toEqual(openTo(role, false, false));
  });

  it("are the same for kiosk customers whatever rights cashiers have lost", () => {
    const none = DEFAULT_ROLES.map((role) => (role.id === "cashier" ? { ...role, rights: [] } : role));
    const openTo = (role: StaffRole | null, roles: readonly Role[]) =>
      (Object.keys(COMMANDS) as CommandName[]).filter((command) =>
        mayCall(command, { role, policy: { ...DEFAULT_POLICY, roles }, kiosk: true, firstRun: () => false }),
      );
    expect(openTo(null, none)).toEqual(openTo(null, DEFAULT_ROLES));
    expect(openTo("cashier", none)).not.toContain("payment.start");
    expect(may("payment.start", null, { roles: none })).toBe(false);
  });

  it("let a cashier refund within the cashier limit, and no one without a sign-in", () => {
    const policy = { roles: withLimits({ cashier: 5000 }) };
    expect(may("payment.refund", "cashier")).toBe(false);
    expect(may("payment.refund", "cashier", policy)).toBe(true);
    expect(may("payment.refund", null, policy)).toBe(false);
    expect(may("payment.refund", "manager")).toBe(true);
  });

  it("allow setup without a sign-in in the first run only", () => {
    expect(may("setup.finish", null, {}, true)).toBe(true);
    expect(may("setup.finish", null)).toBe(false);
    expect(may("setup.finish", "manager")).toBe(false);
    expect(may("setup.finish", "owner")).toBe(true);
    expect(may("setup.export", null, {}, true)).toBe(false);
  });

  it("include a refund limit for all roles but the owner", () => {
    const roles = withLimits({ manager: 20_000 });
    expect([null, "cashier", "manager", "owner"].map((role) => refundLimit(role as StaffRole | null, roles))).toEqual([
      0,
      0,
      20_000,
      null,
    ]);
  });

  it("return the role that must approve a refund of an amount", () => {
    const roles = withLimits({ cashier: 5000, manager: 20_000 });
    expect([5000, 5001, 20_000, 20_001].map((total) => roleForRefund(total, roles))).toEqual([
      "cashier",
      "manager",
      "manager",
      "owner",
    ]);
    expect(roleForRefund(1, DEFAULT_ROLES)).toBe("manager");
  });

  it("return the lowest role that may call a command", () => {
    const needs = (command: CommandName, policy: Partial<StaffPolicy> = {}) =>
      lowestRoleFor(command, { policy: { ...DEFAULT_POLICY, ...policy }, kiosk: false, firstRun: () => false });
    expect(needs("payment.start", { requireSignIn: true })).toBe("cashier");
    expect(needs("payment.refund")).toBe("manager");
    expect(needs("payment.refund", { roles: withLimits({ cashier: 1 }) })).toBe("cashier");
    expect(needs("staff.setPolicy")).toBe("owner");
  });

  it("let a PIN approve a discount only when its role may discount, although anyone may charge", () => {
    const access = { policy: DEFAULT_POLICY, kiosk: false, firstRun: () => false };
    const mayApproveAs = (role: StaffRole, roles: readonly Role[] = DEFAULT_ROLES) =>
      mayApprove("payment.start", { ...access, role, policy: { ...DEFAULT_POLICY, roles } });
    expect([mayApproveAs("cashier"), mayApproveAs("manager"), mayApproveAs("owner")]).toEqual([false, true, true]);
    expect(lowestRoleFor("payment.start", access, mayApprove)).toBe("manager");
    const given = DEFAULT_ROLES.map((role) => ({ ...role, rights: ["sale", "discount"] as const }));
    expect(mayApproveAs("cashier", given)).toBe(true);
    expect(mayApprove("payment.refund", { ...access, role: "cashier" })).toBe(false);
  });

  it("let those who may take payments read the daily report, and managers close the day", () => {
    for (const command of ["report.x", "report.today", "report.list", "report.get"] as const) {
      expect(may(command, null), command).toBe(true);
      expect(may(command, "cashier", { requireSignIn: true }), command).toBe(true);
      expect(may(command, null, { requireSignIn: true }), command).toBe(false);
    }
    expect(may("report.z", "cashier")).toBe(false);
    expect(may("report.z", "manager")).toBe(true);
  });
});
