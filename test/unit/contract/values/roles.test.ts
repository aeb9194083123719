import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS, type CommandName, commandRow } from "../../../../contract/bridge/commands.ts";
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
} from "../../../../contract/values/roles.ts";
import { roleCanCall } from "../../../../main/bridge/rights.ts";
import { roleProblem } from "../../../../main/people/role-commands.ts";

const limits = fc.option(fc.integer({ min: 0, max: 99_999_999 }), { nil: null });

function roleOf(id: string): fc.Arbitrary<Role> {
  return fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    rights: fc.subarray([...GRANTABLE]),
    refundLimit: limits,
  });
}

/** Any roles, as changed by an owner or directly in the database. */
const roleLists = fc
  .tuple(roleOf("cashier"), roleOf("manager"), roleOf("owner"), roleOf("shift"))
  .map((roles) => roles.map(normaliseRole));

const names = Object.keys(COMMANDS) as CommandName[];

describe("roles", () => {
  it("let only the owner change rights, role assignments and keys", () => {
    const changing: CommandName[] = ["staff.setRole", "staff.removeRole", "staff.add", "staff.change", "staff.list"];
    const owners = names.filter((name) => commandRow(name).needs === "access");
    expect(owners).toEqual(expect.arrayContaining(changing));
    fc.assert(
      fc.property(roleLists, fc.constantFrom(null, "cashier", "manager", "shift", "gone"), (roles, role) => {
        for (const name of owners) expect(roleCanCall(role, name, roles)).toBe(false);
      }),
    );
  });

  it("give the owner every right, whatever is stored", () => {
    fc.assert(
      fc.property(fc.oneof(roleLists, fc.constant<Role[]>([])), (roles) => {
        expect(PERMISSIONS.filter((permission) => !roleHasPermission("owner", permission, roles))).toEqual([]);
        expect(refundLimit("owner", roles)).toBeNull();
      }),
    );
  });

  it("give an unnamed user only the counter, and never a refund", () => {
    fc.assert(
      fc.property(roleLists, (roles) => {
        const has = PERMISSIONS.filter((permission) => roleHasPermission(null, permission, roles));
        expect(["sale", "abort", "capture", "release"]).toEqual(expect.arrayContaining(has));
        expect(refundLimit(null, roles)).toBe(0);
      }),
    );
  });

  it("limit a cashier with a four-digit PIN to the counter, discounts and limited refunds", () => {
    fc.assert(
      fc.property(roleOf("cashier"), (role) => {
        const tidy = normaliseRole(role);
        expect(CASHIER_GRANTABLE).toEqual(expect.arrayContaining([...tidy.rights]));
        expect(tidy.refundLimit).not.toBeNull();
        expect(roleProblem(tidy)).toBeNull();
      }),
    );
  });

  it("name the lowest built-in role that may give a refund of the amount", () => {
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

  it("give an unknown role id no rights", () => {
    expect(PERMISSIONS.filter((permission) => roleHasPermission("gone", permission, DEFAULT_ROLES))).toEqual([]);
  });

  it("state a role's refunds once: none without the right, and any amount without a limit", () => {
    const of = (rights: Role["rights"], limit: number | null) =>
      normaliseRole({ id: "a", name: "A", rights, refundLimit: limit });
    expect(of(["sale"], 500)).toMatchObject({ rights: ["sale"], refundLimit: 0 });
    expect(of(["refund", "sale"], 0)).toMatchObject({ rights: ["sale"], refundLimit: 0 });
    expect(of(["refund", "sale"], 500)).toMatchObject({ rights: ["sale", "refund"], refundLimit: 500 });
    expect(of(["refund"], null)).toMatchObject({ rights: ["refund"], refundLimit: null });
  });
});

describe("the name of a role", () => {
  it("equals the same name in another case, with accents, or with invisible characters", () => {
    for (const name of ["ÅPNER", "A\u030apner", "Åp\u00adner", "Åpner\u00a0"])
      expect(isRoleNameTaken(name, ["Åpner"]), name).toBe(true);
    expect(isRoleNameTaken("Åpner", ["A\u030apner"])).toBe(true);
    expect(isRoleNameTaken("Apner", ["Åpner"])).toBe(false);
  });
});
