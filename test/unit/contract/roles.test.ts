import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName, commandRow } from "../../../contract/commands.ts";
import { roleProblem } from "../../../contract/role-problem.ts";
import {
  BUILT_IN_ROLES,
  CASHIER_GRANTABLE,
  DEFAULT_ROLES,
  GRANTABLE,
  isRoleNameTaken,
  normaliseRole,
  PERMISSIONS,
  type Role,
  refundLimit,
  roleForRefund,
  roleHasPermission,
} from "../../../contract/roles.ts";
import { roleMay } from "../../../main/bridge/rights.ts";

const limits = fc.option(fc.integer({ min: 0, max: 99_999_999 }), { nil: null });

function roleOf(id: string): fc.Arbitrary<Role> {
  return fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    rights: fc.subarray([...GRANTABLE]),
    refundLimit: limits,
  });
}

/** Whatever an owner, or a change to the database itself, has made of the roles. */
const roleLists = fc
  .tuple(roleOf("cashier"), roleOf("manager"), roleOf("owner"), roleOf("shift"))
  .map((roles) => roles.map(normaliseRole));

const names = Object.keys(COMMANDS) as CommandName[];

describe("roles", () => {
  it("never let anybody but the owner change what a role may do, who has it, or the keys", () => {
    const changing: CommandName[] = ["staff.setRole", "staff.removeRole", "staff.add", "staff.change", "staff.list"];
    const owners = names.filter((name) => commandRow(name).needs === "access");
    expect(owners).toEqual(expect.arrayContaining(changing));
    fc.assert(
      fc.property(roleLists, fc.constantFrom(null, "cashier", "manager", "shift", "gone"), (roles, role) => {
        for (const name of owners) expect(roleMay(role, name, roles)).toBe(false);
      }),
    );
  });

  it("leave the owner everything, whatever is written down", () => {
    fc.assert(
      fc.property(fc.oneof(roleLists, fc.constant<Role[]>([])), (roles) => {
        expect(PERMISSIONS.filter((permission) => !roleHasPermission("owner", permission, roles))).toEqual([]);
        expect(refundLimit("owner", roles)).toBeNull();
      }),
    );
  });

  it("give nobody without a name more than the counter, and never a refund", () => {
    fc.assert(
      fc.property(roleLists, (roles) => {
        const has = PERMISSIONS.filter((permission) => roleHasPermission(null, permission, roles));
        expect(["sale", "abort", "capture", "release"]).toEqual(expect.arrayContaining(has));
        expect(refundLimit(null, roles)).toBe(0);
      }),
    );
  });

  it("give a cashier, whose PIN may have four digits, no more than the counter, discounts and refunds to a limit", () => {
    fc.assert(
      fc.property(roleOf("cashier"), (role) => {
        const tidy = normaliseRole(role);
        expect(CASHIER_GRANTABLE).toEqual(expect.arrayContaining([...tidy.rights]));
        expect(tidy.refundLimit).not.toBeNull();
        expect(roleProblem(tidy)).toBeNull();
      }),
    );
  });

  it("ask for a refund one of the three who may give as much back", () => {
    fc.assert(
      fc.property(roleLists, fc.integer({ min: 1, max: 99_999_999 }), (roles, total) => {
        const who = roleForRefund(total, roles);
        const limit = refundLimit(who, roles);
        expect(limit === null || limit >= total).toBe(true);
        const lesser = BUILT_IN_ROLES.slice(0, BUILT_IN_ROLES.indexOf(who));
        for (const role of lesser) expect(refundLimit(role, roles) ?? Number.POSITIVE_INFINITY).toBeLessThan(total);
      }),
    );
  });

  it("let an id that there is no role of do nothing", () => {
    expect(PERMISSIONS.filter((permission) => roleHasPermission("gone", permission, DEFAULT_ROLES))).toEqual([]);
  });

  it("say a role's refunds once: without the right no limit, and with no limit above nothing no right", () => {
    const of = (rights: Role["rights"], limit: number | null) =>
      normaliseRole({ id: "a", name: "A", rights, refundLimit: limit });
    expect(of(["sale"], 500)).toMatchObject({ rights: ["sale"], refundLimit: 0 });
    expect(of(["refund", "sale"], 0)).toMatchObject({ rights: ["sale"], refundLimit: 0 });
    expect(of(["refund", "sale"], 500)).toMatchObject({ rights: ["sale", "refund"], refundLimit: 500 });
    expect(of(["refund"], null)).toMatchObject({ rights: ["refund"], refundLimit: null });
  });
});

describe("the name of a role", () => {
  it("is taken by the same name in another case, with accents apart, or with characters that are never seen", () => {
    for (const name of ["ÅPNER", "A\u030apner", "Åp\u00adner", "Åpner\u00a0"])
      expect(isRoleNameTaken(name, ["Åpner"]), name).toBe(true);
    expect(isRoleNameTaken("Åpner", ["A\u030apner"])).toBe(true);
    expect(isRoleNameTaken("Apner", ["Åpner"])).toBe(false);
  });
});
