import { Check, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { StaffRole } from "../../../contract/roles.ts";
import { PERMISSIONS, type Permission, roleHas } from "../../../contract/roles.ts";
import { DEFAULT_POLICY, refundLimit } from "../../../contract/staff.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.tsx";
import styles from "./staff.module.css";

const ROLES: readonly StaffRole[] = ["cashier", "manager", "owner"];

/** How far a refund goes is a sum for each role: it says more than two lines of yes and no. */
const ROWS = PERMISSIONS.filter(
  (permission): permission is Exclude<Permission, "refund_beyond_limit"> => permission !== "refund_beyond_limit",
);

/** The matrix that main goes by, as a table, with the owner's limits in force. */
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
          {ROWS.map((permission) => (
            <tr key={permission}>
              <th scope="row">{t(`staff.people.can.${permission}`)}</th>
              {ROLES.map((role) => (
                <td key={role}>
                  {permission === "refund" ? <Refunds role={role} /> : <Right has={roleHas(role, permission)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How much of one payment may be given back on a role's word. */
function Refunds({ role }: { role: StaffRole }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const limit = useTill(({ terminal }) => refundLimit(role, terminal?.people ?? DEFAULT_POLICY));
  if (limit === null) return t("staff.people.wholeRefund");
  return limit > 0 ? money(limit) : <Right has={false} />;
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
