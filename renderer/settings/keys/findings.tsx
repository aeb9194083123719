import { CircleCheck, OctagonX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { KeysFinding } from "../../../contract/configuration/keys.ts";
import layout from "../../kit/ui/layout.module.css";
import styles from "./keys.module.css";

const LOOKS = {
  ok: { tone: "paid", Icon: CircleCheck },
  warning: { tone: "attention", Icon: TriangleAlert },
  failed: { tone: "failed", Icon: OctagonX },
} as const;

export function Findings({ findings }: { findings: readonly KeysFinding[] }) {
  return (
    <div role="status">
      {findings.length > 0 && (
        <ul className={layout.closeStack}>
          {findings.map((finding) => (
            <Found key={finding.finding} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Found({ finding: { outcome, finding, values } }: { finding: KeysFinding }) {
  const { t } = useTranslation();
  const { tone, Icon } = LOOKS[outcome];
  return (
    <li className={styles.callout} data-tone={tone} data-testid={`finding-${finding}`}>
      <Icon aria-hidden />
      <div>
        <strong>{t(`rotation.outcome.${outcome}`)}</strong>
        <p>{t(`rotation.finding.${finding}`, values)}</p>
      </div>
    </li>
  );
}
