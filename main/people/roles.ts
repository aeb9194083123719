/** The till's roles: as provisioned, unless the owner changed them since. */

import type { StoredSettings } from "../../contract/configuration/settings.ts";
import { canonicalJson } from "../../contract/values/canonical-json.ts";
import { BUILT_IN_ROLES, DEFAULT_ROLES, isBuiltIn, normaliseRole, type Role } from "../../contract/values/roles.ts";
import type { Database } from "../storage/database/database.ts";
import { settingStore } from "../storage/database/settings.ts";

export type RoleStore = ReturnType<typeof roleStore>;

const NAME = "roles";

export function roleStore(database: Database, settings: Pick<StoredSettings, "roles">) {
  const store = settingStore(database);
  const provisioned = settings.roles ?? null;
  const over = canonicalJson(provisioned);
  const listed = (): readonly Role[] => {
    // The owner's roles, and the provisioned ones at that time: newer provisioning replaces them.
    const storedRoles = store.get(NAME) as { value: Role[]; over: string } | null;
    const counts = storedRoles !== null && (provisioned === null || storedRoles.over === over);
    return counts ? storedRoles.value : (provisioned ?? limitsFromOldPolicy(store.get("staffPolicy")));
  };
  const set = (value: Role[]) => store.set(NAME, { value, over });
  // Cached, because rights are checked at every command.
  let cached: { of: readonly unknown[]; roles: readonly Role[] } | null = null;
  const get = () => {
    const of = [store.get(NAME), store.get("staffPolicy")];
    if (cached?.of.every((one, place) => one === of[place]) !== true) cached = { of, roles: rolesWith(listed()) };
    return cached.roles;
  };
  const changed = () => listed().filter(({ id }) => id !== "owner");
  return {
    get,
    /** Returns the roles that differ from a new till's, for setting up another till */
    changed: () => changed().map(normaliseRole),
    put: (role: Role) => set([...changed().filter(({ id }) => id !== role.id), role]),
    remove: (id: string) => set(changed().filter((role) => role.id !== id)),
  };
}

function rolesWith(listed: readonly Role[]): readonly Role[] {
  const builtIn = BUILT_IN_ROLES.flatMap((id) => {
    const role = id === "owner" ? undefined : listed.find((role) => role.id === id);
    return role ? [normaliseRole(role)] : DEFAULT_ROLES.filter((role) => role.id === id);
  });
  return [...builtIn, ...listed.filter(({ id }) => !isBuiltIn(id)).map(normaliseRole)];
}

/** Converts the refund limits that older versions stored in the policy. */
function limitsFromOldPolicy(policy: unknown): Role[] {
  const limits = (policy as { refundLimits?: Record<string, number | null> } | null)?.refundLimits ?? {};
  return DEFAULT_ROLES.flatMap((role) => {
    const limit = limits[role.id];
    if (limit === undefined || limit === role.refundLimit) return [];
    return [{ ...role, rights: [...new Set([...role.rights, "refund" as const])], refundLimit: limit }];
  });
}
