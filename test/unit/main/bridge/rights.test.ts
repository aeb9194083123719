import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName } from "../../../../contract/commands.ts";
import { DEFAULT_ROLES, type Role, refundLimit, roleForRefund, type StaffRole } from "../../../../contract/roles.ts";
import { DEFAULT_POLICY, type StaffPolicy } from "../../../../contract/staff.ts";
import { mayApprove, mayCall, roleNeeded } from "../../../../main/bridge/rights.ts";

const may = (command: CommandName, role: StaffRole | null, policy: Partial<StaffPolicy> = {}, firstRun = false) =>
  mayCall(command, { role, policy: { ...DEFAULT_POLICY, ...policy }, kiosk: false, firstRun: () => firstRun });

/** The usual roles, with these limits of refunds; 0: no refund. */
const withLimits = (limits: Record<string, number | null>): Role[] =>
  DEFAULT_ROLES.map((role) => {
    const limit = limits[role.id];
    if (limit === undefined) return role;
    const rights = role.rights.filter((right) => right !== "refund");
    return { ...role, rights: limit === 0 ? rights : [...rights, "refund"], refundLimit: limit };
  });

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

  it("leaves the language of one customer to a cashier, and that of all of them to who changes the settings", () => {
    for (const role of [null, "cashier", "manager"]) {
      expect(may("display.setLanguage", role)).toBe(true);
      expect(may("display.setUsualLanguage", role)).toBe(false);
    }
    expect(may("display.setUsualLanguage", "owner")).toBe(true);
  });

  it("opens to nobody, where everybody signs in, the lock and the payment at the counter alone", () => {
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

  it("opens to customers at a kiosk their payment and what a lock shows, until somebody signs in", () => {
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
    // Customers sign in nowhere: where all of the staff do, a kiosk sells as it did.
    expect(openTo(null, true)).toEqual(openTo(null, false));
    for (const role of ["cashier", "manager", "owner"] as const)
      expect(openTo(role, false)).toEqual(openTo(role, false, false));
  });

  it("opens the same to customers at a kiosk, whatever the owner took from cashiers: they are none", () => {
    const none = DEFAULT_ROLES.map((role) => (role.id === "cashier" ? { ...role, rights: [] } : role));
    const openTo = (role: StaffRole | null, roles: readonly Role[]) =>
      (Object.keys(COMMANDS) as CommandName[]).filter((command) =>
        mayCall(command, { role, policy: { ...DEFAULT_POLICY, roles }, kiosk: true, firstRun: () => false }),
      );
    expect(openTo(null, none)).toEqual(openTo(null, DEFAULT_ROLES));
    expect(openTo("cashier", none)).not.toContain("payment.start");
    expect(may("payment.start", null, { roles: none })).toBe(false);
  });

  it("lets a cashier refund when the owner set a limit for cashiers, and nobody without a name", () => {
    const policy = { roles: withLimits({ cashier: 5000 }) };
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
    const roles = withLimits({ manager: 20_000 });
    expect([null, "cashier", "manager", "owner"].map((role) => refundLimit(role as StaffRole | null, roles))).toEqual([
      0,
      0,
      20_000,
      null,
    ]);
  });

  it("knows who is to be asked for a refund of so much", () => {
    const roles = withLimits({ cashier: 5000, manager: 20_000 });
    expect([5000, 5001, 20_000, 20_001].map((total) => roleForRefund(total, roles))).toEqual([
      "cashier",
      "manager",
      "manager",
      "owner",
    ]);
    expect(roleForRefund(1, DEFAULT_ROLES)).toBe("manager");
  });

  it("knows the least role that may call something", () => {
    const needs = (command: CommandName, policy: Partial<StaffPolicy> = {}) =>
      roleNeeded(command, { policy: { ...DEFAULT_POLICY, ...policy }, kiosk: false, firstRun: () => false });
    expect(needs("payment.start", { requireSignIn: true })).toBe("cashier");
    expect(needs("payment.refund")).toBe("manager");
    expect(needs("payment.refund", { roles: withLimits({ cashier: 1 }) })).toBe("cashier");
    expect(needs("staff.setPolicy")).toBe("owner");
  });

  it("lets a PIN approve a discount only where its role may give one, although anybody may charge", () => {
    const access = { policy: DEFAULT_POLICY, kiosk: false, firstRun: () => false };
    const mayApproveAs = (role: StaffRole, roles: readonly Role[] = DEFAULT_ROLES) =>
      mayApprove("payment.start", { ...access, role, policy: { ...DEFAULT_POLICY, roles } });
    expect([mayApproveAs("cashier"), mayApproveAs("manager"), mayApproveAs("owner")]).toEqual([false, true, true]);
    expect(roleNeeded("payment.start", access, mayApprove)).toBe("manager");
    const given = DEFAULT_ROLES.map((role) => ({ ...role, rights: ["sale", "discount"] as const }));
    expect(mayApproveAs("cashier", given)).toBe(true);
    expect(mayApprove("payment.refund", { ...access, role: "cashier" })).toBe(false);
  });

  it("opens the figures of the day to whoever may take payments, and closing it to managers", () => {
    for (const command of ["report.x", "report.today", "report.list", "report.get"] as const) {
      expect(may(command, null), command).toBe(true);
      expect(may(command, "cashier", { requireSignIn: true }), command).toBe(true);
      expect(may(command, null, { requireSignIn: true }), command).toBe(false);
    }
    expect(may("report.z", "cashier")).toBe(false);
    expect(may("report.z", "manager")).toBe(true);
  });
});
