import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import { type Reason, reasonFor } from "../../contract/reasons/reasons.ts";
import {
  CASHIER_GRANTABLE,
  isBuiltIn,
  isRoleNameTaken,
  MAX_CUSTOM_ROLES,
  normaliseRole,
  type Role,
  type StaffRole,
} from "../../contract/values/roles.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import type { RoleStore } from "./roles.ts";
import { type Roster, refusedField } from "./roster.ts";

export function roleCommands(roster: Roster, roles: RoleStore) {
  const { members } = roster;
  return {
    set: (input: CommandInput<"staff.setRole">) => roster.inTurn(async () => setRole(input)),
    remove: (input: CommandInput<"staff.removeRole">) => roster.inTurn(async () => remove(input)),
  };

  function setRole(wanted: CommandInput<"staff.setRole">): Result<Role> {
    const requestedRole = { ...wanted, id: wanted.id ?? randomIdentifier(8) };
    const refused = refusalOf(requestedRole, { isNew: wanted.id === undefined });
    if (refused) return refused;
    const role = normaliseRole(requestedRole);
    const { id, rights, refundLimit, name } = role;
    const data = { role: name ?? id, rights: rights.join(", "), refundLimit };
    roster.write({ event: "staff.roleChanged", data }, () => {
      roles.put(role);
      if (!rights.includes("refund")) members.forgetRefundKey(id);
    });
    return done(role);
  }

  function refusalOf(role: Role, { isNew }: { isNew: boolean }) {
    const existing = roles.get();
    if (!isNew && !existing.some(({ id }) => id === role.id)) return unknownRole();
    const problem = roleProblem(role);
    if (problem) return failed("not_allowed", { because: problem });
    if (isBuiltIn(role.id)) return null;
    if (role.name === null) return refusedField("name", reasonFor("field_role_name"));
    const others = existing.flatMap((other) => (other.id === role.id || other.name === null ? [] : [other.name]));
    if (isRoleNameTaken(role.name, others)) return refusedField("name", reasonFor("role_name_taken"));
    if (isNew && existing.filter(({ id }) => !isBuiltIn(id)).length >= MAX_CUSTOM_ROLES)
      return failed("limit", { because: reasonFor("role_full", { most: MAX_CUSTOM_ROLES }) });
    return null;
  }

  function remove({ id }: CommandInput<"staff.removeRole">): Result<{ id: StaffRole }> {
    if (isBuiltIn(id)) return failed("illegal_state", { because: reasonFor("role_built_in") });
    const role = roles.get().find((one) => one.id === id);
    if (!role) return unknownRole();
    const holders = members.all().filter((member) => member.role === id);
    const active = holders.find((member) => member.active);
    if (active) return failed("illegal_state", { because: reasonFor("role_in_use", { name: active.name }) });
    roster.write({ event: "staff.roleRemoved", data: { role: role.name } }, () => {
      roles.remove(id);
      // A person who left returns as a cashier.
      for (const gone of holders) members.change(gone.id, { role: "cashier" });
    });
    return done({ id });
  }
}

function unknownRole() {
  return failed("not_found", { because: reasonFor("role_not_known") });
}

/** Returns why a role's rights cannot be stored, or null. */
export function roleProblem({ id, rights, refundLimit: limit }: Role): Reason | null {
  if (id === "owner") return reasonFor("role_owner");
  if (id !== "cashier") return null;
  const exceedsCashier = rights.some((right) => !CASHIER_GRANTABLE.includes(right));
  return exceedsCashier || (rights.includes("refund") && limit === null) ? reasonFor("role_cashier") : null;
}
