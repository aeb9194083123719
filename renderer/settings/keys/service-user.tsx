import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { KeysFinding, KeysUser } from "../../../contract/configuration/keys.ts";
import settings from "../../kit/ui/sections.module.css";
import styles from "./keys.module.css";

export function ServiceUser({ user }: { user: KeysUser }) {
  const { t } = useTranslation();
  const { id, record, findings } = user;
  if (id === null) return null;
  return (
    <section className={styles.part} aria-labelledby="keys-user" data-testid="key-user">
      <h3 id="keys-user" className={styles.heading}>
        {t("rotation.user.title")}
      </h3>
      <dl className={settings.facts}>
        <div>
          <dt>{t("rotation.user.id")}</dt>
          <dd>{id}</dd>
        </div>
        {record && (
          <>
            <div>
              <dt>{t("rotation.user.netmask")}</dt>
              <dd>{record.netmask ?? t("rotation.user.anyAddress")}</dd>
            </div>
            <div>
              <dt>{t("rotation.user.roles")}</dt>
              <dd>{record.roles?.length ? record.roles.join(", ") : t("rotation.user.noRoles")}</dd>
            </div>
            <div>
              <dt>{t("rotation.user.key")}</dt>
              <dd>{t(`rotation.user.keys.${record.key}`)}</dd>
            </div>
          </>
        )}
      </dl>
      {findings.map((finding) => (
        <p key={finding.finding} className={styles.quiet}>
          {whyNotShown(finding, t)}
        </p>
      ))}
    </section>
  );
}

function whyNotShown({ finding, values }: KeysFinding, t: TFunction): string {
  if (finding === "by_hand_secret") return t("rotation.user.notSigned");
  if (values.status !== undefined) return t("rotation.user.notShown", { status: values.status });
  return t(`rotation.finding.${finding}`, values);
}
