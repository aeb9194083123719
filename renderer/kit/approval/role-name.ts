/** What a role is called. */
import { useTranslation } from "react-i18next";
import { isBuiltIn, type StaffRole } from "../../../contract/roles.ts";
import { useKit } from "../context.ts";

/** A role in words: one of the three that every till has in the operator's language, the shop's own by its name. */
export function useRoleName(): (role: StaffRole) => string {
  const { t } = useTranslation();
  const roles = useKit(({ terminal }) => terminal?.people.roles ?? null);
  return (role) => (isBuiltIn(role) ? t(`staff.role.${role}`) : (roles?.find(({ id }) => id === role)?.name ?? "–"));
}
