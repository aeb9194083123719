import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { wordsOf } from "../../kit/format/say.ts";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { useSay } from "../../kit/ui/use-say.ts";
import { useTill } from "../../store/store.tsx";

/** Why the last thing that was asked of the reports did not happen. */
export function Problem() {
  const { t } = useTranslation();
  const problem = useTill(({ reports }) => reports.problem);
  const say = useSay();
  if (problem === null) return null;
  const because = say(problem.details.because, problem.details.reason);
  return (
    <div className={message.note} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <p>
          {t(`${wordsOf(problem)}.happened`)} {t(`${wordsOf(problem)}.next`)}
        </p>
        {because && <Quote>{because}</Quote>}
      </div>
    </div>
  );
}
