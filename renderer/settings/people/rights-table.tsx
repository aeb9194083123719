import { Check, Minus, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { PERMISSIONS, type Role, refundLimit, roleHasPermission } from "../../../contract/values/roles.ts";
import { useRoleName } from "../../kit/approval/role-name.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { RoleDialog } from "./role-dialog.tsx";
import styles from "./staff.module.css";

export function RightsTable() {
  const { t } = useTranslation();
  const actions = useActions();
  const roles = useTill(({ terminal }) => terminal?.people.roles ?? null);
  const [open, setOpen] = useState<Role | "new" | null>(null);
  if (roles === null) return null;
  const shown = [...roles.filter(({ id }) => id !== "owner"), ...roles.filter(({ id }) => id === "owner")];
  return (
    <div>
      <div className={styles.head}>
        <h3 className={styles.heading}>{t("staff.people.rolesTitle")}</h3>
        <Button Icon={Plus} onPress={() => setOpen("new")}>
          {t("staff.roles.add")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className={styles.matrixPane} aria-label={t("staff.people.rolesTitle")} tabIndex={0}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td />
              {shown.map((role) => (
                <Head key={role.id} role={role} onOpen={() => setOpen(role)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {PERMISSIONS.map((permission) => (
              <tr key={permission}>
                <th scope="row">{t(`staff.people.can.${permission}`)}</th>
                {shown.map(({ id }) => (
                  <td key={id}>
                    {permission === "refund" ? (
                      <Refunds limit={refundLimit(id, roles)} />
                    ) : (
                      <Right has={roleHasPermission(id, permission, roles)} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {open !== null && (
        <RoleDialog
          role={open === "new" ? null : open}
          onClose={() => {
            actions.forgetPeopleProblem();
            setOpen(null);
          }}
        />
      )}
    </div>
  );
}

function Head({ role, onOpen }: { role: Role; onOpen: () => void }) {
  const { t } = useTranslation();
  const name = useRoleName()(role.id);
  return (
    <th scope="col">
      {role.id === "owner" ? (
        name
      ) : (
        <AriaButton className={styles.roleHead} aria-label={t("staff.people.changeOf", { name })} onPress={onOpen}>
          {name}
          <Pencil aria-hidden size={16} />
        </AriaButton>
      )}
    </th>
  );
}

/** The maximum refund per payment, in minor units; null: unlimited. */
function Refunds({ limit }: { limit: number | null }) {
  const { t } = useTranslation();
  const { money } = useFormat();
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
