import { useTranslation } from "react-i18next";
import { Money } from "../../kit/ui/money.tsx";
import screenStyles from "../../kit/ui/screen.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useActions, useTill } from "../../store/store.ts";

export function ReservedHeader({ count, name, sum }: { count: string; name: string; sum: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { view, lapsed } = useTill((state) => state.reserved);
  const number = lapsed?.count ?? 0;
  return (
    <header className={screenStyles.header}>
      <div>
        <h1 id="reserved-title" className={screenStyles.title}>
          {t("reserved.title")}
        </h1>
        <p className={screenStyles.intro}>{count}</p>
      </div>
      {(number > 0 || view === "lapsed") && (
        <Segmented
          label={t("reserved.which")}
          value={view}
          onChange={actions.showReservations}
          options={[
            { value: "open", label: t("reserved.open") },
            { value: "lapsed", label: t("reserved.lapsed", { count: number }) },
          ]}
        />
      )}
      <p className={screenStyles.sum}>
        <span>{name}</span>
        <Money amount={sum} className={screenStyles.amount} />
      </p>
    </header>
  );
}
