import { Link, ShieldAlert, ShieldCheck } from "lucide-react";
import { ProgressBar } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./journal.module.css";

export function ChainCheck() {
  const { t } = useTranslation();
  const actions = useActions();
  const check = useTill(({ journal }) => journal.check);
  return (
    <div className={styles.chain} data-testid="chain">
      <Button Icon={Link} isDisabled={check.kind === "running"} onPress={() => void actions.verifyJournal()}>
        {t(check.kind === "running" ? "journal.verifying" : "journal.verify")}
      </Button>
      {check.kind === "running" && <Progress />}
      {check.kind === "done" && <Verdict />}
    </div>
  );
}

function Progress() {
  const { t } = useTranslation();
  const progress = useTill(({ journal }) => (journal.check.kind === "running" ? journal.check.progress : null));
  if (progress === null) return null;
  const { checked, total } = progress;
  return (
    <ProgressBar aria-label={t("journal.verifying")} value={checked} maxValue={total} className={layout.progress}>
      <span className={layout.track}>
        <span className={layout.fill} style={{ inlineSize: `${(100 * checked) / Math.max(1, total)}%` }} />
      </span>
      <span className={styles.quiet}>{t("journal.verified", { checked, total })}</span>
    </ProgressBar>
  );
}

function Verdict() {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const check = useTill(({ journal }) => journal.check);
  if (check.kind !== "done") return null;
  const { ok, entries, firstBadAt } = check.result;
  const Shape = ok ? ShieldCheck : ShieldAlert;
  return (
    <p
      className={`${message.note} ${styles.verdict}`}
      data-tone={ok ? undefined : "failed"}
      role={ok ? "status" : "alert"}
    >
      <Shape aria-hidden />
      {ok
        ? t("journal.whole", { count: entries, time: clock(check.at) })
        : t("journal.broken", { sequence: firstBadAt ?? entries })}
    </p>
  );
}
