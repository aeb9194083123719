import { Check, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PERMISSIONS, roleHas } from "../../contract/permissions.ts";
import type { StaffRole } from "../../contract/views.ts";
import styles from "./staff.module.css";

const ROLES: readonly StaffRole[] = ["cashier", "manager", "owner"];

/** The matrix that main goes by, as a table. */
export function RightsTable() {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className={styles.heading}>{t("staff.people.rolesTitle")}</h3>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <td />
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`staff.role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PERMISSIONS.map((permission) => (
            <tr key={permission}>
              <th scope="row">{t(`staff.people.can.${permission}`)}</th>
              {ROLES.map((role) => (
                <td key={role}>
                  <Right has={roleHas(role, permission)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Right({ has }: { has: boolean }) {
  const { t } = useTranslation();
  const Icon = has ? Check : Minus;
  return (
    <Icon
      role="img"
      size={20}
      data-no={!has || undefined}
      aria-label={t(has ? "staff.people.yes" : "staff.people.no")}
    />
  );
}
