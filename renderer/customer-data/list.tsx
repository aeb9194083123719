import { ArrowLeft, TriangleAlert, UserRoundCheck } from "lucide-react";
import { memo, useEffect } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { Permission } from "../../contract/customers/permissions.ts";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { Empty } from "../kit/ui/empty.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./customer-data.module.css";
import { Word } from "./permission-view.tsx";
import { useCustomerDataTexts, usePermissionName } from "./words.ts";

export function PermissionList() {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const { ids, permissions, next, status, read } = useTill((state) => state.customerData);
  useEffect(() => {
    void actions.readPresets();
    void actions.readPermissions();
  }, [actions]);
  const items = ids.flatMap((posTid) => permissions[posTid] ?? []);
  return (
    <section className={styles.screen} aria-label={t("title")} data-testid="permissions">
      <header className={styles.head}>
        <IconButton label={t("back")} Icon={ArrowLeft} onPress={() => actions.goTo("payments")} />
        <h1 className={styles.title}>{t("title")}</h1>
        <Button kind="primary" Icon={UserRoundCheck} onPress={() => actions.askCustomer()}>
          {t("ask")}
        </Button>
      </header>
      {status === "failed" && (
        <Empty Icon={TriangleAlert} title={t("failed")}>
          <Button onPress={() => void actions.readPermissions()}>{t("retry")}</Button>
        </Empty>
      )}
      {!read && status !== "failed" && <p role="status">{t("loading")}</p>}
      {read && items.length === 0 && <Empty Icon={UserRoundCheck} title={t("none")} text={t("noneText")} />}
      {items.length > 0 && (
        <div className={styles.scroll}>
          <ul className={styles.rows} aria-label={t("list")}>
            {items.map((permission) => (
              <Row key={permission.posTid} permission={permission} />
            ))}
          </ul>
          {next !== null && (
            <Button fill isDisabled={status === "more"} onPress={() => void actions.readPermissions(true)}>
              {t("more")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const MINUTE_MS = 60_000;

/** Memoized: an event changes one of up to five hundred rows. */
const Row = memo(function Row({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const nameOf = usePermissionName();
  const { row, dateTime } = useFormat();
  const now = useTill((state) => state.now - (state.now % MINUTE_MS));
  const { posTid, createdAt, customer, deadline, combined } = permission;
  return (
    <li className={styles.rowItem}>
      <AriaButton className={styles.row} onPress={() => void actions.openPermission(posTid)}>
        <span className={styles.time}>{row(createdAt, now)}</span>
        <span className={styles.what}>
          <strong>{nameOf(permission)}</strong>
          <span className={styles.quiet}>
            {[customer, combined ? t("withPayment") : null].filter((word) => word !== null).join(" · ")}
          </span>
        </span>
        <Word permission={permission} />
        <span className={styles.until}>
          {deadline === null ? t("notKept") : t("keptUntil", { at: dateTime(deadline) })}
        </span>
      </AriaButton>
    </li>
  );
});
