import { useTranslation } from "react-i18next";
import type { Today } from "../../../contract/accounting/reports.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { inboxCount } from "../../store/select.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Tile } from "./tile.tsx";
import styles from "./today.module.css";

export function Tiles({ today }: { today: Today }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { money } = useFormat();
  const queue = useTill(({ terminal }) => terminal?.queue.depth ?? 0);
  const late = useTill(inboxCount);
  const { from, to, refunds, reserved, soon, declined } = today;
  const open = (outcome: "captured" | "refunded" | "rejected") => actions.openPayments({ outcome, from, to });
  const count = (payments: number) => t("reports.paymentCount", { count: payments });
  const attention = today.attention + late;
  const answered = declined.outOf > 0 && t("reports.of", { count: declined.count, outOf: declined.outOf });
  return (
    <div className={styles.tileRoom}>
      <ul className={styles.tiles} data-testid="tiles">
        <Tile
          label={t("reports.captured")}
          value={money(today.sold)}
          note={count(today.count)}
          onOpen={() => open("captured")}
        />
        <Tile
          label={t("reports.refunded")}
          value={money(refunds.amount)}
          note={count(refunds.count)}
          onOpen={() => open("refunded")}
        />
        <Tile label={t("reports.tips")} value={money(today.tips)} onOpen={() => open("captured")} />
        <Tile
          label={t("reports.reserved")}
          value={money(reserved.amount)}
          note={
            soon.count > 0
              ? t("reports.soonNote", { count: soon.count })
              : t("reports.nowCount", { payments: count(reserved.count) })
          }
          tone={soon.count > 0 ? "attention" : undefined}
          onOpen={() => actions.openRoute("reserved")}
        />
        <Tile label={t("reports.declined")} value={declined.count} note={answered} onOpen={() => open("rejected")} />
        <Tile label={t("reports.waiting")} value={queue} onOpen={() => actions.openRoute("queue")} />
        <Tile
          label={t("reports.attention")}
          value={attention}
          tone={attention > 0 ? "attention" : undefined}
          onOpen={() =>
            today.attention === 0 && late > 0
              ? actions.openRoute("inbox")
              : actions.openPayments({ state: "attention" })
          }
        />
      </ul>
    </div>
  );
}
