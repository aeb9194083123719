import { useTranslation } from "react-i18next";
import { isBuiltIn, type StaffRole } from "../../../contract/values/roles.ts";
import { useKit } from "../context.ts";

/** Returns a role's name: translated for built-in roles, the shop's own name otherwise. */
export function useRoleName(): (role: StaffRole) => string {
  const { t } = useTranslation();
  const roles = useKit(({ terminal }) => terminal?.people.roles ?? null);
  return (role) => (isBuiltIn(role) ? t(`staff.role.${role}`) : (roles?.find(({ id }) => id === role)?.name ?? "–"));
}
