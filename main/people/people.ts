import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../contract/calls/errors.ts";
import type { Person } from "../../contract/people/staff.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { roleHasPermission, type StaffRole } from "../../contract/values/roles.ts";
import { type Member, type MemberChange, personOf } from "./members.ts";
import { type Roster, refusedField } from "./roster.ts";
import type { Staff } from "./staff.ts";

/** Limit of active people: keeps the list readable, and a guessed PIN unlikely to match one. */
const MOST_PEOPLE = 40;

export function peopleCommands(roster: Roster, staff: Staff) {
  const { members } = roster;
  const active = () => members.all().filter((member) => member.active);
  const shown = (id: string): Result<Person> => {
    const member = members.find(id);
    return member ? done(personOf(member)) : failed("not_found", { because: reasonFor("staff_not_known") });
  };
  return {
    names: () => done({ items: active().map(({ id, name, role }) => ({ id, name, role })) }),
    list: () => done({ items: members.all().map(personOf) }),
    add: (input: CommandInput<"staff.add">) => roster.inTurn(() => add(input)),
    change: (input: CommandInput<"staff.change">) => roster.inTurn(() => change(input)),
  };

  async function add({ name, role, pin }: CommandInput<"staff.add">): Promise<Result<Person>> {
    if (active().length >= MOST_PEOPLE)
      return failed("limit", { because: reasonFor("staff_full", { most: MOST_PEOPLE }) });
    if (!staff.policy().roles.some(({ id }) => id === role)) return refusedField("role", reasonFor("role_not_known"));
    const problem = await roster.problemWith({ name, role, pin });
    if (problem) return problem;
    const hash = await roster.hash(pin);
    let id = "";
    roster.write({ event: "staff.added", data: { name, role: staff.roleName(role) } }, () => {
      id = members.add({ name, role, pin: hash }, roster.now());
    });
    return shown(id);
  }

  async function change({ id, pin, ...wanted }: CommandInput<"staff.change">): Promise<Result<Person>> {
    const member = members.find(id);
    if (!member) return shown(id);
    if (wanted.role !== undefined && !staff.policy().roles.some((role) => role.id === wanted.role))
      return refusedField("role", reasonFor("role_not_known"));
    const refused = refusalOf(members.all(), member, { ...wanted, pin });
    if (refused) return refused;
    const said = {
      name: wanted.name ?? member.name,
      role: wanted.role ?? member.role,
      active: wanted.active ?? member.active,
    };
    const name = said.active && (wanted.name ?? wanted.active) !== undefined ? said.name : undefined;
    const problem = await roster.problemWith({ name, pin, role: said.role, id });
    if (problem) return problem;
    const changed: MemberChange = pin === undefined ? said : { ...said, pin: await roster.hash(pin) };
    const data = { ...said, role: staff.roleName(said.role), newPin: pin !== undefined };
    roster.write({ event: "staff.changed", data }, () => {
      members.change(id, changed);
      // A trigger does this for cashiers, but does not know other roles' rights.
      if (!roleHasPermission(said.role, "refund", staff.policy().roles)) members.forgetRefundKey(said.role);
    });
    // Otherwise the session would keep the old rights.
    if (staff.isSignedIn(id) && (!said.active || said.role !== member.role)) staff.signOut("changed");
    return shown(id);
  }
}

function refusalOf(
  all: readonly Member[],
  member: Member,
  { role = member.role, active = member.active, pin }: { role?: StaffRole; active?: boolean; pin?: string },
) {
  const others = all.some(({ id, role: other, active }) => id !== member.id && other === "owner" && active);
  const wasOwner = member.role === "owner" && member.active;
  if (wasOwner && !others && !(role === "owner" && active))
    return failed("illegal_state", { because: reasonFor("staff_last_owner") });
  // A cashier's four digits are too few for a manager.
  if (pin === undefined && member.role === "cashier" && role !== "cashier")
    return refusedField("pin", reasonFor("pin_new_role"));
  return null;
}
