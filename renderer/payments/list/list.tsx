import { List, LockKeyhole, SearchX, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSecondTask } from "../../kit/second-task.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import { hasActiveFilter } from "../../store/payments-filter.ts";
import { requiresStaff } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Filters } from "./filters.tsx";
import styles from "./payments.module.css";
import { PaymentTable } from "./table.tsx";
import { Totals } from "./totals.tsx";

export function PaymentListPanel() {
  const { t } = useTranslation();
  const { ids, status, read } = useTill((state) => state.list);
  const isHidden = useTill(requiresStaff);
  const hasTable = useSecondTask();
  const { isArrowNavigation, ...rowNavigation } = useArrowNavigation();
  return (
    <section
      className={styles.list}
      aria-label={t("payments.title")}
      aria-busy={status === "loading"}
      data-payments
      data-late={!hasTable || undefined}
      {...rowNavigation}
    >
      <Filters />
      {!isHidden && <Totals />}
      {isHidden ? (
        <SignInFirst />
      ) : ids.length > 0 ? (
        hasTable && <PaymentTable isArrowNavigation={isArrowNavigation} />
      ) : (
        <NoRows failed={status === "failed"} isLoading={!read && status !== "failed"} />
      )}
    </section>
  );
}

/** Arrow keys open each payment next to the list. In a narrow window they only move the focus, and Enter opens. */
function useArrowNavigation() {
  const isArrowNavigation = useRef(false);
  // A screen reader presses a row without key or pointer.
  const stop = () => {
    isArrowNavigation.current = false;
  };
  return {
    isArrowNavigation,
    onKeyDownCapture({ key, currentTarget }: KeyboardEvent) {
      const nextRow = currentTarget.nextElementSibling;
      isArrowNavigation.current = key !== "Enter" && key !== " " && nextRow?.checkVisibility() === false;
    },
    onKeyUpCapture: stop,
    onPointerDownCapture: stop,
  };
}

function SignInFirst() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Empty Icon={LockKeyhole} title={t("payments.forStaff")} text={t("payments.forStaffText")}>
      <Button onPress={() => actions.open({ kind: "signIn" })}>{t("staff.signIn.enter")}</Button>
    </Empty>
  );
}

function NoRows({ failed, isLoading }: { failed: boolean; isLoading: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  const filter = useTill((state) => state.list.filter);
  if (failed) {
    return (
      <Empty Icon={TriangleAlert} title={t("payments.failed")}>
        <Button onPress={() => void actions.readList()}>{t("payments.retry")}</Button>
      </Empty>
    );
  }
  if (isLoading) return <Empty Icon={List} title={t("payments.loading")} />;
  const isSearch = hasActiveFilter(filter);
  if (!isSearch && filter.days.kind === "all")
    return <Empty Icon={List} title={t("payments.empty")} text={t("payments.emptyText")} />;
  return (
    <Empty
      Icon={isSearch ? SearchX : List}
      title={t(
        isSearch ? "payments.noMatch" : filter.days.kind === "today" ? "payments.emptyToday" : "payments.emptyDays",
      )}
      text={t(isSearch ? "payments.noMatchText" : "payments.emptyText")}
    >
      <Button onPress={actions.showAllPayments}>{t("payments.showAll")}</Button>
    </Empty>
  );
}
