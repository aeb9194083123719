import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Problem } from "./problem.tsx";

export function Uncompared() {
  const { t } = useTranslation();
  const actions = useActions();
  const { problem, uncompared } = useTill(({ reports }) => reports);
  const because = useReasonText()(problem?.details.because, problem?.details.reason);
  const isAsked = problem?.details.fields?.some(({ field }) => field === "uncompared") ?? false;
  if (!isAsked && !uncompared) return <Problem headlines={{ illegal_state: t("reports.dayNotClosed") }} />;
  return (
    <div className={message.note} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <p>{t("reports.cannotCompare")}</p>
        {because && <Quote>{because}</Quote>}
        <Switch isSelected={uncompared} onChange={actions.decideUncompared}>
          {t("reports.closeUncompared")}
        </Switch>
      </div>
    </div>
  );
}
